// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcessEnvironment>

#include <string>

namespace twintrace
{

/// The environment of this program with a mark in it ("NAME=value"), by which a process and all that it
/// starts are found again. An empty mark changes nothing.
[[nodiscard]] QProcessEnvironment markedEnvironment(const std::string& mark);

} // namespace twintrace
