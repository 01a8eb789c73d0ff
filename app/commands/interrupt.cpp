// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/interrupt.h"

#include <atomic>
#include <csignal>

namespace twintrace
{
namespace
{

// A handler has no argument of ours; a store into a lock-free atomic is all it does.
std::atomic<CancelToken*> activeToken{nullptr};

void cancelActive(int signal)
{
    if (CancelToken* token = activeToken.load())
        token->cancel();
    std::signal(signal, SIG_DFL);
}

} // namespace

InterruptScope::InterruptScope(CancelToken& cancel)
{
    activeToken = &cancel;
    std::signal(SIGINT, cancelActive);
    std::signal(SIGTERM, cancelActive);
}

InterruptScope::~InterruptScope()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    activeToken = nullptr;
}

} // namespace twintrace
