// SPDX-License-Identifier: MIT
#pragma once

namespace twintrace
{

/// Hands NVTX's tables to the same libcupti that the recorder uses; 0 when there is none.
[[nodiscard]] int forwardNvtx(void* getExportTable) noexcept;

} // namespace twintrace
