// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/save_picture_dialog.h"

#include "views/export/figure.h"
#include "views/models/figure_text.h"
#include "views/style/spacing.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

constexpr QSize kPreview(460, 320);
constexpr int kCaptionRoom = 26;
const QString kFolderKey = QStringLiteral("pictures/folder");

QSpinBox* makeSide(int value)
{
    auto* box = new QSpinBox;
    box->setRange(160, 8000);
    box->setSingleStep(20);
    box->setSuffix(SavePictureDialog::tr(" px"));
    box->setValue(value);
    return box;
}

} // namespace

SavePictureDialog::SavePictureDialog(Figure& figure, const QString& caption, QWidget* parent)
    : QDialog(parent), m_figure(figure)
{
    setWindowTitle(tr("Save picture"));
    setObjectName(QStringLiteral("savePictureDialog"));
    m_format = new QComboBox;
    m_format->addItem(tr("PNG: for slides and pages"), QStringLiteral("png"));
    m_format->addItem(tr("SVG: stays sharp, can be edited"), QStringLiteral("svg"));
    m_format->addItem(tr("PDF: for papers"), QStringLiteral("pdf"));
    m_width = makeSide(figure.figureSize().width());
    m_height = makeSide(figure.figureSize().height() + kCaptionRoom);
    m_scale = new QComboBox;
    for (int scale = 1; scale <= 3; ++scale)
        m_scale->addItem(tr("%1×").arg(scale), scale);
    m_scale->setCurrentIndex(1);
    m_theme = new QComboBox;
    m_theme->addItem(tr("for print (light)"), false);
    m_theme->addItem(tr("dark"), true);
    m_caption = new QLineEdit(caption);
    m_caption->setPlaceholderText(tr("no caption"));
    m_caption->setCursorPosition(0); // a long caption shows its beginning
    m_preview = new QLabel;
    m_preview->setFixedSize(kPreview);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAccessibleName(tr("Preview"));
    m_problem = new QLabel;
    m_problem->setProperty("look", QStringLiteral("banner"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();

    auto* form = new QFormLayout;
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("Width"), m_width);
    form->addRow(tr("Height"), m_height);
    form->addRow(tr("Resolution"), m_scale);
    form->addRow(tr("Colours"), m_theme);
    form->addRow(tr("Caption"), m_caption);
    auto* save = new QPushButton(tr("Save…"));
    save->setObjectName(QStringLiteral("savePictureButton"));
    save->setProperty("look", QStringLiteral("primary"));
    save->setDefault(true);
    auto* copy = new QPushButton(tr("Copy"));
    auto* close = new QPushButton(tr("Close"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(close);
    buttons->addWidget(copy);
    buttons->addWidget(save);
    auto* fields = new QVBoxLayout;
    fields->addLayout(form);
    fields->addStretch(1);
    auto* upper = new QHBoxLayout;
    upper->setSpacing(kWideSpace);
    upper->addLayout(fields, 1);
    upper->addWidget(m_preview);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kPageMargin, kPageMargin, kPageMargin, kWideSpace);
    layout->addLayout(upper);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);

    connect(save, &QPushButton::clicked, this, &SavePictureDialog::chooseFile);
    connect(copy, &QPushButton::clicked, this, [this] { copyPicture(m_figure, options()); });
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    for (QComboBox* box : {m_format, m_scale, m_theme})
        connect(box, &QComboBox::currentIndexChanged, this, &SavePictureDialog::showPreview);
    for (QSpinBox* box : {m_width, m_height})
        connect(box, &QSpinBox::valueChanged, this, &SavePictureDialog::showPreview);
    connect(m_caption, &QLineEdit::textChanged, this, &SavePictureDialog::showPreview);
    showPreview();
}

QString SavePictureDialog::ending() const
{
    return m_format->currentData().toString();
}

PictureOptions SavePictureDialog::options() const
{
    return {QSize(m_width->value(), m_height->value()), m_scale->currentData().toInt(), m_caption->text(),
            m_theme->currentData().toBool()};
}

void SavePictureDialog::showPreview()
{
    m_scale->setEnabled(ending() == QLatin1String("png"));
    PictureOptions small = options();
    small.scale = 1;
    const QImage image = pictureImage(m_figure, small);
    QPixmap pixmap = QPixmap::fromImage(
        image.scaled(kPreview * devicePixelRatioF(), Qt::KeepAspectRatio, Qt::SmoothTransformation));
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(pixmap);
}

void SavePictureDialog::chooseFile()
{
    QSettings settings;
    const QString folder = settings.value(kFolderKey, QDir::homePath()).toString();
    const QString proposal = QDir(folder).filePath(m_figure.figureName() + QLatin1Char('.') + ending());
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save picture"), proposal, QStringLiteral("%1 (*.%2)").arg(ending().toUpper(), ending()));
    if (file.isEmpty())
        return;
    if (saveTo(file))
        accept();
}

bool SavePictureDialog::saveTo(const QString& file)
{
    const QString named = QFileInfo(file).suffix().isEmpty() ? file + QLatin1Char('.') + ending() : file;
    const Result<void> saved = savePicture(m_figure, named, options());
    if (!saved) {
        m_problem->setText(textOf(saved.error().message));
        m_problem->show();
        return false;
    }
    QSettings().setValue(kFolderKey, QFileInfo(named).absolutePath());
    return true;
}

} // namespace twintrace
