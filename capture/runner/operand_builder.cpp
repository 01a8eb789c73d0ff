// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/operand_builder.h"

#include <ATen/ScalarOps.h>
#include <ATen/core/List.h>

#include <algorithm>
#include <stdexcept>

namespace twintrace
{
namespace
{

using nlohmann::json;
using Kind = Operand::Kind;

Operand constant(c10::IValue value)
{
    Operand operand;
    operand.constant = std::move(value);
    return operand;
}

Operand atSlot(std::uint32_t slot, Kind kind = Kind::Slot)
{
    Operand operand;
    operand.kind = kind;
    operand.slot = slot;
    return operand;
}

// Without the "?" of an optional argument.
c10::TypePtr bareType(const c10::TypePtr& type)
{
    if (type != nullptr)
        if (const auto optional = type->cast<c10::OptionalType>())
            return optional->getElementType();
    return type;
}

c10::TypePtr elementType(const c10::TypePtr& type)
{
    const auto list = type == nullptr ? nullptr : type->cast<c10::ListType>();
    return list == nullptr ? nullptr : list->getElementType();
}

bool isKind(const c10::TypePtr& type, c10::TypeKind kind)
{
    return type != nullptr && type->kind() == kind;
}

double asDouble(const c10::IValue& value)
{
    return value.isDouble() ? value.toDouble()
           : value.isBool() ? static_cast<double>(value.toBool())
                            : static_cast<double>(value.toInt());
}

std::int64_t asInt(const c10::IValue& value)
{
    return value.isBool() ? static_cast<std::int64_t>(value.toBool()) : value.toInt();
}

// "inf", "nan" and the like are written as texts by JSON writers that keep to the standard.
double readDouble(const json& value)
{
    return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

at::Scalar asScalar(const c10::IValue& value)
{
    // A bool keeps its type: True * int8 tensor is int8 in Python too.
    return value.isBool() ? at::Scalar(value.toBool()) : value.toScalar();
}

} // namespace

c10::IValue makeList(Kind kind, const std::vector<ListItem>& items, const std::vector<c10::IValue>& values)
{
    const auto each = [&](auto&& take) {
        for (const ListItem& item : items)
            take(item.slot < 0 ? item.constant : values[static_cast<std::size_t>(item.slot)]);
    };
    switch (kind) {
    case Kind::TensorList: {
        c10::List<at::Tensor> list;
        list.reserve(items.size());
        each([&](const c10::IValue& value) { list.push_back(value.toTensor()); });
        return list;
    }
    case Kind::OptionalTensorList: {
        c10::List<std::optional<at::Tensor>> list;
        list.reserve(items.size());
        each([&](const c10::IValue& value) { list.push_back(value.toOptional<at::Tensor>()); });
        return list;
    }
    case Kind::IntList: {
        c10::List<std::int64_t> list;
        list.reserve(items.size());
        each([&](const c10::IValue& value) { list.push_back(asInt(value)); });
        return list;
    }
    case Kind::FloatList: {
        c10::List<double> list;
        list.reserve(items.size());
        each([&](const c10::IValue& value) { list.push_back(asDouble(value)); });
        return list;
    }
    case Kind::BoolList: {
        c10::List<bool> list;
        list.reserve(items.size());
        each([&](const c10::IValue& value) { list.push_back(value.toBool()); });
        return list;
    }
    default:
        throw std::runtime_error("an operand that is no list was read as one");
    }
}

Operand OperandBuilder::forArgument(const json& value, const c10::Argument& argument) const
{
    return build(value, argument.type(), argument.N().value_or(0));
}

Operand OperandBuilder::untyped(const json& value) const
{
    return build(value, nullptr, 0);
}

std::uint32_t OperandBuilder::slotOf(const json& named, const char* key) const
{
    const auto name = named.at(key).get<std::string>();
    const auto found = m_slots.find(name);
    if (found == m_slots.end())
        throw std::runtime_error("it reads the value \"" + name + "\", which no earlier step makes");
    return found->second;
}

Operand OperandBuilder::number(c10::IValue value, const c10::TypePtr& type, std::int64_t fixedSize) const
{
    if (isKind(type, c10::TypeKind::TensorType))
        return constant(at::native::wrapped_scalar_tensor(asScalar(value)));
    if (isKind(type, c10::TypeKind::FloatType))
        return constant(asDouble(value));
    if (isKind(type, c10::TypeKind::IntType) && value.isBool())
        return constant(asInt(value));
    if (isKind(type, c10::TypeKind::BoolType) && value.isInt())
        return constant(value.toInt() != 0);
    if (elementType(type) != nullptr) // one number for a whole int[2], as Python's parser allows
        return list(std::vector<ListItem>(static_cast<std::size_t>(std::max<std::int64_t>(fixedSize, 1)),
                                          ListItem{-1, std::move(value)}),
                    type);
    return constant(std::move(value));
}

Operand OperandBuilder::computedNumber(std::uint32_t slot, const c10::TypePtr& type,
                                       std::int64_t fixedSize) const
{
    if (isKind(type, c10::TypeKind::TensorType))
        return atSlot(slot, Kind::WrappedNumber);
    if (isKind(type, c10::TypeKind::FloatType))
        return atSlot(slot, Kind::FloatOfNumber);
    if (elementType(type) != nullptr)
        return list(std::vector<ListItem>(static_cast<std::size_t>(std::max<std::int64_t>(fixedSize, 1)),
                                          ListItem{static_cast<std::int32_t>(slot), {}}),
                    type);
    return atSlot(slot);
}

Operand OperandBuilder::list(std::vector<ListItem> items, const c10::TypePtr& type) const
{
    const c10::TypePtr element = elementType(type);
    Operand operand;
    if (isKind(element, c10::TypeKind::TensorType))
        operand.kind = Kind::TensorList;
    else if (isKind(element, c10::TypeKind::OptionalType))
        operand.kind = Kind::OptionalTensorList;
    else if (isKind(element, c10::TypeKind::FloatType))
        operand.kind = Kind::FloatList;
    else if (isKind(element, c10::TypeKind::BoolType))
        operand.kind = Kind::BoolList;
    else if (isKind(element, c10::TypeKind::IntType))
        operand.kind = Kind::IntList;
    else
        throw std::runtime_error("it takes a list of a kind that cannot be passed without Python");
    const bool isConstant =
        std::all_of(items.begin(), items.end(), [](const ListItem& item) { return item.slot < 0; });
    if (isConstant)
        return constant(makeList(operand.kind, items, {}));
    operand.items = std::move(items);
    return operand;
}

Operand OperandBuilder::build(const json& value, const c10::TypePtr& optionalType,
                              std::int64_t fixedSize) const
{
    const c10::TypePtr type = bareType(optionalType);
    if (!value.is_object() || value.empty())
        throw std::runtime_error("an argument is damaged");
    const std::string key = value.begin().key();
    const json& content = value.begin().value();

    const auto symbol = [&](const json& named, auto&& readNumber) {
        return named.contains("as_name") ? ListItem{static_cast<std::int32_t>(slotOf(named, "as_name")), {}}
                                         : ListItem{-1, readNumber(named.begin().value())};
    };
    const auto readInt = [](const json& json) { return c10::IValue(json.get<std::int64_t>()); };
    const auto readFloat = [](const json& json) { return c10::IValue(readDouble(json)); };
    const auto readBool = [](const json& json) { return c10::IValue(json.get<bool>()); };
    const auto single = [&](const ListItem& item) {
        return item.slot < 0 ? number(item.constant, type, fixedSize)
                             : computedNumber(static_cast<std::uint32_t>(item.slot), type, fixedSize);
    };
    const auto each = [&](auto&& readItem) {
        std::vector<ListItem> items;
        for (const json& element : content)
            items.push_back(readItem(element));
        return list(std::move(items), type);
    };
    const auto tensorItem = [&](const json& element) {
        const json& named = element.contains("as_tensor") ? element["as_tensor"] : element;
        return named.contains("as_none") ? ListItem{}
                                         : ListItem{static_cast<std::int32_t>(slotOf(named, "name")), {}};
    };

    if (key == "as_none")
        return constant({});
    if (key == "as_tensor")
        return atSlot(slotOf(content, "name"));
    if (key == "as_optional_tensor")
        return content.contains("as_none") ? constant({}) : atSlot(slotOf(content.at("as_tensor"), "name"));
    if (key == "as_tensors" || key == "as_optional_tensors")
        return each(tensorItem);
    if (key == "as_int")
        return number(readInt(content), type, fixedSize);
    if (key == "as_float")
        return number(readFloat(content), type, fixedSize);
    if (key == "as_bool")
        return number(readBool(content), type, fixedSize);
    if (key == "as_complex")
        return number(
            c10::IValue(c10::complex<double>(readDouble(content.at("real")), readDouble(content.at("imag")))),
            type, fixedSize);
    if (key == "as_sym_int")
        return single(symbol(content, readInt));
    if (key == "as_sym_float")
        return single(symbol(content, readFloat));
    if (key == "as_sym_bool")
        return single(symbol(content, readBool));
    if (key == "as_ints")
        return each([&](const json& element) { return ListItem{-1, readInt(element)}; });
    if (key == "as_floats")
        return each([&](const json& element) { return ListItem{-1, readFloat(element)}; });
    if (key == "as_bools")
        return each([&](const json& element) { return ListItem{-1, readBool(element)}; });
    if (key == "as_sym_ints")
        return each([&](const json& element) { return symbol(element, readInt); });
    if (key == "as_sym_floats")
        return each([&](const json& element) { return symbol(element, readFloat); });
    if (key == "as_sym_bools")
        return each([&](const json& element) { return symbol(element, readBool); });
    if (key == "as_string")
        return constant(content.get<std::string>());
    if (key == "as_strings") {
        c10::List<std::string> texts;
        for (const json& element : content)
            texts.push_back(element.get<std::string>());
        return constant(texts);
    }
    if (key == "as_scalar_type")
        return constant(static_cast<std::int64_t>(scalarTypeOfExport(content.get<std::int64_t>())));
    if (key == "as_layout")
        return constant(static_cast<std::int64_t>(layoutOfExport(content.get<std::int64_t>())));
    if (key == "as_memory_format")
        return constant(static_cast<std::int64_t>(memoryFormatOfExport(content.get<std::int64_t>())));
    if (key == "as_device")
        return constant(placedOn(content, m_device));
    throw std::runtime_error("it takes an argument of the kind \"" + key + "\", which needs Python");
}

} // namespace twintrace
