# SPDX-License-Identifier: MIT
# Finds CUPTI's headers (libcupti itself is opened at run time): TWINTRACE_CUPTI_INCLUDE, a CUDA toolkit, or the nvidia
# packages beside torch. Gives TWINTRACE_CUPTI_INCLUDE_DIRS (empty: the recorder is built to say why it cannot record)
# and TWINTRACE_CUPTI_LIBRARY_DIR (where a libcupti lies beside them, for tests).
file(GLOB twintrace_nvidia_roots
     ${TWINTRACE_SOURCE_ROOT}/.venv/lib/python3*/site-packages/nvidia/cu1*)
if(TWINTRACE_PYTHON)
    get_filename_component(twintrace_python_bin ${TWINTRACE_PYTHON} DIRECTORY)
    file(GLOB twintrace_python_roots
         ${twintrace_python_bin}/../lib/python3*/site-packages/nvidia/cu1*
         ${twintrace_python_bin}/../lib/python3*/dist-packages/nvidia/cu1*)
endif()
set(twintrace_cuda_roots $ENV{CUDA_HOME} $ENV{CUDA_PATH} /usr/local/cuda)
find_path(TWINTRACE_CUPTI_INCLUDE cupti.h
          HINTS ${twintrace_cuda_roots} ${twintrace_python_roots} ${twintrace_nvidia_roots}
          PATH_SUFFIXES include extras/CUPTI/include
          DOC "Folder of cupti.h")
# cupti.h includes CUDA's own headers, and those want crt/, which the toolkit has but torch's packages leave out.
find_path(TWINTRACE_CUDA_INCLUDE crt/host_config.h
          HINTS ${twintrace_cuda_roots} ${twintrace_python_roots} ${twintrace_nvidia_roots}
          PATH_SUFFIXES include
          DOC "Folder of cuda.h and crt/")
set(TWINTRACE_CUPTI_INCLUDE_DIRS)
set(TWINTRACE_CUPTI_LIBRARY_DIR)
if(TWINTRACE_CUPTI_INCLUDE AND TWINTRACE_CUDA_INCLUDE)
    set(TWINTRACE_CUPTI_INCLUDE_DIRS ${TWINTRACE_CUPTI_INCLUDE} ${TWINTRACE_CUDA_INCLUDE})
    list(REMOVE_DUPLICATES TWINTRACE_CUPTI_INCLUDE_DIRS)
    foreach(folder lib lib64)
        file(GLOB twintrace_libcupti ${TWINTRACE_CUPTI_INCLUDE}/../${folder}/libcupti.so.*)
        if(twintrace_libcupti)
            get_filename_component(TWINTRACE_CUPTI_LIBRARY_DIR ${TWINTRACE_CUPTI_INCLUDE}/../${folder} ABSOLUTE)
        endif()
    endforeach()
    message(STATUS "CUPTI headers: ${TWINTRACE_CUPTI_INCLUDE}")
else()
    message(STATUS "CUPTI headers: not found, so GPU recording is left out. A CUDA toolkit has them, or: "
                   "pip install nvidia-cuda-cupti nvidia-cuda-runtime nvidia-cuda-crt")
endif()
