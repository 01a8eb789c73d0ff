// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/import/byte_source.h"
#include "core/import/load_trace.h"
#include "core/model/trace.h"

#include <functional>
#include <string>

namespace twintrace
{

/// Bytes to trace. Workers parse windows of the text side by side (speculating that each lies in the event
/// array); the results are taken in file order, where the document around the array is read too. Then
/// TraceBuilder sorts, nests and links.
class ChromeJsonImporter
{
  public:
    /// Opens the source from its begin; called again to read a damaged header anew or to count lines.
    using OpenSource = std::function<Result<OpenedSource>()>;

    ChromeJsonImporter(OpenSource open, std::string fileName, Progress& progress, LoadOptions options);

    [[nodiscard]] Result<TracePtr> run();

  private:
    void writeProblems(const OddityCounts& oddities, ImportReport& report) const;

    OpenSource m_open;
    std::string m_fileName;
    Progress& m_progress;
    LoadOptions m_options;
};

} // namespace twintrace
