// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace twintrace::protocol
{

template <class T> struct IsOptional : std::false_type {
};
template <class T> struct IsOptional<std::optional<T>> : std::true_type {
};

/// Writes the fields of a message into a JSON object. A message lists its fields once (field_lists.h); this
/// class and FieldReader walk the same list, so that what is written can always be read again.
class FieldWriter
{
  public:
    explicit FieldWriter(nlohmann::json& object) : m_object(object) {}

    template <class T> void operator()(const char* key, const T& value)
    {
        if constexpr (IsOptional<T>::value)
            m_object[key] = value ? nlohmann::json(*value) : nlohmann::json(nullptr);
        else
            m_object[key] = value;
    }
    /// Durations travel in µs with three decimals at most.
    void durations(const char* key, const std::vector<Nanoseconds>& values)
    {
        nlohmann::json list = nlohmann::json::array();
        for (const Nanoseconds value : values)
            list.push_back(static_cast<double>(value) / 1000.0);
        m_object[key] = std::move(list);
    }
    template <class T, class Walk> void nested(const char* key, const T& value, Walk walk)
    {
        nlohmann::json object = nlohmann::json::object();
        FieldWriter writer(object);
        walk(value, writer);
        m_object[key] = std::move(object);
    }
    template <class T, class Walk>
    void optionalNested(const char* key, const std::optional<T>& value, Walk walk)
    {
        if (value)
            nested(key, *value, walk);
        else
            m_object[key] = nullptr;
    }
    template <class T, class Walk> void list(const char* key, const std::vector<T>& values, Walk walk)
    {
        nlohmann::json items = nlohmann::json::array();
        for (const T& value : values) {
            FieldWriter writer(items.emplace_back(nlohmann::json::object()));
            walk(value, writer);
        }
        m_object[key] = std::move(items);
    }

  private:
    nlohmann::json& m_object;
};

/// Reads fields out of a JSON object. A missing or null key leaves the field as it is, an unknown key is
/// ignored, a key of the wrong type is an error that names it.
class FieldReader
{
  public:
    explicit FieldReader(const nlohmann::json& object) : m_object(object) {}

    [[nodiscard]] const std::string& wrongKey() const { return m_wrongKey; }

    template <class T> void operator()(const char* key, T& value)
    {
        const nlohmann::json* found = find(key);
        if (found == nullptr)
            return;
        if constexpr (IsOptional<T>::value) {
            typename T::value_type inner{};
            if (get(key, *found, inner))
                value = std::move(inner);
        } else {
            get(key, *found, value);
        }
    }
    void durations(const char* key, std::vector<Nanoseconds>& values)
    {
        std::vector<double> microseconds;
        (*this)(key, microseconds);
        values.clear();
        for (const double value : microseconds)
            values.push_back(std::isfinite(value) ? static_cast<Nanoseconds>(std::llround(value * 1000.0))
                                                  : 0);
    }
    template <class T, class Walk> void nested(const char* key, T& value, Walk walk)
    {
        if (const nlohmann::json* found = find(key))
            read(key, *found, value, walk);
    }
    template <class T, class Walk> void optionalNested(const char* key, std::optional<T>& value, Walk walk)
    {
        if (const nlohmann::json* found = find(key))
            read(key, *found, value.emplace(), walk);
    }
    template <class T, class Walk> void list(const char* key, std::vector<T>& values, Walk walk)
    {
        const nlohmann::json* found = find(key);
        if (found == nullptr)
            return;
        if (!found->is_array()) {
            note(key);
            return;
        }
        values.clear();
        for (const nlohmann::json& item : *found)
            read(key, item, values.emplace_back(), walk);
    }

  private:
    const nlohmann::json* find(const char* key) const
    {
        const auto found = m_object.find(key);
        return found == m_object.end() || found->is_null() ? nullptr : &*found;
    }
    template <class T> bool get(const char* key, const nlohmann::json& json, T& value)
    {
        try {
            // A number is no boolean and a boolean is no number, although nlohmann would convert them.
            if (std::is_same_v<T, bool> != json.is_boolean() && !std::is_same_v<T, nlohmann::json>) {
                note(key);
                return false;
            }
            value = json.get<T>();
            return true;
        } catch (const nlohmann::json::exception&) {
            note(key);
            return false;
        }
    }
    template <class T, class Walk> void read(const char* key, const nlohmann::json& json, T& value, Walk walk)
    {
        if (!json.is_object()) {
            note(key);
            return;
        }
        FieldReader reader(json);
        walk(value, reader);
        if (!reader.wrongKey().empty())
            note(std::string(key) + "." + reader.wrongKey());
    }
    void note(std::string key)
    {
        if (m_wrongKey.empty())
            m_wrongKey = std::move(key);
    }

    const nlohmann::json& m_object;
    std::string m_wrongKey;
};

} // namespace twintrace::protocol
