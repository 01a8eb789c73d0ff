// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/args_reader.h"

#include "core/import/byte_source.h"
#include "core/import/json_text.h"
#include "core/import/repair.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <mutex>

namespace twintrace
{
namespace
{

using Json = nlohmann::ordered_json;

constexpr std::size_t kFirstRead = std::size_t{16} << 10;
constexpr std::size_t kLongestEvent = std::size_t{64} << 20;
// Between two places from which compressed text can be read: 40 kB of memory against some 7 ms to inflate it.
constexpr std::uint64_t kPlaceInterval = std::uint64_t{8} << 20;
constexpr std::uint64_t kSkipBytes = std::uint64_t{1} << 20;
// Compressed text stays for the events behind the one that was asked for: a search reads all of them in
// order.
constexpr std::size_t kBlock = std::size_t{256} << 10;
constexpr std::size_t kMostBehind = std::size_t{1} << 20;

// Builds JSON of numbers as they are written: what does not fit 64 bits or is not finite stays text.
class ExactReader : public nlohmann::json_sax<Json>
{
  public:
    explicit ExactReader(Json& root) : m_root(root) {}
    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& text) override
    {
        const bool isWhole = text.find_first_of(".eE") == std::string::npos;
        return isWhole ? add(text) : add(value);
    }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }
    bool key(string_t& value) override
    {
        m_key = std::move(value);
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override
    {
        return false;
    }

  private:
    Json* put(Json value)
    {
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        Json& parent = *m_open.back();
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            return &parent.back();
        }
        return &(parent[m_key] = std::move(value));
    }
    template <class T> bool add(T&& value)
    {
        put(Json(std::forward<T>(value)));
        return true;
    }
    bool open(Json value)
    {
        m_open.push_back(put(std::move(value)));
        return true;
    }
    bool close()
    {
        m_open.pop_back();
        return true;
    }

    Json& m_root;
    std::vector<Json*> m_open;
    std::string m_key;
};

} // namespace

struct ArgsReader::Impl {
    TracePtr trace;
    std::mutex mutex;
    std::unique_ptr<ByteSource> source;
    std::uint64_t at = 0; // of a source that is read in order
    std::string window;   // its text before `at`
    [[nodiscard]] std::uint64_t windowBegin() const { return at - window.size(); }

    Result<void> openSource()
    {
        auto opened = twintrace::openSource(std::filesystem::path(trace->file));
        if (!opened)
            return tl::unexpected(opened.error());
        if (opened->source->fileBytes() != trace->report.fileBytes)
            return fail(ErrorCode::Unreadable,
                        trace->file + " has changed since it was opened; open it again.");
        source = std::move(opened->source);
        source->keepPlaces(kPlaceInterval);
        at = 0;
        window.clear();
        return {};
    }

    // `text` with more of the source behind it, up to `bytes`; false when there is no more.
    Result<bool> extend(std::string& text, std::uint64_t offset, std::size_t bytes)
    {
        const std::size_t have = text.size();
        if (!source->size()) {
            TWINTRACE_TRY(fillWindow(offset, bytes));
            text = window.substr(std::min<std::uint64_t>(offset - windowBegin(), window.size()), bytes);
            return text.size() > have;
        }
        text.resize(bytes);
        const Result<std::size_t> got = source->readAt(offset + have, text.data() + have, bytes - have);
        if (!got)
            return tl::unexpected(got.error());
        text.resize(have + *got);
        return *got > 0;
    }

    // Makes the window begin at or before `offset` and reach `bytes` beyond it, or to the end of the text.
    Result<void> fillWindow(std::uint64_t offset, std::size_t bytes)
    {
        if (offset < windowBegin() || offset > at) {
            window.clear();
            TWINTRACE_TRY(moveTo(offset));
        }
        if (offset - windowBegin() > kMostBehind)
            window.erase(0, offset - windowBegin());
        while (at < offset + bytes) {
            const auto got = append(window, kBlock);
            if (!got)
                return tl::unexpected(got.error());
            if (*got == 0)
                break;
        }
        return {};
    }

    // Up to `bytes` of the source behind `text`; how many, 0 at the end.
    Result<std::size_t> append(std::string& text, std::size_t bytes)
    {
        const std::size_t before = text.size();
        text.resize(before + bytes);
        const auto got = source->read(text.data() + before, bytes);
        text.resize(before + (got ? *got : 0));
        at += got ? *got : 0;
        return got;
    }

    Result<void> moveTo(std::uint64_t offset)
    {
        if (const auto place = source->moveBefore(offset))
            at = *place;
        if (offset < at)
            TWINTRACE_TRY(openSource());
        std::string skipped;
        while (at < offset) {
            skipped.clear();
            const auto got = append(skipped, std::min(kSkipBytes, offset - at));
            if (!got)
                return tl::unexpected(got.error());
            if (*got == 0)
                break;
        }
        return {};
    }

    Result<Json> read(std::uint64_t offset)
    {
        const std::lock_guard lock(mutex);
        if (trace->file.empty())
            return fail(ErrorCode::Unsupported, "This trace came from memory; its arguments were not kept.");
        if (!source)
            TWINTRACE_TRY(openSource());
        std::string text;
        for (std::size_t bytes = kFirstRead; bytes <= kLongestEvent; bytes *= 8) {
            const auto hasMore = extend(text, offset, bytes);
            if (!hasMore)
                return tl::unexpected(hasMore.error());
            const RepairOutcome outcome = repairElement(text, 0);
            if (outcome.state == RepairOutcome::State::Whole && !text.empty() && text[0] == '{') {
                Json event;
                ExactReader reader(event);
                if (Json::sax_parse(outcome.json, &reader))
                    return event;
                break;
            }
            if (outcome.state == RepairOutcome::State::Damaged || !*hasMore)
                break;
        }
        return fail(ErrorCode::Unreadable, trace->file + " has changed since it was opened; open it again.");
    }
};

ArgsReader::ArgsReader(TracePtr trace) : m_impl(std::make_unique<Impl>())
{
    m_impl->trace = std::move(trace);
}

ArgsReader::~ArgsReader() = default;

Result<Json> ArgsReader::event(EventId id)
{
    return m_impl->read(m_impl->trace->events.source[id.value()]);
}

Result<Json> ArgsReader::args(EventId id)
{
    auto whole = event(id);
    if (!whole)
        return whole;
    const auto found = whole->find("args");
    return found != whole->end() && found->is_object() ? Result<Json>(std::move(*found)) : Json::object();
}

Result<Json> ArgsReader::instant(std::size_t index)
{
    return m_impl->read(m_impl->trace->instants.source[index]);
}

} // namespace twintrace
