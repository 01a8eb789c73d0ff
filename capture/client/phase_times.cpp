// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/phase_times.h"

#include <QSaveFile>
#include <QStandardPaths>
#include <QString>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace twintrace
{
namespace
{

using nlohmann::json;

// A cache, not an archive: beyond this many models the file starts anew.
constexpr std::size_t kMostSubjects = 200;

json read(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    json document = json::parse(text, nullptr, false);
    return document.is_object() ? document : json::object();
}

} // namespace

PhaseTimes::PhaseTimes(std::filesystem::path file, const std::string& model, const std::string& device)
    : m_file(std::move(file)), m_subject(model + " on " + device)
{
    const json document = read(m_file);
    const auto subject = document.find(m_subject);
    if (subject == document.end() || !subject->is_object())
        return;
    for (const auto& [key, ms] : subject->items()) {
        if (ms.is_number())
            m_knownMs.emplace(key, ms.get<double>());
    }
}

std::optional<double> PhaseTimes::expected(const std::string& variant, const std::string& phase) const
{
    const auto found = m_knownMs.find(variant + "/" + phase);
    return found == m_knownMs.end() ? std::nullopt : std::optional<double>(found->second);
}

void PhaseTimes::note(const std::string& variant, const std::string& phase, double ms)
{
    m_notedMs[variant + "/" + phase] = std::round(ms);
}

void PhaseTimes::save() const
{
    if (m_notedMs.empty())
        return;
    json document = read(m_file);
    if (document.size() > kMostSubjects)
        document = json::object();
    json& subject = document[m_subject];
    if (!subject.is_object())
        subject = json::object();
    for (const auto& [key, ms] : m_notedMs)
        subject[key] = ms;
    std::error_code ignored;
    std::filesystem::create_directories(m_file.parent_path(), ignored);
    QSaveFile target(QString::fromStdString(m_file.string()));
    const std::string text = document.dump(1, ' ', false, json::error_handler_t::replace);
    if (target.open(QIODevice::WriteOnly) && target.write(text.data(), static_cast<qint64>(text.size())) >= 0)
        target.commit();
}

std::filesystem::path PhaseTimes::defaultFile()
{
    return std::filesystem::path(
               QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation).toStdString()) /
           "twintrace" / "phase_times.json";
}

} // namespace twintrace
