#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Configures and builds capture/runner alone against each torch version named, since LibTorch has no stable C++ ABI.
# A version that .venv does not have gets a venv of its own in build/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. packaging/setup.sh
use_python
for version in "$@"; do
    python=$TWINTRACE_PYTHON
    if ! "$python" -c "import torch, sys; sys.exit(not torch.__version__.startswith('$version'))"; then
        python=$root/build/torch-$version/bin/python
        if ! "$python" -c "import torch" 2>/dev/null; then
            say "installing torch $version into build/torch-$version …"
            /usr/bin/python3 -m venv "build/torch-$version" || python3 -m venv "build/torch-$version"
            if ! "$python" -m pip install -q "torch==$version" >&2; then
                say "torch $version could not be installed here; the runner is not built against it"
                continue
            fi
        fi
    fi
    cmake -G Ninja -S capture/runner -B "build/runner-$version" -DCMAKE_BUILD_TYPE=Release \
        -DTWINTRACE_PYTHON="$python" >"build/runner-$version.log"
    cmake --build "build/runner-$version" >>"build/runner-$version.log" 2>&1 ||
        { tail -n 60 "build/runner-$version.log"; exit 1; }
    echo "twintrace-runner builds against torch $version"
done
