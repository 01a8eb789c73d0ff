// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace twintrace
{

/// The exit code of the contract for a kind of failure.
[[nodiscard]] int exitCodeOf(ErrorCode code);

/// Prints the error's sentence (and its detail, indented) to standard error; gives the exit code.
[[nodiscard]] int reportError(const Error& error);

} // namespace twintrace
