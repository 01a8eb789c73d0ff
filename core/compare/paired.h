// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

namespace twintrace
{

/// The run compared against. A type of its own, so that the two runs cannot be swapped by mistake.
template <class T> struct Baseline {
    T value;
};
/// The run under judgement.
template <class T> struct Candidate {
    T value;
};

/// The same thing of both runs.
template <class T> struct Paired {
    T baseline{};
    T candidate{};
};

} // namespace twintrace
