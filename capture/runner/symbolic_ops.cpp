// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/symbolic_ops.h"

#include <ATen/core/Tensor.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

namespace twintrace
{
namespace
{

using Values = std::vector<c10::IValue>;

bool isWhole(const c10::IValue& value)
{
    return value.isInt() || value.isBool();
}

std::int64_t whole(const c10::IValue& value)
{
    return value.isBool() ? static_cast<std::int64_t>(value.toBool()) : value.toInt();
}

double real(const c10::IValue& value)
{
    return isWhole(value) ? static_cast<double>(whole(value)) : value.toDouble();
}

// A step that keeps whole numbers whole and computes in doubles when either side is one.
template <class Whole, class Real> c10::IValue arithmetic(const Values& v, Whole onWhole, Real onReal)
{
    if (isWhole(v.at(0)) && isWhole(v.at(1)))
        return onWhole(whole(v[0]), whole(v[1]));
    return onReal(real(v[0]), real(v.at(1)));
}

template <class Compare> c10::IValue comparison(const Values& v, Compare compare)
{
    if (isWhole(v.at(0)) && isWhole(v.at(1)))
        return compare(whole(v[0]), whole(v[1]));
    return compare(real(v[0]), real(v.at(1)));
}

std::int64_t floorDivision(std::int64_t a, std::int64_t b)
{
    if (b == 0)
        throw std::runtime_error("a size is divided by zero");
    return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}

c10::IValue power(const Values& v)
{
    if (!isWhole(v.at(0)) || !isWhole(v.at(1)) || whole(v[1]) < 0)
        return std::pow(real(v[0]), real(v[1]));
    std::int64_t result = 1;
    for (std::int64_t count = 0; count < whole(v[1]); ++count)
        result *= whole(v[0]);
    return result;
}

c10::IValue toWhole(const Values& v)
{
    return isWhole(v.at(0)) ? whole(v[0]) : static_cast<std::int64_t>(std::trunc(v[0].toDouble()));
}

const std::unordered_map<std::string_view, SymbolicFunction>& numberFunctions()
{
    using I = std::int64_t;
    static const std::unordered_map<std::string_view, SymbolicFunction> kFunctions = {
        {"add",
         [](const Values& v) {
             return arithmetic(
                 v, [](I a, I b) { return a + b; }, [](double a, double b) { return a + b; });
         }},
        {"sub",
         [](const Values& v) {
             return arithmetic(
                 v, [](I a, I b) { return a - b; }, [](double a, double b) { return a - b; });
         }},
        {"mul",
         [](const Values& v) {
             return arithmetic(
                 v, [](I a, I b) { return a * b; }, [](double a, double b) { return a * b; });
         }},
        {"floordiv",
         [](const Values& v) {
             return arithmetic(v, floorDivision, [](double a, double b) { return std::floor(a / b); });
         }},
        {"mod",
         [](const Values& v) {
             return arithmetic(
                 v, [](I a, I b) { return a - floorDivision(a, b) * b; },
                 [](double a, double b) { return a - std::floor(a / b) * b; });
         }},
        {"truediv", [](const Values& v) -> c10::IValue { return real(v.at(0)) / real(v.at(1)); }},
        {"pow", power},
        {"max",
         [](const Values& v) {
             return arithmetic(
                 v, [](I a, I b) { return a < b ? b : a; }, [](double a, double b) { return a < b ? b : a; });
         }},
        {"min",
         [](const Values& v) {
             return arithmetic(
                 v, [](I a, I b) { return b < a ? b : a; }, [](double a, double b) { return b < a ? b : a; });
         }},
        {"neg",
         [](const Values& v) -> c10::IValue {
             return isWhole(v.at(0)) ? c10::IValue(-whole(v[0])) : c10::IValue(-real(v[0]));
         }},
        {"pos", [](const Values& v) { return v.at(0); }},
        {"sqrt", [](const Values& v) -> c10::IValue { return std::sqrt(real(v.at(0))); }},
        {"eq", [](const Values& v) { return comparison(v, [](auto a, auto b) { return a == b; }); }},
        {"ne", [](const Values& v) { return comparison(v, [](auto a, auto b) { return a != b; }); }},
        {"lt", [](const Values& v) { return comparison(v, [](auto a, auto b) { return a < b; }); }},
        {"le", [](const Values& v) { return comparison(v, [](auto a, auto b) { return a <= b; }); }},
        {"gt", [](const Values& v) { return comparison(v, [](auto a, auto b) { return a > b; }); }},
        {"ge", [](const Values& v) { return comparison(v, [](auto a, auto b) { return a >= b; }); }},
        {"and_",
         [](const Values& v) -> c10::IValue {
             return v.at(0).isBool() && v.at(1).isBool() ? c10::IValue(v[0].toBool() && v[1].toBool())
                                                         : c10::IValue(whole(v[0]) & whole(v[1]));
         }},
        {"or_",
         [](const Values& v) -> c10::IValue {
             return v.at(0).isBool() && v.at(1).isBool() ? c10::IValue(v[0].toBool() || v[1].toBool())
                                                         : c10::IValue(whole(v[0]) | whole(v[1]));
         }},
        {"lshift", [](const Values& v) -> c10::IValue { return whole(v.at(0)) << whole(v.at(1)); }},
        {"rshift", [](const Values& v) -> c10::IValue { return whole(v.at(0)) >> whole(v.at(1)); }},
        {"not",
         [](const Values& v) -> c10::IValue {
             return !(isWhole(v.at(0)) ? whole(v[0]) != 0 : real(v[0]) != 0);
         }},
        {"int", toWhole},
        {"trunc", toWhole},
        {"floor",
         [](const Values& v) -> c10::IValue {
             return isWhole(v.at(0)) ? whole(v[0]) : static_cast<I>(std::floor(real(v[0])));
         }},
        {"ceil",
         [](const Values& v) -> c10::IValue {
             return isWhole(v.at(0)) ? whole(v[0]) : static_cast<I>(std::ceil(real(v[0])));
         }},
        {"float", [](const Values& v) -> c10::IValue { return real(v.at(0)); }},
        {"ite", [](const Values& v) { return v.at(0).toBool() ? v.at(1) : v.at(2); }},
    };
    return kFunctions;
}

const std::unordered_map<std::string_view, SymbolicFunction>& shapeFunctions()
{
    static const std::unordered_map<std::string_view, SymbolicFunction> kFunctions = {
        {"torch.ops.aten.sym_size.int",
         [](const Values& v) -> c10::IValue { return v.at(0).toTensor().size(v.at(1).toInt()); }},
        {"torch.ops.aten.sym_stride.int",
         [](const Values& v) -> c10::IValue { return v.at(0).toTensor().stride(v.at(1).toInt()); }},
        {"torch.ops.aten.sym_numel.default",
         [](const Values& v) -> c10::IValue { return v.at(0).toTensor().numel(); }},
        {"torch.ops.aten.sym_storage_offset.default",
         [](const Values& v) -> c10::IValue { return v.at(0).toTensor().storage_offset(); }},
    };
    return kFunctions;
}

} // namespace

SymbolicFunction findSymbolicFunction(const std::string& target)
{
    if (const auto found = shapeFunctions().find(target); found != shapeFunctions().end())
        return found->second;
    if (target.starts_with("torch.ops."))
        return nullptr;
    std::string_view name(target);
    name.remove_prefix(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1);
    for (const std::string_view prefix : {"_sym_", "sym_"})
        if (name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    const auto found = numberFunctions().find(name);
    return found == numberFunctions().end() ? nullptr : found->second;
}

bool isExportArtefact(const std::string& target)
{
    for (const char* prefix :
         {"torch.ops.aten._assert_tensor_metadata.", "torch.ops.aten._assert_scalar.",
          "torch.ops.aten.sym_constrain_range.", "torch.ops.aten.sym_constrain_range_for_size."})
        if (target.starts_with(prefix))
            return true;
    return false;
}

} // namespace twintrace
