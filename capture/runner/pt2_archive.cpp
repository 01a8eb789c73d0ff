// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/pt2_archive.h"

#include <caffe2/serialize/inline_container.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace twintrace
{
namespace
{

// Whether a zip archive is whole: its directory stands at the end, after at most 64 KiB of comment.
bool hasZipDirectory(std::ifstream& file)
{
    file.clear();
    file.seekg(0, std::ios::end);
    const std::streamoff size = file.tellg();
    file.seekg(std::max<std::streamoff>(0, size - 66'000));
    const std::string tail{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return tail.find("PK\x05\x06") != std::string::npos;
}

// What the first bytes say about a file that is no readable .pt2, as the rest of a sentence.
std::string describeForeignFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::array<char, 512> head{};
    file.read(head.data(), head.size());
    const std::string_view bytes(head.data(), static_cast<std::size_t>(file.gcount()));
    if (bytes.empty())
        return "is empty";
    if (bytes.starts_with("PK"))
        return hasZipDirectory(file) ? "is a zip archive that holds no model"
                                     : "is a zip archive that is cut or damaged";
    if (bytes.starts_with("\x7f"
                          "ELF"))
        return "is a shared library";
    if (bytes.starts_with("\x80"))
        return "is a Python pickle";
    const bool isText = std::all_of(bytes.begin(), bytes.end(), [](char byte) {
        return static_cast<unsigned char>(byte) >= 32 || byte == '\n' || byte == '\r' || byte == '\t';
    });
    return isText ? "is a text file" : "is no .pt2 archive";
}

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

constexpr const char* kRemedy = "; give a .pt2 of torch.export.save or an AOTInductor package";

} // namespace

Pt2Archive::Pt2Archive(Pt2Archive&&) noexcept = default;
Pt2Archive& Pt2Archive::operator=(Pt2Archive&&) noexcept = default;
Pt2Archive::~Pt2Archive() = default;

Result<Pt2Archive> Pt2Archive::open(const std::string& path)
{
    std::error_code status;
    if (!std::filesystem::exists(path, status))
        return fail(ErrorCode::Unreadable, "There is no file " + path + "; check the path.");
    if (std::filesystem::is_directory(path, status))
        return fail(ErrorCode::Unreadable, path + " is a folder" + kRemedy + ".");
    if (std::FILE* probe = std::fopen(path.c_str(), "rb"))
        std::fclose(probe);
    else
        return fail(ErrorCode::Unreadable,
                    path + " cannot be read (" + std::strerror(errno) + "); check its permissions.");
    Pt2Archive archive;
    archive.m_path = path;
    try {
        archive.m_reader = std::make_unique<caffe2::serialize::PyTorchStreamReader>(path);
        archive.m_records = archive.m_reader->getAllRecords();
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Unreadable, path + " " + describeForeignFile(path) + kRemedy + ".",
                    exception.what());
    }
    for (const std::string& record : archive.m_records) {
        constexpr std::string_view kPrograms = "models/", kPackages = "data/aotinductor/";
        if (record.starts_with(kPrograms) && record.ends_with(".json")) {
            archive.m_programs.push_back(
                record.substr(kPrograms.size(), record.size() - kPrograms.size() - 5));
        } else if (record.starts_with(kPackages)) {
            std::string model =
                record.substr(kPackages.size(), record.find('/', kPackages.size()) - kPackages.size());
            if (std::find(archive.m_packages.begin(), archive.m_packages.end(), model) ==
                archive.m_packages.end())
                archive.m_packages.push_back(std::move(model));
        }
    }
    if (archive.m_programs.empty() && archive.m_packages.empty()) {
        const char* what = archive.has("constants.pkl") ? "is a TorchScript file"
                           : archive.has("data.pkl")    ? "is a checkpoint of torch.save without a program"
                                                        : "holds no model";
        return fail(ErrorCode::Unreadable, path + " " + what + kRemedy + ".");
    }
    return archive;
}

bool Pt2Archive::has(const std::string& record) const
{
    return std::find(m_records.begin(), m_records.end(), record) != m_records.end();
}

Result<std::string> Pt2Archive::choose(const std::vector<std::string>& models) const
{
    if (std::find(models.begin(), models.end(), "model") != models.end())
        return "model";
    if (models.size() == 1)
        return models.front();
    return fail(ErrorCode::Unreadable, m_path + " holds several models (" + joined(models) +
                                           ") and none is named \"model\"; save the one you mean alone.");
}

Result<std::string> Pt2Archive::text(const std::string& record) const
{
    auto content = bytes(record);
    if (!content)
        return tl::unexpected(content.error());
    return std::string(static_cast<const char*>(content->first.get()), content->second);
}

Result<std::pair<at::DataPtr, std::size_t>> Pt2Archive::bytes(const std::string& record) const
{
    try {
        auto [pointer, size] = m_reader->getRecord(record);
        return std::pair<at::DataPtr, std::size_t>(std::move(pointer), size);
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Unreadable,
                    m_path + " is damaged: \"" + record + "\" cannot be read; save the model again.",
                    exception.what());
    }
}

} // namespace twintrace
