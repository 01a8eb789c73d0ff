#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the tests that are labelled "threads" under ThreadSanitizer and runs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p build
cmake --preset tsan -DTWINTRACE_GUI=OFF >build/tsan.log
cmake --build --preset tsan >>build/tsan.log 2>&1 || { tail -n 60 build/tsan.log; exit 1; }
ctest --preset tsan -L threads
