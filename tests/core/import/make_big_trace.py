#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a trace of any size fast: launches and kernels on four streams.

usage: make_big_trace.py BYTES OUT.json      prints the number of kernels; each lasts 8 microseconds
"""
import sys

PAIRS = 10_000  # in one block; blocks differ in the first digits of their numbers only
LAUNCH = ('{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 7, "tid": 7, "ts": @@@@@%05d.000, '
          '"dur": 1.000, "args": {"cbid": 211, "correlation": @@@@@%04d}},\n')
KERNEL = ('{"ph": "X", "cat": "kernel", "name": "void k%d<float, 4>(int, float*)", "pid": 0, "tid": %d, '
          '"ts": @@@@@%05d.000, "dur": 8.000, "args": {"device": 0, "stream": %d, "correlation": @@@@@%04d}},\n')


def main():
    wanted, target = int(sys.argv[1]), sys.argv[2]
    lines = []
    for i in range(PAIRS):
        stream, time = i % 4, i // 4 * 10
        lines.append(LAUNCH % (time + stream, i))
        lines.append(KERNEL % (i % 50, stream, time + stream + 1, stream, i))
    block = "".join(lines).encode()
    blocks = max(1, -(-wanted // len(block)))
    if blocks > 89_999:
        sys.exit("At most about 300 TB can be written.")
    with open(target, "wb") as out:
        out.write(b'{"schemaVersion": 1, "traceEvents": [\n')
        for number in range(blocks):
            text = block.replace(b"@@@@@", b"%05d" % (10_000 + number))
            out.write(text if number + 1 < blocks else text[:-2] + b"\n]}\n")
    print(blocks * PAIRS)


main()
