// SPDX-License-Identifier: MIT
#pragma once

#include "capture/protocol/field_lists.h"
#include "capture/protocol/field_visitor.h"
#include "capture/protocol/messages.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace twintrace::protocol
{

namespace detail
{

inline std::string dumpLine(const nlohmann::json& json)
{
    // Model code may put any bytes into a text: broken UTF-8 is replaced, never thrown on.
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

template <class Message> std::string line(const char* kindKey, const Message& message)
{
    nlohmann::json object = nlohmann::json::object();
    object[kindKey] = Fields<Message>::kName;
    FieldWriter writer(object);
    Fields<Message>::walk(message, writer);
    return dumpLine(object);
}

template <class Variant, std::size_t At = 0>
[[nodiscard]] Result<Variant> readAs(const std::string& name, const nlohmann::json& object)
{
    if constexpr (At == std::variant_size_v<Variant>) {
        return fail(ErrorCode::Usage, "There is no message \"" + name + "\" in protocol version " +
                                          std::to_string(kProtocolVersion) +
                                          "; use an app and child programs of the same version.");
    } else {
        using Message = std::variant_alternative_t<At, Variant>;
        if constexpr (std::is_same_v<Message, OtherEvent>) {
            return Variant(OtherEvent{name, object});
        } else {
            if (name != Fields<Message>::kName)
                return readAs<Variant, At + 1>(name, object);
            Message message;
            FieldReader reader(object);
            Fields<Message>::walk(message, reader);
            if (!reader.wrongKey().empty())
                return fail(ErrorCode::Unreadable,
                            "The message \"" + name + "\" has a value of the wrong type in \"" +
                                reader.wrongKey() + "\"; use an app and child programs of the same version.");
            return Variant(std::move(message));
        }
    }
}

template <class Variant> [[nodiscard]] Result<Variant> parse(const char* kindKey, std::string_view text)
{
    const nlohmann::json object = nlohmann::json::parse(text, nullptr, false);
    if (!object.is_object())
        return fail(ErrorCode::Unreadable,
                    "A line that is no JSON object arrived where a message was expected.",
                    std::string(text.substr(0, 400)));
    const auto name = object.find(kindKey);
    if (name == object.end() || !name->is_string())
        return fail(ErrorCode::Unreadable,
                    std::string("A message without the key \"") + kindKey + "\" arrived.",
                    std::string(text.substr(0, 400)));
    return readAs<Variant>(name->template get<std::string>(), object);
}

} // namespace detail

/// One line of JSON, without the newline at its end.
[[nodiscard]] inline std::string toLine(const Event& event)
{
    return std::visit(
        [](const auto& message) -> std::string {
            if constexpr (std::is_same_v<std::decay_t<decltype(message)>, OtherEvent>) {
                nlohmann::json object = message.body.is_object() ? message.body : nlohmann::json::object();
                object["event"] = message.name;
                return detail::dumpLine(object);
            } else {
                return detail::line("event", message);
            }
        },
        event);
}

/// One line of JSON, without the newline at its end.
[[nodiscard]] inline std::string toLine(const Command& command)
{
    return std::visit([](const auto& message) { return detail::line("do", message); }, command);
}

/// Reads a line of a child. An event of a name that is not known comes back as OtherEvent; what is no JSON
/// object with a text in "event", or has a value of the wrong type, is an error.
[[nodiscard]] inline Result<Event> parseEvent(std::string_view text)
{
    return detail::parse<Event>("event", text);
}

/// Reads a line of the app; an unknown command is an error of code Usage.
[[nodiscard]] inline Result<Command> parseCommand(std::string_view text)
{
    return detail::parse<Command>("do", text);
}

} // namespace twintrace::protocol
