// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/weight_reader.h"

#include "capture/runner/tensor_file.h"

#include <ATen/ops/empty.h>

#include <cstring>
#include <set>

namespace twintrace
{
namespace
{

// One record as flat bytes on the device where its tensors live.
Result<at::Tensor> readStorage(const Pt2Archive& archive, const std::string& record, at::Device device)
{
    auto content = archive.bytes(record);
    if (!content)
        return tl::unexpected(content.error());
    const auto size = static_cast<std::int64_t>(content->second);
    c10::Storage storage(c10::Storage::use_byte_size_t(), content->second, std::move(content->first), nullptr,
                         false);
    at::Tensor flat = at::empty({0}, at::TensorOptions().dtype(at::kByte));
    flat.set_(std::move(storage), 0, {size}, {1});
    return device.is_cpu() ? flat : flat.to(device);
}

Result<at::Tensor> readPickled(const Pt2Archive& archive, const std::string& record, const std::string& name)
{
    auto content = archive.bytes(record);
    if (!content)
        return tl::unexpected(content.error());
    const char* begin = static_cast<const char*>(content->first.get());
    auto leaves = readTensors(std::vector<char>(begin, begin + content->second), "the weight " + name);
    if (!leaves)
        return tl::unexpected(leaves.error());
    if (leaves->size() != 1 || !leaves->front().isTensor())
        return fail(ErrorCode::Unsupported,
                    "The constant " + name + " of " + archive.path() +
                        " is a Python object, which cannot be run without Python; make it a tensor.");
    return leaves->front().toTensor();
}

Result<at::Tensor> viewOf(const at::Tensor& storage, const TensorMeta& meta, const std::string& name)
{
    std::vector<std::int64_t> sizes, strides;
    std::int64_t last = meta.storageOffset;
    bool isEmpty = false;
    for (std::size_t at = 0; at < meta.sizes.size(); ++at) {
        sizes.push_back(meta.sizes[at].value);
        strides.push_back(at < meta.strides.size() ? meta.strides[at].value : 1);
        isEmpty |= sizes.back() == 0;
        last += (sizes.back() - 1) * strides.back();
    }
    const auto itemBytes = static_cast<std::int64_t>(c10::elementSize(meta.dtype));
    if (!isEmpty && (last + 1) * itemBytes > storage.numel())
        return fail(ErrorCode::Unreadable,
                    "The weight " + name + " is cut: " + std::to_string(storage.numel()) + " bytes where " +
                        std::to_string((last + 1) * itemBytes) + " are needed; save the model again.");
    at::Tensor tensor = at::empty({0}, at::TensorOptions().dtype(meta.dtype).device(storage.device()));
    tensor.set_(storage.storage(), meta.storageOffset, sizes, strides);
    return tensor;
}

} // namespace

Result<void> readWeights(const Pt2Archive& archive, const std::string& model, at::Device device,
                         ExportedProgram& program)
{
    std::map<std::string, at::Tensor> storages;
    std::set<std::string> counted;
    for (const char* kind : {"weights", "constants"}) {
        const std::string folder = std::string("data/") + kind + "/";
        const std::string config = folder + model + "_" + kind + "_config.json";
        if (!archive.has(config))
            continue;
        auto text = archive.text(config);
        if (!text)
            return tl::unexpected(text.error());
        const nlohmann::json entries = nlohmann::json::parse(*text).at("config");
        for (const auto& [name, entry] : entries.items()) {
            const std::string record = folder + entry.at("path_name").get<std::string>();
            if (entry.value("use_pickle", false)) {
                auto tensor = readPickled(archive, record, name);
                if (!tensor)
                    return tl::unexpected(tensor.error());
                const auto meta = entry.find("tensor_meta");
                program.weights[name] = meta == entry.end() || meta->is_null()
                                            ? *tensor
                                            : tensor->to(placedOn(meta->at("device"), device));
                continue;
            }
            const TensorMeta meta = readTensorMeta(entry.at("tensor_meta"));
            const at::Device place = meta.device.is_cuda() && device.is_cuda() ? device : meta.device;
            const std::string key = record + "@" + place.str();
            if (!storages.contains(key)) {
                auto storage = readStorage(archive, record, place);
                if (!storage)
                    return tl::unexpected(storage.error());
                storages[key] = std::move(*storage);
            }
            auto tensor = viewOf(storages[key], meta, name);
            if (!tensor)
                return tl::unexpected(tensor.error());
            if (entry.value("is_param", false) && counted.insert(key).second)
                program.parameterCount += tensor->numel();
            program.weights[name] = std::move(*tensor);
        }
    }
    return {};
}

} // namespace twintrace
