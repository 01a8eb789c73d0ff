#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the libFuzzer targets (clang, ASan, UBSan) and runs each for SECONDS (default 60) from the golden cases.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-60}
mkdir -p build
cmake --preset fuzz >build/fuzz.log
cmake --build --preset fuzz --target import_fuzzer gzip_import_fuzzer >>build/fuzz.log 2>&1 || { tail -n 60 build/fuzz.log; exit 1; }
for target in build/fuzz/fuzz/*_fuzzer; do
    corpus=build/fuzz/corpus-$(basename "$target")
    mkdir -p "$corpus"
    echo "$target: $seconds s"
    "$target" -max_total_time="$seconds" -entropic=0 -rss_limit_mb=2048 -timeout=20 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix=build/fuzz/ "$corpus" tests/golden/cases 2>build/fuzz/last.log ||
        { tail -n 40 build/fuzz/last.log; exit 1; }
    grep -E 'stat::number_of_executed_units|stat::peak_rss_mb' build/fuzz/last.log
done
