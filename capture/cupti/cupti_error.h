// SPDX-License-Identifier: MIT
#pragma once

#include "capture/cupti/cupti_api.h"

#include <string>
#include <string_view>

namespace twintrace
{

/// What a CUPTI result means for the user: the code's name and number, what it stands for and the remedy.
/// `holder` is the other client's name where CUPTI told it.
[[nodiscard]] Error cuptiError(const CuptiApi& api, CUptiResult result, std::string_view call,
                               std::string_view holder = {});

} // namespace twintrace
