#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up what is missing, builds, and runs twintrace with the arguments given (none: opens the app).
#   packaging/run.sh compare mlp
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
# shellcheck disable=SC2086
install_packages $build_packages
use_python
[ -x "$root/build/release/bin/twintrace" ] || say "building (some minutes, once) …"
build_release twintrace twintrace-guard twintrace-runner twintrace_inject
exec "$root/build/release/bin/twintrace" "$@"
