// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/op_arguments.h"

#include <ATen/core/Tensor.h>

#include <array>
#include <bit>
#include <charconv>
#include <string>

namespace twintrace
{
namespace
{

// The first word of an argument: what it is, and how many words or tensors follow.
enum class Tag : std::int64_t { Other, None, Tensor, TensorList, Int, Double, Bool, IntList };

std::int64_t header(Tag tag, std::size_t count)
{
    return (static_cast<std::int64_t>(tag) << 32U) | static_cast<std::int64_t>(count);
}

Tag tagOf(std::int64_t word)
{
    return static_cast<Tag>(word >> 32U);
}

std::size_t countOf(std::int64_t word)
{
    return static_cast<std::size_t>(word & 0xFFFFFFFF);
}

// header, dtype, sizes…
std::size_t packTensor(const at::Tensor& tensor, std::span<std::int64_t> words)
{
    if (!tensor.defined()) {
        if (words.empty())
            return 0;
        words[0] = header(Tag::None, 0);
        return 1;
    }
    const auto sizes = tensor.sizes();
    if (words.size() < sizes.size() + 2)
        return 0;
    words[0] = header(Tag::Tensor, sizes.size());
    words[1] = static_cast<std::int64_t>(tensor.scalar_type());
    std::copy(sizes.begin(), sizes.end(), words.begin() + 2);
    return sizes.size() + 2;
}

std::size_t packOne(Tag tag, std::int64_t value, std::span<std::int64_t> words)
{
    if (words.size() < 2)
        return 0;
    words[0] = header(tag, 1);
    words[1] = value;
    return 2;
}

template <class Next> std::string listText(std::size_t count, Next next)
{
    std::string text(1, '[');
    for (std::size_t at = 0; at < count; ++at) {
        if (at > 0)
            text += ", ";
        text += next();
    }
    text += ']';
    return text;
}

std::string sizesText(std::span<const std::int64_t> sizes)
{
    std::size_t at = 0;
    return listText(sizes.size(), [&] { return std::to_string(sizes[at++]); });
}

// Kineto writes the C++ name of the element type.
std::string_view elementName(std::int64_t type)
{
    switch (static_cast<at::ScalarType>(type)) {
    case at::ScalarType::Float:
        return "float";
    case at::ScalarType::Double:
        return "double";
    case at::ScalarType::Long:
        return "long int";
    case at::ScalarType::Int:
        return "int";
    case at::ScalarType::Short:
        return "short int";
    case at::ScalarType::Char:
        return "signed char";
    case at::ScalarType::Byte:
        return "unsigned char";
    case at::ScalarType::Bool:
        return "bool";
    case at::ScalarType::Half:
        return "c10::Half";
    case at::ScalarType::BFloat16:
        return "c10::BFloat16";
    default:
        return c10::toString(static_cast<at::ScalarType>(type));
    }
}

std::string doubleText(std::int64_t bits)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), std::bit_cast<double>(bits)).ptr;
    return {text.data(), end};
}

// One argument read back, as elements of Kineto's three lists.
struct ArgumentText {
    std::string dims = "[]", type, concrete;
};

ArgumentText unpack(std::span<const std::int64_t>& words)
{
    ArgumentText text;
    const Tag tag = tagOf(words[0]);
    const std::size_t count = countOf(words[0]);
    words = words.subspan(1);
    switch (tag) {
    case Tag::Tensor:
        text.type = elementName(words[0]);
        text.dims = sizesText(words.subspan(1, count));
        words = words.subspan(1 + count);
        break;
    case Tag::TensorList:
        text.type = "TensorList";
        text.dims = listText(count, [&] { return unpack(words).dims; });
        break;
    case Tag::Int:
        text.type = "Scalar";
        text.concrete = std::to_string(words[0]);
        words = words.subspan(1);
        break;
    case Tag::Double:
        text.type = "Scalar";
        text.concrete = doubleText(words[0]);
        words = words.subspan(1);
        break;
    case Tag::Bool:
        text.type = "Scalar";
        text.concrete = words[0] != 0 ? "True" : "False";
        words = words.subspan(1);
        break;
    case Tag::IntList:
        text.type = "ScalarList";
        text.concrete = sizesText(words.first(count));
        words = words.subspan(count);
        break;
    case Tag::None:
    case Tag::Other:
        break;
    }
    return text;
}

} // namespace

std::size_t packArgument(const c10::IValue& value, std::span<std::int64_t> words)
{
    if (words.empty())
        return 0;
    if (value.isTensor())
        return packTensor(value.toTensor(), words);
    if (value.isInt())
        return packOne(Tag::Int, value.toInt(), words);
    if (value.isDouble())
        return packOne(Tag::Double, std::bit_cast<std::int64_t>(value.toDouble()), words);
    if (value.isBool())
        return packOne(Tag::Bool, static_cast<std::int64_t>(value.toBool()), words);
    if (value.isIntList()) {
        const auto list = value.toIntList();
        if (words.size() < list.size() + 1)
            return 0;
        words[0] = header(Tag::IntList, list.size());
        for (std::size_t at = 0; at < list.size(); ++at)
            words[at + 1] = list.get(at);
        return list.size() + 1;
    }
    if (value.isTensorList()) {
        const auto list = value.toTensorList();
        std::size_t used = 1;
        for (std::size_t at = 0; at < list.size(); ++at) {
            const std::size_t count = packTensor(list.get(at), words.subspan(used));
            if (count == 0)
                return 0;
            used += count;
        }
        words[0] = header(Tag::TensorList, list.size());
        return used;
    }
    words[0] = header(value.isNone() ? Tag::None : Tag::Other, 0);
    return 1;
}

void writeArguments(std::span<const std::int64_t> words, JsonFields& fields)
{
    if (words.empty())
        return;
    std::string dims, types, concrete;
    while (!words.empty()) {
        const ArgumentText text = unpack(words);
        const char* separator = dims.empty() ? "" : ", ";
        dims += separator + text.dims;
        types += separator;
        appendJsonText(types, text.type);
        concrete += separator;
        appendJsonText(concrete, text.concrete);
    }
    fields.json("Input Dims", "[" + dims + "]");
    fields.json("Input type", "[" + types + "]");
    fields.json("Concrete Inputs", "[" + concrete + "]");
}

} // namespace twintrace
