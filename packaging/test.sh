#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up what is missing, builds everything and runs all tests; ends with ctest's summary.
# Arguments go to ctest:  packaging/test.sh -R import
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
# shellcheck disable=SC2086
install_packages $build_packages $test_packages
use_python
if ! "$TWINTRACE_PYTHON" -c 'import pytest' 2>/dev/null; then
    if [ "$TWINTRACE_PYTHON" = "$root/.venv/bin/python" ]; then
        "$TWINTRACE_PYTHON" -m pip install -q pytest >&2
    else  # the user's own Python stays as it is: pytest goes into a venv that sees its packages
        "$TWINTRACE_PYTHON" -m venv --system-site-packages "$root/.venv-test" >&2
        "$root/.venv-test/bin/python" -m pip install -q pytest >&2
        TWINTRACE_PYTHON=$root/.venv-test/bin/python
    fi
fi
say "building everything …"
build_release
cd "$root"
exec ctest --preset release "$@"
