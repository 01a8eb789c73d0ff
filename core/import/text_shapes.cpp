// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/text_shapes.h"

#include <algorithm>
#include <cstring>

namespace twintrace
{
namespace
{

constexpr std::uint32_t kMostTokens = 200;
constexpr std::string_view kPhases =
    "XBEiIRstf"; // those that need nothing but their fields and some arguments

// Sixteen characters that compilers keep in one vector register, whatever the machine.
using Characters = signed char __attribute__((vector_size(16)));
constexpr std::size_t kWidth = sizeof(Characters);

inline Characters charactersAt(const char* at)
{
    Characters characters;
    std::memcpy(&characters, at, kWidth);
    return characters;
}

// One bit for each character, from the outcome of a comparison.
inline unsigned bitsOf(Characters claims)
{
#ifdef __SSE2__
    using Plain = char __attribute__((vector_size(16)));
    return static_cast<unsigned>(__builtin_ia32_pmovmskb128(reinterpret_cast<Plain>(claims)));
#else
    std::uint64_t halves[2];
    std::memcpy(halves, &claims, sizeof(halves));
    const auto gather = [](std::uint64_t half) {
        return static_cast<unsigned>((half & 0x8080808080808080U) / 0x80 * 0x0102040810204080U >> 56);
    };
    return gather(halves[0]) | gather(halves[1]) << 8;
#endif
}

inline unsigned firstBit(unsigned bits)
{
    return static_cast<unsigned>(__builtin_ctz(bits));
}

inline bool isSameText(const char* at, const char* known, std::size_t length)
{
    for (; length > kWidth; length -= kWidth, at += kWidth, known += kWidth) {
        if (bitsOf(charactersAt(at) == charactersAt(known)) != 0xffff)
            return false;
    }
    const unsigned differing = ~bitsOf(charactersAt(at) == charactersAt(known));
    return (differing & ((1U << length) - 1)) == 0;
}

// Behind the digits at `at`.
inline const char* skipDigits(const char* at, const char* end)
{
    for (; at < end; at += kWidth) {
        const Characters text = charactersAt(at);
        const unsigned others = bitsOf((text < '0') | (text > '9'));
        if (others != 0)
            return at + firstBit(others);
    }
    return at;
}

// Behind the number at `at`; null when there is none (exponents are for others).
inline const char* skipNumber(const char* at, const char* end)
{
    at += *at == '-';
    const char* const whole = at;
    at = skipDigits(at, end);
    if (at == whole || (*whole == '0' && at > whole + 1))
        return nullptr;
    if (*at != '.')
        return at;
    const char* const fraction = at + 1;
    at = skipDigits(fraction, end);
    return at == fraction ? nullptr : at;
}

// Behind the quotation mark that ends the text whose inside begins at `at`; null when it holds an escape or
// anything but printable ASCII.
inline const char* skipText(const char* at, const char* end)
{
    for (; at < end; at += kWidth) {
        const Characters text = charactersAt(at);
        // As signed numbers, what is no ASCII lies below the control characters.
        const unsigned special = bitsOf((text == '"') | (text == '\\') | (text < ' '));
        if (special == 0)
            continue;
        at += firstBit(special);
        return *at == '"' ? at + 1 : nullptr;
    }
    return nullptr;
}

bool isConstant(EventKey key)
{
    return key == EventKey::Phase || key == EventKey::Category || key == EventKey::BindingPoint;
}

} // namespace

bool TextShape::learn(const Structure& structure, std::uint32_t i, std::uint32_t behind,
                      const EventFields& fields)
{
    if (behind - i > kMostTokens || fields.hasDuplicateKey() || fields.id2() != 0 ||
        fields.phase().size() != 3 || kPhases.find(fields.phase()[1]) == std::string_view::npos ||
        (fields.category().size() < 2 && !fields.category().empty()))
        return false;
    const ArgPlaces argPlaces = fields.argPlaces();
    const char* const text = structure.text.data();
    const char* from = text + structure.index[i];
    std::uint32_t textBegin = 0;
    std::uint32_t values = 0;
    const auto take = [&](const char* until, Value value) {
        m_text.insert(m_text.end(), from, until);
        m_steps.push_back({textBegin, static_cast<std::uint32_t>(m_text.size()) - textBegin, value});
        textBegin = static_cast<std::uint32_t>(m_text.size());
    };
    for (std::uint32_t token = i; token < behind; ++token) {
        const char* const begin = text + structure.index[token];
        if (*begin == '[' && structure.at(token + 1) == '[')
            return false;
        if (std::string_view("{}[]:,").find(*begin) != std::string_view::npos ||
            structure.at(token + 1) == ':')
            continue;
        const std::string_view value = structure.scalar(token);
        const bool isText = *begin == '"';
        EventKey key = EventKey::Other;
        for (std::size_t known = 0; known < static_cast<std::size_t>(EventKey::Other); ++known) {
            if (fields.has(static_cast<EventKey>(known)) && fields.m_at[known] == token)
                key = static_cast<EventKey>(known);
        }
        if (values + m_constants.size() == EventFields::kMostTextValues)
            return false;
        std::uint32_t number = values;
        if (isConstant(key)) {
            if (!isText)
                return false;
            const auto offset =
                static_cast<std::uint32_t>(m_text.size() + static_cast<std::size_t>(begin - from));
            number = EventFields::kMostTextValues - 1 - static_cast<std::uint32_t>(m_constants.size());
            m_constants.push_back({offset, static_cast<std::uint32_t>(value.size()), number});
        } else {
            const char* const inside = begin + (isText ? 1 : 0);
            const char* const end = isText ? skipText(inside, value.data() + value.size())
                                           : skipNumber(inside, value.data() + value.size());
            if (end != value.data() + value.size())
                return false;
            take(inside, isText ? Value::Text : Value::Number);
            from = end;
            ++values;
        }
        if (key != EventKey::Other)
            m_places.keys[static_cast<std::size_t>(key)] = static_cast<std::uint8_t>(number);
        for (std::size_t argument = 0; argument < argPlaces.size(); ++argument) {
            if (argPlaces[argument] != 0 && fields.args() + argPlaces[argument] == token)
                m_places.arguments[argument] = static_cast<std::uint8_t>(number);
        }
    }
    take(text + structure.index[behind - 1] + 1, Value::None);
    m_text.insert(m_text.end(), kWidth, '\0');
    return true;
}

const char* TextShape::read(const char* at, const char* end, EventFields& fields) const
{
    const char* const known = m_text.data();
    std::string_view* value = fields.m_values.data();
    for (const Step& step : m_steps) {
        if (at + step.length + kWidth > end || !isSameText(at, known + step.offset, step.length))
            return nullptr;
        at += step.length;
        if (step.value == Value::None)
            break;
        const char* const begin = at;
        at = step.value == Value::Text ? skipText(at, end) : skipNumber(at, end);
        if (!at)
            return nullptr;
        *value++ = {begin - (step.value == Value::Text ? 1 : 0), at};
    }
    for (const Constant& constant : m_constants)
        fields.m_values[constant.value] = {known + constant.offset, constant.length};
    fields.m_textPlaces = &m_places;
    fields.m_present = 0;
    fields.m_hasDuplicateKey = false;
    return at;
}

const char* TextShapes::read(const char* at, const char* end, EventFields& fields)
{
    if (m_shapes.empty())
        return nullptr;
    const auto remember = [this](std::size_t shape) { m_last = (m_last * kMost + shape) % m_next.size(); };
    const std::size_t guess = m_next[m_last];
    if (const char* const behind = m_shapes[guess].read(at, end, fields)) {
        remember(guess);
        return behind;
    }
    for (std::size_t i = 0; i < m_shapes.size(); ++i) {
        if (i == guess)
            continue;
        if (const char* const behind = m_shapes[i].read(at, end, fields)) {
            m_next[m_last] = static_cast<std::uint8_t>(i);
            remember(i);
            return behind;
        }
    }
    return nullptr;
}

void TextShapes::learn(const Structure& structure, std::uint32_t i, std::uint32_t behind,
                       const EventFields& fields)
{
    TextShape shape;
    if (!shape.learn(structure, i, behind, fields) ||
        std::ranges::any_of(m_shapes, [&](const TextShape& known) { return known.isSameAs(shape); }))
        return;
    if (m_shapes.size() < kMost)
        m_shapes.push_back(std::move(shape));
    else
        m_shapes[m_replaced++ % kMost] = std::move(shape);
}

} // namespace twintrace
