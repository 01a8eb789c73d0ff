#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Holds the built program against the reference traces beside the checkout; skips (77) where they are absent.
# usage: conformance.sh TWINTRACE_BINARY SOURCE_DIR
check=$2/../shared/tools/conformance.py
if [ ! -e "$check" ]; then
    echo "skipped: there is no ../shared with reference traces beside the checkout"
    exit 77
fi
exec python3 "$check" "$1"
