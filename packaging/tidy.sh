#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy 14 over the sources that build with clang (core, capture/client, capture/protocol, views, app):
# packaging/tidy.sh [FILE..]; without arguments the rooms of core.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ -e build/asan/compile_commands.json ] || cmake --preset asan >/dev/null
files=("$@")
[ ${#files[@]} -gt 0 ] || mapfile -t files < <(git ls-files 'core/*.cpp')
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 4 clang-tidy-14 -p build/asan --quiet 2>/dev/null
echo "clang-tidy: ${#files[@]} files"
