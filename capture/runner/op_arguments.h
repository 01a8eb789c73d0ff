// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/json_text.h"

#include <ATen/core/ivalue.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace twintrace
{

/// Arguments of an op packed into 64-bit words while recording, and unpacked when the trace is written: no
/// text is made and nothing is allocated between the ops that are measured.

/// Packs one argument; returns the words written, 0 when it does not fit.
[[nodiscard]] std::size_t packArgument(const c10::IValue& value, std::span<std::int64_t> words);

/// Adds "Input Dims", "Input type" and "Concrete Inputs" as Kineto writes them.
void writeArguments(std::span<const std::int64_t> words, JsonFields& fields);

} // namespace twintrace
