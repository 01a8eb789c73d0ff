#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Opens a file beyond 4 GiB (simdjson's limit for one document) and cancels the opening of one of 1.3 GB at
# many moments.
#     TWINTRACE_BIG_FILES=1 tests/core/import/big_files.sh BUILD_FOLDER [FOLDER_FOR_THE_FILES]
# Skips (77) unless TWINTRACE_BIG_FILES is set: it takes 6 GB of disk, 4 GB of memory and minutes.
set -euo pipefail
build=$1
folder=$(mktemp -d "${2:-${TMPDIR:-/tmp}}/twintrace-big.XXXXXX")
trap 'rm -rf "$folder"' EXIT
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ -z "${TWINTRACE_BIG_FILES:-}" ]; then
    echo "Set TWINTRACE_BIG_FILES=1 to try files of gigabytes."
    exit 77
fi
free_kilobytes=$(df --output=avail -k "$folder" | tail -1)
memory_kilobytes=$(awk '/MemAvailable/ {print $2}' /proc/meminfo)
if [ "$free_kilobytes" -lt 7000000 ] || [ "$memory_kilobytes" -lt 5000000 ]; then
    echo "Skipped: 7 GB of disk and 5 GB of memory are needed."
    exit 77
fi

echo "== a file of 1.3 GB is cancelled"
python3 "$here/make_big_trace.py" 1300000000 "$folder/big.json" >/dev/null
TWINTRACE_BIG_TRACE=$folder/big.json "$build/tests/core_import_test" --gtest_filter='BigFile.IsCancelled*'
rm "$folder/big.json"

echo "== a file beyond 4 GiB opens"
kernels=$(python3 "$here/make_big_trace.py" 4400000000 "$folder/huge.json")
[ "$(stat -c %s "$folder/huge.json")" -gt 4294967296 ]
TWINTRACE_BIG_TRACE=$folder/huge.json TWINTRACE_BIG_KERNELS=$kernels \
    "$build/tests/core_import_test" --gtest_filter='BigFile.Opens*'
