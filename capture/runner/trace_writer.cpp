// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/trace_writer.h"

#include "capture/runner/eager_executor.h"
#include "capture/runner/op_arguments.h"
#include "capture/runner/wrapper_source.h"
#include "core/export/chrome_json_writer.h"
#include "core/export/gpu_trace_writer.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sys/syscall.h>
#include <unistd.h>
#include <unordered_map>

namespace twintrace
{
namespace
{

std::string joined(const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : ", ") + part;
    return text;
}

// Counts the calls of each kernel within an iteration: the n-th call has the n-th provenance of that name.
class KernelCalls
{
  public:
    explicit KernelCalls(const ProvenanceTable* table) : m_table(table) {}

    void nextIteration() { m_calls.clear(); }
    const ProvenanceTable::KernelCall* next(std::string_view name)
    {
        if (m_table == nullptr)
            return nullptr;
        const auto found = m_table->kernels.find(std::string(name));
        if (found == m_table->kernels.end() || found->second.empty())
            return nullptr;
        return &found->second[m_calls[found->first]++ % found->second.size()];
    }

  private:
    const ProvenanceTable* m_table;
    std::unordered_map<std::string, std::size_t> m_calls;
};

class PassWriter
{
  public:
    PassWriter(ChromeJsonWriter& out, const RecordedPass& pass)
        : m_out(out), m_pass(pass), m_process(::getpid()), m_thread(::syscall(SYS_gettid)),
          m_calls(pass.provenance)
    {
    }

    void write()
    {
        m_out.processName(m_process, "twintrace-runner (" + m_pass.variant + ")");
        m_out.processLabels(m_process, "CPU");
        m_out.processSortIndex(m_process, m_process);
        m_out.threadName({m_process, m_thread}, "thread " + std::to_string(m_thread) + " (twintrace-runner)");
        for (std::size_t at = 0; at < m_pass.iterations.size(); ++at) {
            const RecordedIteration& iteration = m_pass.iterations[at];
            m_out.slice({m_process, m_thread}, "user_annotation", "ProfilerStep#" + std::to_string(at),
                        m_pass.clock.wall(iteration.begin), iteration.end - iteration.begin);
        }
        if (m_pass.ops != nullptr)
            writeOps();
        if (!m_pass.gpu.empty())
            writeGpu();
    }

  private:
    void writeOps()
    {
        std::size_t iteration = 0;
        for (const OpRecord& record : m_pass.ops->records()) {
            const bool isLate = iteration + 1 < m_pass.iterations.size() &&
                                record.begin >= m_pass.iterations[iteration + 1].begin;
            if (isLate) {
                ++iteration;
                m_calls.nextIteration();
            }
            const Nanoseconds end = record.end != 0 ? record.end : record.begin;
            m_args.clear();
            m_args.number("External id", record.handle).number("Record function id", record.handle);
            writeArguments(m_pass.ops->argumentsOf(record), m_args);
            const std::string_view name = cleanKernelName(m_pass.ops->names().text(record.name));
            writeProvenance(record, name);
            m_out.slice({m_process, record.thread}, "cpu_op", name, m_pass.clock.wall(record.begin),
                        end - record.begin, m_args);
        }
    }

    void writeProvenance(const OpRecord& record, std::string_view name)
    {
        if (m_pass.provenance != nullptr && record.node < m_pass.provenance->nodes.size()) {
            const Provenance& provenance = m_pass.provenance->nodes[record.node];
            text("Source", provenance.place());
            text("Source text", provenance.sourceText);
            text("Module", provenance.modulePath);
            text("Module class", provenance.moduleClass);
            text("Node", provenance.node);
            return;
        }
        if (const ProvenanceTable::KernelCall* call = m_calls.next(name)) {
            text("Source", joined(call->sources));
            text("Source nodes", joined(call->sourceNodes));
            text("Original ops", joined(call->originalOps));
        }
    }

    void text(std::string_view key, const std::string& value)
    {
        if (!value.empty())
            m_args.text(key, value);
    }

    void writeGpu()
    {
        GpuTraceWriter gpu(m_out, m_pass.clock, m_pass.devices, m_process, "twintrace-runner");
        StringPool names;
        std::vector<RangeRecord> steps;
        for (std::size_t at = 0; at < m_pass.iterations.size(); ++at)
            steps.push_back({m_pass.iterations[at].begin, m_pass.iterations[at].end,
                             static_cast<std::uint32_t>(m_thread),
                             names.intern("ProfilerStep#" + std::to_string(at))});
        for (const GpuRecords& batch : m_pass.gpu) {
            gpu.write(batch);
            gpu.writeShadows(batch, steps, names);
        }
    }

    ChromeJsonWriter& m_out;
    const RecordedPass& m_pass;
    std::int64_t m_process, m_thread;
    KernelCalls m_calls;
    JsonFields m_args;
};

// t.json.gz -> t.partial.json.gz: the ending decides about compression and must stay.
std::string partialName(const std::string& path)
{
    for (const std::string_view ending : {".json.gz", ".json"})
        if (path.ends_with(ending))
            return path.substr(0, path.size() - ending.size()) + ".partial" + std::string(ending);
    return path + ".partial";
}

} // namespace

Result<std::int64_t> writeRecordedPass(const std::string& path, const RecordedPass& pass)
{
    const std::string partial = partialName(path);
    TraceHeader header;
    header.traceName = std::filesystem::path(path).filename().string();
    header.baseTimeNanoseconds = pass.clock.base();
    for (const GpuDevice& device : pass.devices)
        header.deviceProperties.push_back(deviceProperties(device));
    header.other.text("recorder", "twintrace").text("torch_version", TWINTRACE_TORCH_VERSION);
    header.other.text("variant", pass.variant).number("record_shapes", 1);
    auto writer = ChromeJsonWriter::create(partial, std::move(header));
    if (!writer)
        return tl::unexpected(writer.error());
    PassWriter(**writer, pass).write();
    TWINTRACE_TRY((*writer)->close());
    const auto events = static_cast<std::int64_t>((*writer)->eventCount());
    if (std::rename(partial.c_str(), path.c_str()) != 0) {
        std::remove(partial.c_str());
        return fail(ErrorCode::Unwritable, "The trace cannot be written to " + path +
                                               "; check the folder and the free space of the disk.");
    }
    return events;
}

} // namespace twintrace
