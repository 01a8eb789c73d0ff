# SPDX-License-Identifier: GPL-3.0-or-later
# What the root CMakeLists.txt gives, for building this folder alone: options, and the few rooms the runner needs.
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
list(APPEND CMAKE_MODULE_PATH ${root}/packaging/cmake)
set(TWINTRACE_PYTHON "$ENV{TWINTRACE_PYTHON}" CACHE FILEPATH "The Python whose torch the runner is built against")
include(TwintraceTargets)
include(TwintracePython)

find_package(tl-expected REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)

# The rooms hang their files on twintrace_core where it exists; here only the small libraries beside it are wanted.
add_library(twintrace_core STATIC EXCLUDE_FROM_ALL)
target_link_libraries(twintrace_core PUBLIC twintrace_options tl::expected nlohmann_json::nlohmann_json)
foreach(room core/base core/export capture/protocol capture/cupti)
    add_subdirectory(${root}/${room} ${PROJECT_BINARY_DIR}/${room})
endforeach()
