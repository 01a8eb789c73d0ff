// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record_dialog.h"

#include "views/style/fonts.h"
#include "views/style/spacing.h"

#include <QCoreApplication>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

constexpr int kShownLines = 400;
constexpr int kUnsupportedExit = 5;
constexpr int kStopMilliseconds = 900;

} // namespace

RecordDialog::RecordDialog(QWidget* parent)
    : QDialog(parent), m_command(new QLineEdit), m_file(new QLineEdit), m_seconds(new QDoubleSpinBox),
      m_note(new QLabel), m_output(new QPlainTextEdit), m_start(new QPushButton(tr("Record"))),
      m_stop(new QPushButton(tr("Close")))
{
    setWindowTitle(tr("Record a program"));
    setObjectName(QStringLiteral("recordDialog"));
    setMinimumSize(680, 420);
    auto* heading = new QLabel(tr("Record a program"));
    heading->setFont(uiFont(18, QFont::Bold));
    m_command->setPlaceholderText(tr("python train.py --steps 3"));
    m_command->setAccessibleName(tr("Command"));
    m_file->setText(QDir::home().filePath(QStringLiteral("recording.json.gz")));
    m_file->setAccessibleName(tr("File to write"));
    m_seconds->setRange(0, 3600);
    m_seconds->setSpecialValueText(tr("until the program ends"));
    m_seconds->setSuffix(tr(" s"));
    m_output->setReadOnly(true);
    m_output->setFont(monoFont(11));
    m_output->setMaximumBlockCount(kShownLines);
    m_output->setAccessibleName(tr("What the program prints"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setProperty("look", QStringLiteral("muted"));
    m_note->setText(
        tr("Kernels, copies and launches of the program and its children are recorded; it needs no change. "
           "The command is run with your rights."));
    m_start->setProperty("look", QStringLiteral("primary"));
    m_start->setDefault(true);
    auto* browse = new QPushButton(tr("Browse…"));
    auto* fileRow = new QHBoxLayout;
    fileRow->addWidget(m_file, 1);
    fileRow->addWidget(browse);
    auto* form = new QFormLayout;
    form->addRow(tr("Command"), m_command);
    form->addRow(tr("Save as"), fileRow);
    form->addRow(tr("For"), m_seconds);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_note, 1);
    buttons->addWidget(m_stop);
    buttons->addWidget(m_start);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 18);
    layout->setSpacing(kSpace);
    layout->addWidget(heading);
    layout->addLayout(form);
    layout->addWidget(m_output, 1);
    layout->addLayout(buttons);

    connect(browse, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getSaveFileName(this, tr("Save the recording as"), m_file->text(),
                                                          tr("Traces (*.json.gz *.json)"));
        if (!file.isEmpty())
            m_file->setText(file);
    });
    connect(m_start, &QPushButton::clicked, this, &RecordDialog::start);
    connect(m_stop, &QPushButton::clicked, this, &RecordDialog::reject);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    connect(&m_process, &QProcess::readyRead, this,
            [this] { m_output->appendPlainText(QString::fromUtf8(m_process.readAll()).trimmed()); });
    connect(&m_process, &QProcess::finished, this, &RecordDialog::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this] {
        if (m_process.state() == QProcess::NotRunning)
            m_note->setText(tr("The recorder cannot be started: %1.").arg(m_process.errorString()));
    });
}

RecordDialog::~RecordDialog()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(kStopMilliseconds);
    }
}

void RecordDialog::start()
{
    const QStringList command = QProcess::splitCommand(m_command->text());
    if (command.isEmpty()) {
        m_note->setText(tr("Enter the command to record, for example: python train.py"));
        return;
    }
    QStringList arguments{QStringLiteral("record"), QStringLiteral("-o"), m_file->text()};
    if (m_seconds->value() > 0)
        arguments << QStringLiteral("--for") << QString::number(m_seconds->value());
    arguments << QStringLiteral("--") << command;
    m_output->clear();
    m_start->setEnabled(false);
    m_stop->setText(tr("Stop"));
    m_note->setText(tr("Recording…"));
    m_process.start(QCoreApplication::applicationFilePath(), arguments);
}

void RecordDialog::finish(int exitCode)
{
    m_start->setEnabled(true);
    m_stop->setText(tr("Close"));
    if (exitCode != kUnsupportedExit && QFileInfo(m_file->text()).size() > 0) {
        Q_EMIT recorded(m_file->text());
        accept();
        return;
    }
    m_note->setText(exitCode == kUnsupportedExit
                        ? tr("Nothing was recorded; the reason stands above.")
                        : tr("The program ended with code %1 and left no recording.").arg(exitCode));
}

void RecordDialog::reject()
{
    if (m_process.state() == QProcess::NotRunning) {
        QDialog::reject();
        return;
    }
    // A first Stop asks: the recorder then writes what it has.
    m_process.terminate();
    m_note->setText(tr("Stopping…"));
}

} // namespace twintrace
