// SPDX-License-Identifier: MIT
#include "core/export/chrome_json_writer.h"

#include <utility>

namespace twintrace
{

void appendMicroseconds(std::string& out, Nanoseconds time)
{
    const std::uint64_t magnitude =
        time < 0 ? ~static_cast<std::uint64_t>(time) + 1 : static_cast<std::uint64_t>(time);
    if (time < 0)
        out += '-';
    out += std::to_string(magnitude / 1000);
    const auto rest = static_cast<unsigned>(magnitude % 1000);
    out += '.';
    out += static_cast<char>('0' + rest / 100);
    out += static_cast<char>('0' + rest / 10 % 10);
    out += static_cast<char>('0' + rest % 10);
}

Result<std::unique_ptr<ChromeJsonWriter>> ChromeJsonWriter::create(const std::string& path,
                                                                   TraceHeader header)
{
    const auto compression =
        path.ends_with(".gz") ? MemberFile::Compression::Gzip : MemberFile::Compression::None;
    auto file = MemberFile::create(path, compression);
    if (!file)
        return tl::unexpected<Error>(std::move(file.error()));
    return std::unique_ptr<ChromeJsonWriter>(new ChromeJsonWriter(std::move(*file), std::move(header)));
}

ChromeJsonWriter::ChromeJsonWriter(std::unique_ptr<MemberFile> file, TraceHeader header)
    : m_file(std::move(file)), m_header(std::move(header))
{
    writeHeader();
}

void ChromeJsonWriter::writeHeader()
{
    std::string devices = "[";
    for (const JsonFields& device : m_header.deviceProperties)
        devices += (devices.size() > 1 ? ",\n    " : "\n    ") + device.object();
    devices += "]";
    JsonFields head;
    head.number("schemaVersion", 1).json("deviceProperties", devices);
    std::string text = "{\n  " + head.members();
    if (!m_header.other.empty())
        text += ",\n  " + m_header.other.members();
    JsonFields tail;
    tail.text("displayTimeUnit", "ms").number("baseTimeNanoseconds", m_header.baseTimeNanoseconds);
    m_file->write(text + ",\n  " + tail.members() + ",\n  \"traceEvents\": [");
}

void ChromeJsonWriter::processName(std::int64_t process, std::string_view name)
{
    metadata("process_name", {process, 0}, JsonFields().text("name", name));
}

void ChromeJsonWriter::processLabels(std::int64_t process, std::string_view labels)
{
    metadata("process_labels", {process, 0}, JsonFields().text("labels", labels));
}

void ChromeJsonWriter::processSortIndex(std::int64_t process, std::int64_t index)
{
    metadata("process_sort_index", {process, 0}, JsonFields().number("sort_index", index));
}

void ChromeJsonWriter::threadName(TraceRow row, std::string_view name)
{
    metadata("thread_name", row, JsonFields().text("name", name));
}

void ChromeJsonWriter::threadSortIndex(TraceRow row, std::int64_t index)
{
    metadata("thread_sort_index", row, JsonFields().number("sort_index", index));
}

void ChromeJsonWriter::metadata(std::string_view what, TraceRow row, const JsonFields& args)
{
    beginEvent('M', {}, what);
    appendRow(row);
    endEvent(&args);
}

void ChromeJsonWriter::slice(TraceRow row, std::string_view category, std::string_view name,
                             Nanoseconds begin, Nanoseconds duration, const JsonFields& args)
{
    beginEvent('X', category, name);
    appendRow(row);
    appendTime("ts", begin - m_header.baseTimeNanoseconds);
    appendTime("dur", duration);
    endEvent(&args);
}

void ChromeJsonWriter::untimedSlice(TraceRow row, std::string_view category, std::string_view name,
                                    const JsonFields& args)
{
    beginEvent('X', category, name);
    appendRow(row);
    appendTime("ts", 0);
    appendTime("dur", 0);
    endEvent(&args);
}

void ChromeJsonWriter::instant(TraceRow row, std::string_view category, std::string_view name,
                               Nanoseconds time, const JsonFields& args)
{
    beginEvent('i', category, name);
    m_line += ",\"s\":\"t\"";
    appendRow(row);
    appendTime("ts", time - m_header.baseTimeNanoseconds);
    endEvent(&args);
}

void ChromeJsonWriter::flowBegin(TraceRow row, std::string_view category, std::uint64_t id, Nanoseconds time)
{
    flowPoint('s', row, category, id, time);
}

void ChromeJsonWriter::flowEnd(TraceRow row, std::string_view category, std::uint64_t id, Nanoseconds time)
{
    flowPoint('f', row, category, id, time);
}

void ChromeJsonWriter::flowPoint(char phase, TraceRow row, std::string_view category, std::uint64_t id,
                                 Nanoseconds time)
{
    beginEvent(phase, category, category);
    m_line += ",\"id\":" + std::to_string(id);
    appendRow(row);
    appendTime("ts", time - m_header.baseTimeNanoseconds);
    if (phase == 'f')
        m_line += ",\"bp\":\"e\""; // binds to the enclosing slice, not to the next one
    endEvent(nullptr);
}

void ChromeJsonWriter::counter(std::int64_t process, std::string_view name, Nanoseconds time,
                               const JsonFields& series)
{
    beginEvent('C', {}, name);
    appendRow({process, 0});
    appendTime("ts", time - m_header.baseTimeNanoseconds);
    endEvent(&series);
}

void ChromeJsonWriter::beginEvent(char phase, std::string_view category, std::string_view name)
{
    m_line.assign(m_events == 0 ? "\n  {\"ph\":\"" : ",\n  {\"ph\":\"");
    m_line += phase;
    m_line += '"';
    if (!category.empty()) {
        m_line += ",\"cat\":";
        appendJsonText(m_line, category);
    }
    m_line += ",\"name\":";
    appendJsonText(m_line, name);
}

void ChromeJsonWriter::appendRow(TraceRow row)
{
    m_line += ",\"pid\":" + std::to_string(row.process) + ",\"tid\":" + std::to_string(row.thread);
}

void ChromeJsonWriter::appendTime(std::string_view key, Nanoseconds time)
{
    m_line += ",\"";
    m_line += key;
    m_line += "\":";
    appendMicroseconds(m_line, time);
}

void ChromeJsonWriter::endEvent(const JsonFields* args)
{
    if (args != nullptr && !args->empty())
        m_line += ",\"args\":{" + args->members() + "}";
    m_line += '}';
    m_file->write(m_line);
    ++m_events;
}

Result<void> ChromeJsonWriter::flush()
{
    return m_file->flush();
}

Result<void> ChromeJsonWriter::close(const JsonFields& closing)
{
    std::string text = "\n  ]";
    if (!closing.empty())
        text += ",\n  " + closing.members();
    m_file->write(text + ",\n  " + JsonFields().text("traceName", m_header.traceName).members() + "\n}\n");
    return m_file->close();
}

} // namespace twintrace
