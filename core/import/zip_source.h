// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/byte_source.h"

#include <memory>

namespace twintrace
{

/// The first file of a zip archive.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> openZip(std::unique_ptr<ByteSource> archive);

} // namespace twintrace
