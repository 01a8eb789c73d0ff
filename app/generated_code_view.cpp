// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generated_code_view.h"

#include "app/side_by_side.h"
#include "views/models/text_table_model.h"
#include "views/panels/code_view.h"
#include "views/panels/figure_table.h"
#include "views/style/spacing.h"

#include <QFile>
#include <QLabel>
#include <QVBoxLayout>

namespace twintrace
{

struct GeneratedCodeView::Impl {
    std::vector<GeneratedKernel> kernels;
    TextTableModel* model = nullptr;
    FigureTable* table = nullptr;
    QLabel* origin = nullptr;
    CodeView* code = nullptr;
    bool isFollowing = false; // turned to a kernel from outside: nobody is told again
};

GeneratedCodeView::GeneratedCodeView(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& my = *m_impl;
    my.model = new TextTableModel({tr("kernel"), tr("kind"), tr("ops")}, {0, 1, 2}, this);
    my.table = new FigureTable(tr("Generated kernels"));
    my.table->showModel(my.model);
    my.table->setStretchColumn(2, 120);
    my.code = new CodeView(tr("Generated code"));
    my.origin = new QLabel;
    my.origin->setTextFormat(Qt::PlainText);
    my.origin->setWordWrap(true);
    my.origin->setProperty("look", QStringLiteral("small"));
    my.origin->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, kTinySpace, 0, 0);
    column->setSpacing(kTinySpace);
    column->addWidget(my.origin);
    column->addWidget(my.code, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(sideBySide(my.table, right));
    connect(my.table, &FigureTable::rowChosen, this, &GeneratedCodeView::showKernel);
    showKernels({});
}

GeneratedCodeView::~GeneratedCodeView() = default;

void GeneratedCodeView::showKernels(std::vector<GeneratedKernel> kernels)
{
    Impl& my = *m_impl;
    my.kernels = std::move(kernels);
    std::vector<std::vector<TextCell>> rows;
    for (const GeneratedKernel& each : my.kernels)
        rows.push_back({{each.kernel}, {each.kind}, {each.ops.join(QStringLiteral(", "))}});
    my.model->setRows(std::move(rows));
    my.code->setPlainText(QString());
    my.origin->setText(my.kernels.empty() ? tr("No code was generated.")
                                          : tr("Choose a kernel to see its code and where it comes from."));
    if (my.kernels.empty())
        return;
    my.isFollowing = true;
    my.table->selectSourceRow(0);
    my.isFollowing = false;
}

bool GeneratedCodeView::showFile(const QString& name)
{
    QFile file(name);
    showKernels(file.open(QIODevice::ReadOnly) ? parseGenerated(file.readAll().toStdString())
                                               : std::vector<GeneratedKernel>());
    return !m_impl->kernels.empty();
}

bool GeneratedCodeView::chooseKernel(const QString& name)
{
    Impl& my = *m_impl;
    for (std::size_t i = 0; i < my.kernels.size(); ++i) {
        if (my.kernels[i].kernel != name)
            continue;
        my.isFollowing = true;
        my.table->selectSourceRow(int(i));
        my.isFollowing = false;
        return true;
    }
    return false;
}

void GeneratedCodeView::showKernel(int row)
{
    Impl& my = *m_impl;
    if (row < 0 || std::size_t(row) >= my.kernels.size())
        return;
    const GeneratedKernel& chosen = my.kernels[std::size_t(row)];
    my.code->setPlainText(chosen.source.isEmpty()
                              ? tr("This kernel's code lies in a library, or is not in the package.")
                              : chosen.source);
    QStringList lines;
    if (!chosen.ops.isEmpty())
        lines << tr("ops: %1").arg(chosen.ops.join(QStringLiteral(", ")));
    for (const CodeLine& line : chosen.lines)
        lines << line.place() + QStringLiteral("  ") + line.code;
    my.origin->setText(lines.join(QLatin1Char('\n')));
    if (!my.isFollowing)
        Q_EMIT kernelChosen(chosen.kernel);
}

} // namespace twintrace
