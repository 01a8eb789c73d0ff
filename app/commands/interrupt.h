// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/cancel_token.h"

namespace twintrace
{

/// While it lives, Ctrl+C and SIGTERM cancel the job instead of ending the program at once, so that the
/// children end and the session is written. A second Ctrl+C ends the program; the guard cleans up then.
class InterruptScope
{
  public:
    explicit InterruptScope(CancelToken& cancel);
    ~InterruptScope();
    InterruptScope(const InterruptScope&) = delete;
    InterruptScope& operator=(const InterruptScope&) = delete;
};

} // namespace twintrace
