// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/comparability.h"

#include "core/analysis/forward_work.h"
#include "core/base/format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace twintrace
{
namespace
{

/// What a file says beside its events. Text, since only equality matters.
class FileFacts
{
  public:
    explicit FileFacts(const Trace& trace)
        : m_facts(nlohmann::json::parse(trace.metadata.otherJson, nullptr, false))
    {
        if (!m_facts.is_object())
            m_facts = nlohmann::json::object();
    }
    [[nodiscard]] std::string text(const char* key) const
    {
        const auto found = m_facts.find(key);
        if (found == m_facts.end() || found->is_null())
            return {};
        return found->is_string() ? found->get<std::string>() : found->dump();
    }

  private:
    nlohmann::json m_facts;
};

/// "2 × NVIDIA A100": machines list each of their devices.
std::string devicesOf(const Trace& trace)
{
    std::map<std::string, std::int64_t> counts;
    for (const std::string& name : trace.metadata.deviceNames)
        ++counts[name];
    std::string names;
    for (const auto& [name, count] : counts)
        names += (names.empty() ? "" : ", ") + (count > 1 ? formatCount(count) + " × " : "") + name;
    return names;
}

std::string workPlace(const Iterations& iterations)
{
    return !iterations.device.empty() ? "GPU" : iterations.isCpu() ? "CPU" : "none";
}

std::string orUnknown(const std::string& text)
{
    return text.empty() ? "not recorded" : text;
}

class DifferenceList
{
  public:
    /// Silence on one side is a difference that is said, but not a serious one.
    void compare(std::string what, const std::string& baseline, const std::string& candidate, bool isSerious)
    {
        if (baseline == candidate)
            return;
        const bool isKnown = !baseline.empty() && !candidate.empty();
        add(std::move(what), orUnknown(baseline), orUnknown(candidate), isSerious && isKnown);
    }
    void add(std::string what, std::string baseline, std::string candidate, bool isSerious)
    {
        Difference difference{std::move(what), std::move(baseline), std::move(candidate), isSerious, {}};
        difference.sentence = difference.what + ": " + difference.baseline + " (baseline), " +
                              difference.candidate + " (candidate)";
        m_list.push_back(std::move(difference));
    }
    std::vector<Difference> take()
    {
        std::stable_sort(m_list.begin(), m_list.end(), [](const Difference& a, const Difference& b) {
            return a.isSerious && !b.isSerious;
        });
        return std::move(m_list);
    }

  private:
    std::vector<Difference> m_list;
};

} // namespace

Comparability compareConditions(Baseline<const Trace&> baseline, Candidate<const Trace&> candidate,
                                const Paired<Iterations>& iterations)
{
    DifferenceList list;
    list.compare("work runs on", workPlace(iterations.baseline), workPlace(iterations.candidate), true);
    list.compare("device", devicesOf(baseline.value), devicesOf(candidate.value), true);
    const FileFacts before(baseline.value), after(candidate.value);
    list.compare("model", before.text("model"), after.text("model"), true);
    list.compare("dtype", before.text("dtype"), after.text("dtype"), true);
    list.compare("batch", before.text("batch"), after.text("batch"), true);
    list.compare("input shapes", before.text("inputs"), after.text("inputs"), true);
    for (const char* key :
         {"torch", "torch_version", "cuda_driver_version", "cuda_runtime_version", "cupti_version",
          "hip_driver_version", "hip_runtime_version", "threads", "clocks"})
        list.compare(key, before.text(key), after.text(key), false);
    for (const char* key : {"with_stack", "profile_memory", "with_flops"})
        list.compare(std::string("recorded ") + key, before.text(key), after.text(key), false);

    list.compare("iterations found by", std::string(sourceTitle(iterations.baseline.source)),
                 std::string(sourceTitle(iterations.candidate.source)), false);
    list.compare("iterations", formatCount(static_cast<std::int64_t>(iterations.baseline.list.size())),
                 formatCount(static_cast<std::int64_t>(iterations.candidate.list.size())), false);
    const auto isWhole = [](const Iterations& side) { return side.source == IterationSource::None; };
    if (isWhole(iterations.baseline) != isWhole(iterations.candidate))
        list.add("forwards", isWhole(iterations.baseline) ? "not told apart" : "told apart",
                 isWhole(iterations.candidate) ? "not told apart" : "told apart", true);
    const auto records = [](const Trace& trace) {
        return isUnderRecorded(trace) ? "records missing" : "complete";
    };
    list.compare("device records", records(baseline.value), records(candidate.value), false);
    return {list.take()};
}

} // namespace twintrace
