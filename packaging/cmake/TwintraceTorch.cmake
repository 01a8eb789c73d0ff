# SPDX-License-Identifier: MIT
# twintrace::torch: the LibTorch inside the wheel of TWINTRACE_PYTHON, as imported targets. find_package(Torch) is not
# used: with a CUDA wheel it insists on a toolkit, enables the CUDA language and fails on Debian 12's CMake.
#
# Sets TWINTRACE_TORCH_VERSION, TWINTRACE_TORCH_ROOT and TWINTRACE_TORCH_CUDA (ON when the wheel has libtorch_cuda and the
# headers of a CUDA toolkit are found, so that the CUDA half of the runner is compiled).

if(NOT TWINTRACE_PYTHON)
    message(FATAL_ERROR "TWINTRACE_PYTHON is not set: name the Python that has torch 2.11 or later "
                        "(-DTWINTRACE_PYTHON=/path/to/python), or turn the runner off (-DTWINTRACE_RUNNER=OFF).")
endif()

# torch is found, not imported: importing takes seconds and can fail for reasons that do not matter here.
execute_process(
    COMMAND ${TWINTRACE_PYTHON} -c "import importlib.util,sys; s=importlib.util.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')"
    OUTPUT_VARIABLE torch_root OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE python_status ERROR_QUIET)
if(NOT python_status EQUAL 0 OR NOT IS_DIRECTORY "${torch_root}/lib")
    message(FATAL_ERROR "${TWINTRACE_PYTHON} has no torch: install torch 2.11 or later for it, name another Python with "
                        "-DTWINTRACE_PYTHON=, or turn the runner off (-DTWINTRACE_RUNNER=OFF).")
endif()
file(STRINGS ${torch_root}/version.py version_line REGEX "^__version__")
string(REGEX REPLACE "^[^'\"]*['\"]([^'\"]*)['\"].*$" "\\1" TWINTRACE_TORCH_VERSION "${version_line}")
string(REGEX MATCH "^[0-9]+\\.[0-9]+" torch_release "${TWINTRACE_TORCH_VERSION}")
if(torch_release VERSION_LESS 2.11)
    message(FATAL_ERROR "${TWINTRACE_PYTHON} has torch ${TWINTRACE_TORCH_VERSION}; twintrace-runner needs 2.11 or later.")
endif()
set(TWINTRACE_TORCH_ROOT ${torch_root})

# The libraries that libtorch itself needs lie beside it in the wheels of NVIDIA; ld wants to see them (rpath-link).
file(GLOB nvidia_libraries LIST_DIRECTORIES true ${torch_root}/../nvidia/*/lib)
set(torch_link_options "LINKER:-rpath,${torch_root}/lib")
foreach(folder ${nvidia_libraries})
    list(APPEND torch_link_options "LINKER:-rpath-link,${folder}")
endforeach()
set(torch_includes ${torch_root}/include ${torch_root}/include/torch/csrc/api/include)

set(TWINTRACE_TORCH_CUDA OFF)
if(EXISTS ${torch_root}/lib/libtorch_cuda.so)
    file(GLOB cuda_headers ${torch_root}/../nvidia/cu*/include)
    # The wheels' own CUDA headers lack crt/: a toolkit is needed to compile, never to run.
    find_path(TWINTRACE_CUDA_INCLUDE crt/host_config.h
              PATHS $ENV{CUDA_HOME}/include /usr/local/cuda/include ${cuda_headers} NO_DEFAULT_PATH)
    if(TWINTRACE_CUDA_INCLUDE)
        set(TWINTRACE_TORCH_CUDA ON)
        list(APPEND torch_includes ${TWINTRACE_CUDA_INCLUDE} ${cuda_headers})
    endif()
endif()

# Registration happens in static initialisers: without --no-as-needed the linker drops libtorch_cuda.
set(torch_libraries ${torch_root}/lib/libtorch.so ${torch_root}/lib/libtorch_cpu.so ${torch_root}/lib/libc10.so)
if(EXISTS ${torch_root}/lib/libtorch_cuda.so)
    list(APPEND torch_libraries ${torch_root}/lib/libtorch_cuda.so ${torch_root}/lib/libc10_cuda.so)
endif()
if(TWINTRACE_TORCH_CUDA)
    file(GLOB cudart ${torch_root}/../nvidia/*/lib/libcudart.so.*)
    list(APPEND torch_libraries ${cudart})
    foreach(file ${cudart})
        get_filename_component(folder ${file} DIRECTORY)
        list(APPEND torch_link_options "LINKER:-rpath,${folder}")
    endforeach()
endif()

# Classes of LibTorch have other members without NDEBUG (RecordFunction, for one), and the wheel was built with it: a
# debug build of ours must look at them the same way.
set(torch_layout "$<$<NOT:$<CONFIG:Release,RelWithDebInfo,MinSizeRel>>:NDEBUG>")

add_library(twintrace::torch INTERFACE IMPORTED GLOBAL)
set_target_properties(twintrace::torch PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${torch_includes}"
    INTERFACE_LINK_OPTIONS "${torch_link_options}"
    INTERFACE_LINK_LIBRARIES "-Wl,--no-as-needed;${torch_libraries};-Wl,--as-needed"
    INTERFACE_COMPILE_DEFINITIONS "TWINTRACE_TORCH_VERSION=\"${TWINTRACE_TORCH_VERSION}\";${torch_layout}")
message(STATUS "LibTorch ${TWINTRACE_TORCH_VERSION} of ${TWINTRACE_PYTHON}, CUDA half: ${TWINTRACE_TORCH_CUDA}")
