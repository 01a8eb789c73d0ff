// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv.h"
#include "core/export/figure_fields.h"
#include "core/export/figures_text.h"

namespace twintrace
{
namespace
{

/// The same fields for every trace, so that rows of different files stand under one header.
std::vector<FigureField> allFields(const Trace& trace, const TraceFigures& figures)
{
    std::vector<FigureField> fields = {{"file", trace.file, true}};
    for (auto& field : headFields(trace))
        fields.push_back(std::move(field));
    for (auto& field : figureFields(trace, figures))
        fields.push_back(std::move(field));
    return fields;
}

} // namespace

std::string figuresCsvHeader()
{
    std::vector<std::string> cells;
    for (const FigureField& field : allFields(Trace(), TraceFigures()))
        cells.emplace_back(field.key);
    return csvLine(cells);
}

std::string figuresCsvRow(const Trace& trace, const TraceFigures& figures)
{
    std::vector<std::string> cells;
    for (const FigureField& field : allFields(trace, figures))
        cells.push_back(field.value == "null" && !field.isText ? std::string() : field.value);
    return csvLine(cells);
}

} // namespace twintrace
