// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// Folders in which libcupti may lie, best first: TWINTRACE_CUPTI_PATH, beside the CUDA libraries that this
/// program has loaded (a Python's nvidia packages, a toolkit), the active virtual environment, CUDA_HOME, the
/// usual toolkit places.
[[nodiscard]] std::vector<std::string> cuptiFolders();

/// Of the folders of the libraries a program has loaded, those that can hold libcupti, each once.
[[nodiscard]] std::vector<std::string> foldersBeside(const std::vector<std::string>& loadedLibraries);

} // namespace twintrace
