// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/key_sheet.h"

#include "views/style/fonts.h"
#include "views/style/spacing.h"
#include "views/timeline/timeline_keys.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

QLabel* plainLabel(const QString& text, const QFont& font)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setFont(font);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// One column of "key — purpose" lines with headings.
class Column
{
  public:
    explicit Column(QHBoxLayout& parent) : m_grid(new QGridLayout)
    {
        m_grid->setHorizontalSpacing(kWideSpace);
        m_grid->setVerticalSpacing(2);
        parent.addLayout(m_grid);
    }
    void heading(const QString& text)
    {
        if (m_row > 0)
            m_grid->setRowMinimumHeight(m_row++, kSpace);
        m_grid->addWidget(plainLabel(text, uiFont(13, QFont::DemiBold)), m_row++, 0, 1, 2);
    }
    void line(const QString& keys, const QString& purpose)
    {
        m_grid->addWidget(plainLabel(keys, monoFont(12)), m_row, 0, Qt::AlignTop);
        m_grid->addWidget(plainLabel(purpose, uiFont(12)), m_row++, 1, Qt::AlignTop);
    }
    void finish() { m_grid->setRowStretch(m_row, 1); }

  private:
    QGridLayout* m_grid;
    int m_row = 0;
};

} // namespace

KeySheet::KeySheet(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Keys of the timeline"));
    setAccessibleName(windowTitle());
    auto* sheet = new QWidget;
    auto* columns = new QHBoxLayout(sheet);
    columns->setSpacing(kWideSpace * 2);
    Column first(*columns);
    Column second(*columns);
    Column third(*columns);
    const char* group = nullptr;
    for (const KeyLine& line : timelineKeys()) {
        const QLatin1String name(line.group);
        Column& column = name == QLatin1String("Select") || name == QLatin1String("Search") ? second
                         : name == QLatin1String("Rows") || name == QLatin1String("Other")  ? third
                                                                                            : first;
        if (group != line.group)
            column.heading(QString(name));
        group = line.group;
        column.line(QString::fromLatin1(line.keys).replace(QLatin1Char(' '), QStringLiteral("  ")),
                    QString::fromLatin1(line.purpose));
    }
    third.heading(tr("Mouse"));
    for (const MouseLine& line : timelineGestures())
        third.line(QString::fromLatin1(line.gesture), QString::fromLatin1(line.purpose));
    for (Column* column : {&first, &second, &third})
        column->finish();

    auto* area = new QScrollArea;
    area->setWidget(sheet);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(area);
    layout->addWidget(buttons);
    // As wide as its lines, on screens that have the room; else it scrolls.
    const QSize wanted = sheet->sizeHint() + QSize(70, 100);
    const QSize room = screen() != nullptr ? screen()->availableSize() : QSize(1280, 720);
    resize(wanted.boundedTo(room));
}

} // namespace twintrace
