// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace twintrace
{

/// Asks for memory that is read soon, so that many slow reads wait at the same time instead of one after the
/// other. Changes nothing else; any address will do.
inline void prefetch(const void* place)
{
#if defined(__GNUC__)
    __builtin_prefetch(place);
    // Without this, GCC takes a function that does nothing but prefetch for one without effect and drops its
    // calls.
    asm volatile("");
#else
    (void)place;
#endif
}

} // namespace twintrace
