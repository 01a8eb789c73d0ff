// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/numerics.h"

#include "capture/runner/export_schema.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/view_as_real.h>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

struct Difference {
    double maxAbsolute = 0, maxRelative = 0;
    bool isFinite = true;
    std::string complaint;
};

at::Tensor asDoubles(at::Tensor tensor)
{
    if (tensor.is_complex())
        tensor = at::view_as_real(tensor.resolve_conj());
    return tensor.to(at::kCPU, at::kDouble).contiguous();
}

void compareTensors(const std::string& name, const at::Tensor& output, const at::Tensor& reference,
                    double tolerance, Difference& difference)
{
    const auto complain = [&](std::string text) {
        if (difference.complaint.empty())
            difference.complaint = std::move(text);
    };
    if (output.sizes() != reference.sizes()) {
        difference.isFinite = false;
        complain(name + " has another shape than the reference.");
        return;
    }
    if (output.scalar_type() != reference.scalar_type())
        complain(name + " is " + dtypeName(output.scalar_type()) + ", the reference is " +
                 dtypeName(reference.scalar_type()) + ".");
    const bool isExact = !c10::isFloatingType(reference.scalar_type()) && !reference.is_complex();
    const at::Tensor a = asDoubles(output), b = asDoubles(reference);
    const double* given = a.const_data_ptr<double>();
    const double* wanted = b.const_data_ptr<double>();
    const std::int64_t count = a.numel();
    double largest = 0;
    for (std::int64_t at = 0; at < count; ++at)
        if (std::isfinite(wanted[at]))
            largest = std::max(largest, std::fabs(wanted[at]));
    const double scale = std::clamp(largest, 0.01, 1.0);
    double worst = 0;
    bool isWithin = true;
    for (std::int64_t at = 0; at < count; ++at) {
        if (given[at] == wanted[at] || (std::isnan(given[at]) && std::isnan(wanted[at])))
            continue;
        const double distance = std::fabs(given[at] - wanted[at]);
        if (!std::isfinite(distance)) {
            difference.isFinite = false;
            complain(name + " has NaN or infinity where the reference has none, or the reverse.");
            return;
        }
        worst = std::max(worst, distance);
        isWithin &= !isExact && distance <= tolerance * (std::fabs(wanted[at]) + scale);
    }
    difference.maxAbsolute = std::max(difference.maxAbsolute, worst);
    if (worst > 0)
        difference.maxRelative = std::max(difference.maxRelative, worst / std::max(largest, 1e-300));
    if (!isWithin)
        complain(name + (isExact ? " differs, although its type is exact."
                                 : " differs by more than the tolerance."));
}

void compareValues(const std::string& name, const c10::IValue& output, const c10::IValue& reference,
                   double tolerance, Difference& difference)
{
    if (output.isTensor() && reference.isTensor()) {
        compareTensors(name, output.toTensor(), reference.toTensor(), tolerance, difference);
        return;
    }
    // A compiled model returns a number as a tensor of no dimension.
    const auto asNumber = [](const c10::IValue& value) -> std::optional<double> {
        if (value.isTensor())
            return value.toTensor().numel() == 1 ? std::optional(value.toTensor().item().toDouble())
                                                 : std::nullopt;
        if (value.isBool())
            return static_cast<double>(value.toBool());
        return value.isScalar() ? std::optional(value.toScalar().toDouble()) : std::nullopt;
    };
    const auto a = asNumber(output), b = asNumber(reference);
    const bool isEqual = a && b                                  ? *a == *b
                         : output.isNone() || reference.isNone() ? output.isNone() && reference.isNone()
                         : output.isString() && reference.isString()
                             ? output.toStringRef() == reference.toStringRef()
                             : false;
    if (!isEqual && difference.complaint.empty())
        difference.complaint = name + " is another value than the reference's.";
}

std::vector<c10::IValue> withoutNones(const std::vector<c10::IValue>& values)
{
    std::vector<c10::IValue> kept;
    std::copy_if(values.begin(), values.end(), std::back_inserter(kept),
                 [](const c10::IValue& value) { return !value.isNone(); });
    return kept;
}

} // namespace

double toleranceFor(at::ScalarType type, bool isSameArithmetic)
{
    switch (c10::toRealValueType(type)) {
    case at::ScalarType::Double:
        return isSameArithmetic ? 1e-12 : 1e-9;
    case at::ScalarType::Half:
        return isSameArithmetic ? 1e-3 : 1e-2;
    case at::ScalarType::BFloat16:
        return isSameArithmetic ? 8e-3 : 5e-2;
    case at::ScalarType::Float:
        return isSameArithmetic ? 1e-5 : 1e-4;
    default:
        return c10::isFloatingType(type) ? 0.25 : (isSameArithmetic ? 1e-5 : 1e-4);
    }
}

protocol::Numerics compareOutputs(const std::vector<c10::IValue>& outputs,
                                  const std::vector<c10::IValue>& reference, double tolerance,
                                  std::string against)
{
    protocol::Numerics numerics;
    numerics.tolerance = tolerance;
    numerics.against = std::move(against);
    // Compiled code leaves out what is None.
    const auto given = withoutNones(outputs), wanted = withoutNones(reference);
    if (given.size() != wanted.size()) {
        numerics.note = "The model returned " + std::to_string(given.size()) + " values, the reference has " +
                        std::to_string(wanted.size()) + ".";
        return numerics;
    }
    Difference difference;
    for (std::size_t at = 0; at < given.size(); ++at)
        compareValues("Output " + std::to_string(at), given[at], wanted[at], tolerance, difference);
    if (difference.isFinite) {
        numerics.maxAbsolute = difference.maxAbsolute;
        numerics.maxRelative = difference.maxRelative;
    }
    numerics.isOk = difference.complaint.empty();
    numerics.note = difference.complaint;
    return numerics;
}

} // namespace twintrace
