// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/load_trace.h"

#include "core/import/chrome_json_importer.h"

namespace twintrace
{

Result<TracePtr> loadTrace(const std::filesystem::path& file, Progress& progress, const LoadOptions& options)
{
    std::error_code code;
    if (!std::filesystem::exists(file, code))
        return fail(ErrorCode::Unreadable, "There is no file " + file.string() + ".");
    if (std::filesystem::is_directory(file, code))
        return fail(ErrorCode::Unreadable, file.string() + " is a folder; give a trace file.");
    return ChromeJsonImporter([file] { return openSource(file); }, file.string(), progress, options).run();
}

Result<TracePtr> loadTraceText(std::string_view bytes, const LoadOptions& options)
{
    Progress progress;
    return ChromeJsonImporter([bytes] { return openSource(bytes); }, {}, progress, options).run();
}

} // namespace twintrace
