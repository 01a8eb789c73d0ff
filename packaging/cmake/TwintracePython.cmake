# SPDX-License-Identifier: MIT
# Finds the Python whose torch is used: TWINTRACE_PYTHON, else .venv beside the source.
if(NOT TWINTRACE_PYTHON AND EXISTS ${TWINTRACE_SOURCE_ROOT}/.venv/bin/python)
    set(TWINTRACE_PYTHON ${TWINTRACE_SOURCE_ROOT}/.venv/bin/python CACHE FILEPATH "" FORCE)
endif()
