// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/kernel_units.h"

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr std::size_t kMostBetween = 4; // scale, mask, dropout and a copy between the gemms and the softmax

/// The operator's bare name: aten::addmm and aoti_torch_cpu_addmm_out are the same product.
std::string opOf(const Trace& trace, const KernelSlot& slot)
{
    if (!slot.op)
        return {};
    std::string_view name = trace.name(slot.op);
    for (const std::string_view prefix :
         {"aten::", "aoti_torch_cpu_", "aoti_torch_cuda_", "aoti_torch_", "extern_kernels."})
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            break;
        }
    if (name.ends_with("_out"))
        name.remove_suffix(4);
    return std::string(name);
}

KernelUnit unitOf(const Trace& trace, const ForwardShape& shape, std::size_t index)
{
    const KernelSlot& slot = shape.slots[index];
    KernelUnit unit;
    unit.slots = {index};
    unit.leader = index;
    unit.family = slot.family;
    unit.op = opOf(trace, slot);
    unit.isAttention = slot.family == KernelFamily::Attention;
    return unit;
}

bool startsSoftmax(const Trace& trace, const ForwardShape& shape, const KernelUnit& unit)
{
    const KernelSlot& slot = shape.slots[unit.leader];
    return trace.text(slot.name).find("softmax") != std::string_view::npos ||
           unit.op.find("softmax") != std::string::npos;
}

bool canLieInAttention(const KernelUnit& unit)
{
    return unit.family == KernelFamily::Elementwise || unit.family == KernelFamily::Reduction ||
           unit.family == KernelFamily::Other;
}

void absorb(KernelUnit& into, const KernelUnit& unit)
{
    into.slots.insert(into.slots.end(), unit.slots.begin(), unit.slots.end());
}

/// Nearest gemm from `from` in direction `step`, with nothing but small work in between; units.size() = none.
std::size_t nearestGemm(const std::vector<KernelUnit>& units, std::size_t from, int step)
{
    for (std::size_t tried = 0; tried <= kMostBetween; ++tried) {
        if ((step < 0 && from == 0) || (step > 0 && from + 1 >= units.size()))
            break;
        from = step < 0 ? from - 1 : from + 1;
        if (units[from].family == KernelFamily::Gemm)
            return from;
        if (!canLieInAttention(units[from]))
            break;
    }
    return units.size();
}

std::vector<KernelUnit> foldAttention(const Trace& trace, const ForwardShape& shape,
                                      std::vector<KernelUnit> units)
{
    std::vector<KernelUnit> folded;
    std::size_t next = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (!startsSoftmax(trace, shape, units[i]))
            continue;
        const std::size_t first = nearestGemm(units, i, -1);
        const std::size_t last = nearestGemm(units, i, +1);
        if (first == units.size() || last == units.size() || first < next)
            continue;
        for (; next < first; ++next)
            folded.push_back(std::move(units[next]));
        KernelUnit attention = units[i];
        attention.slots.clear();
        for (; next <= last; ++next)
            absorb(attention, units[next]);
        attention.family = KernelFamily::Attention;
        attention.isAttention = true;
        folded.push_back(std::move(attention));
        i = last;
    }
    for (; next < units.size(); ++next)
        folded.push_back(std::move(units[next]));
    return folded;
}

/// The slot that took most time stands for the unit: the gemm, not the scaling before it.
void nameUnit(const Trace& trace, const ForwardShape& shape, KernelUnit& unit)
{
    if (!unit.isAttention || unit.slots.size() == 1) {
        unit.leader =
            *std::max_element(unit.slots.begin(), unit.slots.end(), [&](std::size_t a, std::size_t b) {
                return shape.slots[a].time < shape.slots[b].time;
            });
        unit.family = shape.slots[unit.leader].family;
        for (const std::size_t slot : unit.slots)
            if (shape.slots[slot].family == KernelFamily::Gemm)
                unit.family = KernelFamily::Gemm;
    }
    const std::string_view name = trace.text(shape.slots[unit.leader].name);
    unit.fused = fusedPart(name);
    unit.canonical = canonicalName(name);
}

bool belongsToPrevious(const Trace& trace, const ForwardShape& shape, const KernelUnit& previous,
                       std::size_t index)
{
    const KernelSlot& slot = shape.slots[index];
    const KernelSlot& last = shape.slots[previous.slots.back()];
    if (slot.op && last.op)
        return slot.op == last.op;
    return previous.family == KernelFamily::Gemm && isGemmCompanion(trace.text(slot.name));
}

} // namespace

bool KernelUnit::isAnchor() const
{
    return isAttention || family == KernelFamily::Gemm || family == KernelFamily::Conv ||
           family == KernelFamily::TritonTemplate || family == KernelFamily::Nccl;
}

bool hasAttentionKernel(const ForwardShape& shape)
{
    return std::any_of(shape.slots.begin(), shape.slots.end(),
                       [](const KernelSlot& slot) { return slot.family == KernelFamily::Attention; });
}

std::vector<KernelUnit> kernelUnits(const Trace& trace, const ForwardShape& shape, bool isAttentionWhole)
{
    std::vector<KernelUnit> units;
    for (std::size_t i = 0; i < shape.slots.size(); ++i) {
        if (!units.empty() && belongsToPrevious(trace, shape, units.back(), i)) {
            units.back().slots.push_back(i);
            units.back().isAttention |= shape.slots[i].family == KernelFamily::Attention;
            continue;
        }
        units.push_back(unitOf(trace, shape, i));
    }
    if (isAttentionWhole)
        units = foldAttention(trace, shape, std::move(units));
    for (KernelUnit& unit : units)
        nameUnit(trace, shape, unit);
    return units;
}

} // namespace twintrace
