// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json_importer.h"

#include "core/import/import_job.h"
#include "core/import/line_numbers.h"
#include "core/import/trace_doubts.h"
#include "core/import/trace_metadata.h"
#include "core/model/trace_builder.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <new>
#include <thread>

namespace twintrace
{
namespace
{

void applyMetadata(std::vector<StagedMetadata>& all, const IdMaps& maps, TraceBuilder& builder)
{
    using Kind = StagedMetadata::Kind;
    for (const StagedMetadata& metadata : all) {
        Process& process = builder.at(maps.processes[metadata.process.value()]);
        Track* const track = metadata.track ? &builder.at(maps.tracks[metadata.track.value()]) : nullptr;
        switch (metadata.kind) {
        case Kind::ProcessName:
            process.name = builder.intern(metadata.text);
            break;
        case Kind::ProcessLabels:
            process.labels = builder.intern(metadata.text);
            break;
        case Kind::ProcessSortIndex:
            process.sortIndex = metadata.number;
            break;
        case Kind::ThreadName:
            track->name = builder.intern(metadata.text);
            break;
        case Kind::ThreadSortIndex:
            track->sortIndex = metadata.number;
            break;
        }
    }
    all.clear();
}

void addPairingOddities(const PairingOutcome& pairing, OddityCounts& oddities)
{
    if (pairing.unmatchedEnds.count != 0)
        oddities.add(Oddity::UnmatchedEnd, pairing.unmatchedEnds.firstSource, pairing.unmatchedEnds.count);
    if (pairing.unclosedBegins.count != 0)
        oddities.add(Oddity::UnclosedBegin, pairing.unclosedBegins.firstSource, pairing.unclosedBegins.count);
    if (pairing.nameMismatches.count != 0)
        oddities.add(Oddity::NameMismatch, pairing.nameMismatches.firstSource, pairing.nameMismatches.count);
}

// What staging left in the heap goes back to the system: a trace stays open for long.
void returnFreeMemory()
{
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

Error notATrace(const std::string& file, TopLevelReader::Form form, std::uint64_t textBytes)
{
    const std::string name = file.empty() ? "The text" : file;
    if (textBytes == 0)
        return {ErrorCode::Unreadable, name + " is empty; give a Chrome trace (JSON).", {}};
    switch (form) {
    case TopLevelReader::Form::Empty:
        return {ErrorCode::Unreadable, name + " holds only white space; give a Chrome trace (JSON).", {}};
    case TopLevelReader::Form::Other:
        return {ErrorCode::Unreadable,
                name + " is no Chrome trace: JSON with { or [ at its begin is expected.",
                {}};
    case TopLevelReader::Form::Array:
        return {ErrorCode::Unreadable, name + " is a JSON array, but no element of it is a trace event.", {}};
    case TopLevelReader::Form::Object:
        break;
    }
    return {ErrorCode::Unreadable, name + " is JSON but no Chrome trace: it has no traceEvents array.", {}};
}

} // namespace

ChromeJsonImporter::ChromeJsonImporter(OpenSource open, std::string fileName, Progress& progress,
                                       LoadOptions options)
    : m_open(std::move(open)), m_fileName(std::move(fileName)), m_progress(progress), m_options(options)
{
}

Result<TracePtr> ChromeJsonImporter::run()
try {
    const unsigned threads =
        m_options.threads != 0 ? m_options.threads : std::max(1U, std::thread::hardware_concurrency());
    auto opened = m_open();
    if (!opened)
        return tl::unexpected(opened.error());
    m_progress.setTotal(opened->source->fileBytes());

    auto names = std::make_unique<SharedNames>();
    auto job =
        std::make_unique<ImportJob>(*opened->source, *names, m_progress, m_options.windowBytes, threads);
    TWINTRACE_TRY(job->run(false));
    if (job->sequence().document().arrays() == 0 &&
        job->sequence().document().form() == TopLevelReader::Form::Object &&
        !job->sequence().document().isComplete()) {
        // The header is damaged so that its end was not found: look for the array itself.
        opened = m_open();
        if (!opened)
            return tl::unexpected(opened.error());
        names = std::make_unique<SharedNames>();
        job =
            std::make_unique<ImportJob>(*opened->source, *names, m_progress, m_options.windowBytes, threads);
        TWINTRACE_TRY(job->run(true));
    }
    const TopLevelReader& document = job->sequence().document();
    TakenEvents& taken = job->sequence().taken();
    if (document.arrays() == 0 || (document.form() == TopLevelReader::Form::Array &&
                                   taken.phasedEvents == 0 && taken.events + taken.damagedEvents > 0))
        return tl::unexpected(notATrace(m_fileName, document.form(), job->textBytes()));

    TraceBuilder builder;
    builder.setFile(m_fileName);
    builder.metadata().originMicroseconds = job->originMicroseconds();
    readMetadata(document.values(), builder.metadata());
    IdMaps maps = names->moveInto(builder);
    applyMetadata(taken.metadata, maps, builder);
    for (StagedBatch& batch : taken.batches)
        builder.add(std::move(batch));
    taken.batches = {};
    builder.translate(std::move(maps));

    ImportReport& report = builder.report();
    report.container = opened->container;
    report.gzipMembers = opened->source->gzipMembers();
    report.fileBytes = opened->source->fileBytes();
    report.textBytes = job->textBytes();
    report.events = taken.events;
    report.damagedEvents = taken.damagedEvents;
    report.memoryEvents = taken.memoryEvents;
    report.longestNameLength = taken.longestName;
    OddityCounts oddities = taken.oddities;
    oddities.add(opened->source->oddities());
    addRecorderDoubts(document.values(), oddities);
    report.badDurations =
        oddities.count(Oddity::NegativeDuration) + oddities.count(Oddity::OverflowingDuration);
    opened->source.reset();
    job.reset();
    names.reset();

    const FreezeOutcome outcome = builder.arrange(threads, false, &m_progress);
    if (m_progress.isCancelled())
        return fail(ErrorCode::Cancelled, "Loading was cancelled.");
    returnFreeMemory();
    addPairingOddities(outcome.pairing, oddities);
    addDoubts(builder.arranged(), m_progress, oddities);
    writeProblems(oddities, report);
    if (m_progress.isCancelled())
        return fail(ErrorCode::Cancelled, "Loading was cancelled.");
    return builder.take();
} catch (const std::bad_alloc&) {
    return fail(
        ErrorCode::OutOfMemory,
        "There is not enough memory to open this trace; close other programs or open a shorter recording.");
}

// Lines are counted only now, and only as far as the last first place of a problem.
void ChromeJsonImporter::writeProblems(const OddityCounts& oddities, ImportReport& report) const
{
    std::vector<Oddity> seen;
    std::vector<std::uint64_t> places;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Oddity::Count); ++i) {
        const auto oddity = static_cast<Oddity>(i);
        if (oddities.count(oddity) == 0)
            continue;
        seen.push_back(oddity);
        places.push_back(oddities.firstByte(oddity));
    }
    std::vector<std::uint64_t> lines(seen.size(), 0);
    if (!seen.empty()) {
        if (auto again = m_open())
            lines = linesOf(*again->source, places, m_progress);
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const OddityRule& rule = ruleOf(seen[i]);
        report.problems.push_back({std::string(rule.code),
                                   rule.severity,
                                   oddities.count(seen[i]),
                                   {places[i], lines[i]},
                                   std::string(rule.message),
                                   std::string(rule.advice)});
    }
    std::ranges::stable_sort(report.problems, {},
                             [](const ImportProblem& problem) { return problem.first.byte; });
}

} // namespace twintrace
