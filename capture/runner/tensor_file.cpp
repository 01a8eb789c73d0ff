// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/tensor_file.h"

#include <torch/csrc/jit/serialization/pickle.h>

#include <fstream>
#include <iterator>

namespace twintrace
{
namespace
{

void flatten(const c10::IValue& value, std::vector<c10::IValue>& leaves)
{
    if (value.isTuple()) {
        for (const c10::IValue& element : value.toTupleRef().elements())
            flatten(element, leaves);
    } else if (value.isList()) {
        for (const c10::IValue& element : value.toListRef())
            flatten(element, leaves);
    } else if (value.isGenericDict()) {
        // Python's pytree keeps the order in which keys were put in, and so does c10's dictionary.
        for (const auto& entry : value.toGenericDict())
            flatten(entry.value(), leaves);
    } else {
        leaves.push_back(value);
    }
}

} // namespace

Result<std::vector<c10::IValue>> readTensorFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return fail(ErrorCode::Unreadable, "The tensor file " + path + " cannot be opened; check the path.");
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return readTensors(bytes, path);
}

Result<std::vector<c10::IValue>> readTensors(const std::vector<char>& bytes, const std::string& name)
{
    try {
        std::vector<c10::IValue> leaves;
        flatten(torch::jit::pickle_load(bytes), leaves);
        return leaves;
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Unreadable,
                    "The tensors in " + name +
                        " cannot be read; they must be plain tensors and numbers in tuples, lists and dicts.",
                    exception.what());
    }
}

Result<void> writeTensorFile(const std::string& path, const std::vector<c10::IValue>& values)
{
    try {
        c10::impl::GenericList list(c10::AnyType::get());
        for (const c10::IValue& value : values)
            list.push_back(value.isTensor() && value.toTensor().defined() ? value.toTensor().cpu() : value);
        const std::vector<char> bytes = torch::jit::pickle_save(list);
        std::ofstream file(path, std::ios::binary | std::ios::trunc);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        file.close();
        if (!file)
            return fail(ErrorCode::Unwritable, "The outputs cannot be written to " + path +
                                                   "; check the folder and the free space of the disk.");
        return {};
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Failed, "The outputs of the model cannot be stored in a file.",
                    exception.what());
    }
}

} // namespace twintrace
