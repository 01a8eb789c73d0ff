// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/byte_source.h"

#include <memory>

namespace twintrace
{

/// The source itself, or, when its text is UTF-16 (with or without a byte order mark), one that gives UTF-8.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> decodeUtf16(std::unique_ptr<ByteSource> source);

} // namespace twintrace
