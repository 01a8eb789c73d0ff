// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/export_schema.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace twintrace
{
namespace
{

using at::ScalarType;

struct TypeRow {
    std::int64_t exported;
    ScalarType type;
    const char* name;
};

constexpr std::array<TypeRow, 21> kTypes = {{
    {1, ScalarType::Byte, "uint8"},
    {2, ScalarType::Char, "int8"},
    {3, ScalarType::Short, "int16"},
    {4, ScalarType::Int, "int32"},
    {5, ScalarType::Long, "int64"},
    {6, ScalarType::Half, "float16"},
    {7, ScalarType::Float, "float32"},
    {8, ScalarType::Double, "float64"},
    {9, ScalarType::ComplexHalf, "complex32"},
    {10, ScalarType::ComplexFloat, "complex64"},
    {11, ScalarType::ComplexDouble, "complex128"},
    {12, ScalarType::Bool, "bool"},
    {13, ScalarType::BFloat16, "bfloat16"},
    {28, ScalarType::UInt16, "uint16"},
    {29, ScalarType::Float8_e4m3fn, "float8_e4m3fn"},
    {30, ScalarType::Float8_e5m2, "float8_e5m2"},
    {31, ScalarType::Float8_e4m3fnuz, "float8_e4m3fnuz"},
    {32, ScalarType::Float8_e5m2fnuz, "float8_e5m2fnuz"},
    {33, ScalarType::Float8_e8m0fnu, "float8_e8m0fnu"},
    {34, ScalarType::UInt32, "uint32"},
    {35, ScalarType::UInt64, "uint64"},
}};

std::int64_t hintOf(const nlohmann::json& hint)
{
    return hint.is_object() && hint.contains("as_int") ? hint["as_int"].get<std::int64_t>() : 0;
}

Dimension readDimension(const nlohmann::json& value)
{
    if (value.contains("as_int"))
        return {value["as_int"].get<std::int64_t>(), {}};
    const nlohmann::json& expression = value.at("as_expr");
    return {hintOf(expression.value("hint", nlohmann::json())),
            expression.value("expr_str", std::string("?"))};
}

} // namespace

at::ScalarType scalarTypeOfExport(std::int64_t number)
{
    const auto* row = std::find_if(kTypes.begin(), kTypes.end(),
                                   [&](const TypeRow& candidate) { return candidate.exported == number; });
    if (row == kTypes.end())
        throw std::runtime_error("the export uses dtype number " + std::to_string(number) +
                                 ", which this version does not know");
    return row->type;
}

at::Layout layoutOfExport(std::int64_t number)
{
    constexpr std::array kLayouts = {at::Layout::Sparse,    at::Layout::SparseCsr, at::Layout::SparseCsc,
                                     at::Layout::SparseBsr, at::Layout::SparseBsc, at::Layout::Mkldnn,
                                     at::Layout::Strided};
    if (number < 1 || number > static_cast<std::int64_t>(kLayouts.size()))
        throw std::runtime_error("the export uses layout number " + std::to_string(number) +
                                 ", which this version does not know");
    return kLayouts[static_cast<std::size_t>(number - 1)];
}

at::MemoryFormat memoryFormatOfExport(std::int64_t number)
{
    constexpr std::array kFormats = {at::MemoryFormat::Contiguous, at::MemoryFormat::ChannelsLast,
                                     at::MemoryFormat::ChannelsLast3d, at::MemoryFormat::Preserve};
    if (number < 1 || number > static_cast<std::int64_t>(kFormats.size()))
        throw std::runtime_error("the export uses memory format number " + std::to_string(number) +
                                 ", which this version does not know");
    return kFormats[static_cast<std::size_t>(number - 1)];
}

TensorMeta readTensorMeta(const nlohmann::json& meta)
{
    TensorMeta result;
    result.dtype = scalarTypeOfExport(meta.at("dtype").get<std::int64_t>());
    for (const nlohmann::json& size : meta.at("sizes"))
        result.sizes.push_back(readDimension(size));
    for (const nlohmann::json& stride : meta.at("strides"))
        result.strides.push_back(readDimension(stride));
    result.storageOffset = readDimension(meta.at("storage_offset")).value;
    const nlohmann::json& device = meta.at("device");
    result.device = at::Device(device.at("type").get<std::string>());
    if (const auto index = device.find("index"); index != device.end() && index->is_number())
        result.device.set_index(index->get<c10::DeviceIndex>());
    return result;
}

at::Device placedOn(const nlohmann::json& device, at::Device target)
{
    at::Device result(device.at("type").get<std::string>());
    if (result.is_cuda())
        return target.is_cuda() ? target : result;
    return result;
}

std::string dtypeName(at::ScalarType type)
{
    const auto* row = std::find_if(kTypes.begin(), kTypes.end(),
                                   [&](const TypeRow& candidate) { return candidate.type == type; });
    return row == kTypes.end() ? c10::toString(type) : row->name;
}

std::optional<at::ScalarType> dtypeOfName(const std::string& name)
{
    const auto* row = std::find_if(kTypes.begin(), kTypes.end(),
                                   [&](const TypeRow& candidate) { return name == candidate.name; });
    return row == kTypes.end() ? std::nullopt : std::optional(row->type);
}

} // namespace twintrace
