// SPDX-License-Identifier: MIT
#include "capture/cupti/library_search.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <link.h>
#include <system_error>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;

void addOnce(std::vector<std::string>& folders, std::string folder)
{
    if (!folder.empty() && std::find(folders.begin(), folders.end(), folder) == folders.end())
        folders.push_back(std::move(folder));
}

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

void addToolkit(std::vector<std::string>& folders, const std::string& root)
{
    if (root.empty())
        return;
    addOnce(folders, root + "/lib64");
    addOnce(folders, root + "/extras/CUPTI/lib64");
}

// nvidia/cu13/lib (one folder for all since CUDA 13) and nvidia/cuda_cupti/lib (before) of a Python's
// packages.
void addSitePackages(std::vector<std::string>& folders, const std::string& environment)
{
    std::error_code error;
    for (const auto& python : fs::directory_iterator(environment + "/lib", error)) {
        const fs::path nvidia = python.path() / "site-packages" / "nvidia";
        for (const char* package : {"cu13", "cuda_cupti"}) {
            if (fs::is_directory(nvidia / package / "lib", error))
                addOnce(folders, (nvidia / package / "lib").string());
        }
    }
}

int collect(dl_phdr_info* object, std::size_t, void* names)
{
    if (object->dlpi_name != nullptr && object->dlpi_name[0] != '\0')
        static_cast<std::vector<std::string>*>(names)->emplace_back(object->dlpi_name);
    return 0;
}

} // namespace

std::vector<std::string> foldersBeside(const std::vector<std::string>& loadedLibraries)
{
    constexpr std::array kTellTale{"libcudart.so", "libcublas.so", "libnvrtc.so", "libcupti.so"};
    std::vector<std::string> folders;
    for (const std::string& library : loadedLibraries) {
        const fs::path path(library);
        const std::string name = path.filename().string();
        if (path.parent_path().empty() ||
            std::none_of(kTellTale.begin(), kTellTale.end(),
                         [&](const char* part) { return name.starts_with(part); }))
            continue;
        const fs::path folder = path.parent_path();
        addOnce(folders, folder.string());
        addOnce(folders, (folder.parent_path() / "extras" / "CUPTI" / "lib64").string());
        // .../nvidia/cuda_runtime/lib -> .../nvidia/cuda_cupti/lib
        addOnce(folders, (folder.parent_path().parent_path() / "cuda_cupti" / "lib").string());
    }
    return folders;
}

std::vector<std::string> cuptiFolders()
{
    std::vector<std::string> folders;
    const std::string own = variable("TWINTRACE_CUPTI_PATH");
    for (std::size_t at = 0; at < own.size();) {
        const std::size_t end = std::min(own.find(':', at), own.size());
        addOnce(folders, own.substr(at, end - at));
        at = end + 1;
    }
    std::vector<std::string> loaded;
    dl_iterate_phdr(&collect, &loaded);
    for (const std::string& folder : foldersBeside(loaded))
        addOnce(folders, folder);
    if (const std::string environment = variable("VIRTUAL_ENV"); !environment.empty())
        addSitePackages(folders, environment);
    addToolkit(folders, variable("CUDA_HOME"));
    addToolkit(folders, variable("CUDA_PATH"));
    addToolkit(folders, "/usr/local/cuda");
    return folders;
}

} // namespace twintrace
