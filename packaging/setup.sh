# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by run.sh and test.sh: brings a fresh Debian 12 or Ubuntu 24.04 to the point where Twintrace builds.
# Safe to repeat; talks on standard error only. Gives the functions below and the variable TWINTRACE_PYTHON.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
torch_version=2.13.0

build_packages="g++ cmake ninja-build pkg-config make python3 python3-dev python3-venv openssl
 qt6-base-dev qt6-base-dev-tools qt6-svg-dev qt6-qpa-plugins libgl-dev libqcustomplot-dev nlohmann-json3-dev
 libsimdjson-dev libdeflate-dev zlib1g-dev libzip-dev libexpected-dev libcli11-dev fonts-dejavu-core fonts-inter"
test_packages="libgtest-dev libgmock-dev libbenchmark-dev xvfb xauth xdotool openbox imagemagick
 clang-14 libclang-rt-14-dev clang-format-14 clang-tidy-14 git"

say() { printf 'twintrace: %s\n' "$*" >&2; }
stop() { say "$*"; exit 5; }

# install_packages NAME..: the Debian packages that are missing; without root it prints the line to run and stops.
install_packages() {
    local missing=() name
    for name in "$@"; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return
    if [ "$(id -u)" -ne 0 ]; then
        stop "Some Debian packages are missing; run this line, then start again:
    sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
    fi
    say "installing ${#missing[@]} Debian packages …"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2 || say "apt-get update failed; trying with the package lists that are here"
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 \
        || stop "apt-get could not install: ${missing[*]}. Check the network and the package sources, then start again."
}

# use_python: TWINTRACE_PYTHON when it names a Python with torch >= 2.11, else .venv with torch of its own.
use_python() {
    if [ -n "${TWINTRACE_PYTHON:-}" ]; then
        "$TWINTRACE_PYTHON" - <<'PY' || stop "TWINTRACE_PYTHON ($TWINTRACE_PYTHON) has no torch 2.11 or newer; install one into it, or unset the variable so that Twintrace makes its own .venv."
import sys
try:
    import torch
except ImportError:
    sys.exit(1)
sys.exit(tuple(int(n) for n in torch.__version__.split("+")[0].split(".")[:2]) < (2, 11))
PY
    else
        TWINTRACE_PYTHON=$root/.venv/bin/python
        if ! "$TWINTRACE_PYTHON" -c "import torch, numpy, sys; sys.exit(not torch.__version__.startswith('$torch_version'))" 2>/dev/null; then
            say "making .venv with torch $torch_version (about 1 GB, once) …"
            local python=/usr/bin/python3
            [ -x "$python" ] || python=python3
            "$python" -m venv "$root/.venv" >&2 \
                || stop "python3 -m venv failed; install python3-venv, remove .venv and start again."
            "$TWINTRACE_PYTHON" -m pip install -q "torch==$torch_version" numpy >&2 \
                || stop "pip could not install torch $torch_version into .venv; check the network, or name a Python that has torch in TWINTRACE_PYTHON."
        fi
    fi
    export TWINTRACE_PYTHON
}

# build_release TARGET..: configures and builds build/release; no target means everything.
build_release() {
    local log=$root/build/setup.log targets=() launcher=()
    mkdir -p "$root/build"
    for name in "$@"; do targets+=(--target "$name"); done
    [ -n "${TWINTRACE_CCACHE:-}" ] && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    if ! (cd "$root" && cmake --preset release -DTWINTRACE_PYTHON="$TWINTRACE_PYTHON" "${launcher[@]}" &&
          cmake --build --preset release "${targets[@]}") >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        stop "the build failed; the whole log is build/setup.log."
    fi
}
