// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace twintrace
{

/// An index into one kind of table; indices into different tables are different types and cannot be mixed up.
/// A default-made index is invalid and means "none".
template <class Tag, class Rep = std::uint32_t> class TypedIndex
{
  public:
    using rep = Rep;
    static constexpr Rep kNone = std::numeric_limits<Rep>::max();

    constexpr TypedIndex() = default;
    constexpr explicit TypedIndex(Rep value) : m_value(value) {}

    [[nodiscard]] constexpr Rep value() const { return m_value; }
    [[nodiscard]] constexpr bool isValid() const { return m_value != kNone; }
    constexpr explicit operator bool() const { return isValid(); }
    friend constexpr auto operator<=>(TypedIndex, TypedIndex) = default;

  private:
    Rep m_value = kNone;
};

} // namespace twintrace

template <class Tag, class Rep> struct std::hash<twintrace::TypedIndex<Tag, Rep>> {
    std::size_t operator()(twintrace::TypedIndex<Tag, Rep> index) const noexcept
    {
        return std::hash<Rep>{}(index.value());
    }
};
