// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_form.h"

#include "capture/client/variant_catalog.h"
#include "views/models/figure_text.h"
#include "views/style/spacing.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace twintrace
{
namespace
{

const QString kGroup = QStringLiteral("compare/");
constexpr int kVariantColumns = 3;

QString modelFileIn(const QMimeData* mime)
{
    if (!mime->hasUrls() || mime->urls().size() != 1)
        return {};
    const QString file = mime->urls().first().toLocalFile();
    return file.endsWith(QLatin1String(".pt2")) || file.endsWith(QLatin1String(".py")) ? file : QString();
}

QWidget* rowOf(const QList<QWidget*>& widgets)
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSmallSpace);
    for (QWidget* widget : widgets)
        layout->addWidget(widget, widget->sizePolicy().horizontalPolicy() == QSizePolicy::Expanding ? 1 : 0);
    return row;
}

} // namespace

CompareForm::CompareForm(QWidget* parent) : QWidget(parent)
{
    setAcceptDrops(true);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(10);
    form->setHorizontalSpacing(kWideSpace);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_device = new QComboBox;
    m_device->setObjectName(QStringLiteral("device"));
    m_device->setAccessibleName(tr("Device"));
    m_device->addItem(tr("cpu"), QStringLiteral("cpu"));
    connect(m_device, &QComboBox::currentIndexChanged, this, &CompareForm::followDevice);
    m_thoroughness = new QComboBox;
    m_thoroughness->setObjectName(QStringLiteral("thoroughness"));
    m_thoroughness->setAccessibleName(tr("Thoroughness"));
    const auto addPlan = [this](const QString& name, Thoroughness thoroughness) {
        const MeasuringPlan plan = measuringPlan(thoroughness);
        m_thoroughness->addItem(tr("%1: until the interval is within %2 %, at most %3 s of measuring")
                                    .arg(name)
                                    .arg(plan.targetIntervalRatio * 100)
                                    .arg(plan.mostRoundSeconds),
                                int(thoroughness));
    };
    addPlan(tr("quick"), Thoroughness::Quick);
    addPlan(tr("normal"), Thoroughness::Normal);
    addPlan(tr("thorough"), Thoroughness::Thorough);
    m_thoroughness->setCurrentIndex(1);

    const auto addRow = [form](const QString& name, QWidget* field) {
        auto* label = new QLabel(name);
        label->setProperty("look", QStringLiteral("muted"));
        label->setMinimumWidth(90);
        label->setBuddy(field);
        form->addRow(label, field);
    };
    addRow(tr("Model"), makeModelRow());
    addRow(tr("Device"), m_device);
    addRow(tr("Inputs"), makeInputsRow());
    addRow(tr("Variants"), makeVariants());
    addRow(tr("Thoroughness"), m_thoroughness);
    addRow(tr("Save in"), makeFolderRow());
    restore();
    followDevice();
}

QWidget* CompareForm::makeModelRow()
{
    m_model = new QComboBox;
    m_model->setObjectName(QStringLiteral("model"));
    m_model->setAccessibleName(tr("Model"));
    m_model->setEditable(true);
    m_model->setInsertPolicy(QComboBox::NoInsert);
    m_model->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_model->addItem(QStringLiteral("mlp"));
    m_model->setItemData(0, tr("Demo: 1024 → 4096 → 4096 → 1024 with SiLU, batch 16"), Qt::ToolTipRole);
    m_model->addItem(QStringLiteral("transformer"));
    m_model->setItemData(1, tr("Demo: a small stack of GPT blocks"), Qt::ToolTipRole);
    m_model->lineEdit()->setPlaceholderText(tr("mlp, transformer, a .pt2 file, or file.py:function"));
    m_model->setToolTip(
        tr("A demo (mlp, transformer), a .pt2 of torch.export.save or AOTInductor, or file.py:function "
           "that returns (module, example inputs). A file can be dropped here."));
    connect(m_model, &QComboBox::currentTextChanged, this, &CompareForm::changed);
    auto* browse = new QPushButton(tr("Browse…"));
    connect(browse, &QPushButton::clicked, this, &CompareForm::chooseModelFile);
    return rowOf({m_model, browse});
}

QWidget* CompareForm::makeInputsRow()
{
    m_batches = new QLineEdit;
    m_batches->setObjectName(QStringLiteral("batches"));
    m_batches->setAccessibleName(tr("Batch sizes"));
    m_batches->setPlaceholderText(tr("batch sizes: the model's own (or 1, 8, 32)"));
    m_dtype = new QComboBox;
    m_dtype->setObjectName(QStringLiteral("dtype"));
    m_dtype->setAccessibleName(tr("Data type"));
    m_dtype->addItem(tr("the model's dtype"), QString());
    for (const char* dtype : {"float32", "bfloat16", "float16"})
        m_dtype->addItem(QString::fromLatin1(dtype), QString::fromLatin1(dtype));
    return rowOf({m_batches, m_dtype});
}

QWidget* CompareForm::makeVariants()
{
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kWideSpace);
    grid->setVerticalSpacing(kSmallSpace);
    int place = 0;
    for (const VariantKind& kind : allVariants()) {
        auto* check = new QCheckBox(textOf(kind.label));
        check->setObjectName(QStringLiteral("variant-") + textOf(kind.id));
        check->setToolTip(textOf(kind.explanation));
        connect(check, &QCheckBox::toggled, this, &CompareForm::changed);
        grid->addWidget(check, place / kVariantColumns, place % kVariantColumns);
        m_variants.emplace_back(std::string(kind.id), check);
        ++place;
    }
    grid->setColumnStretch(kVariantColumns, 1);
    return box;
}

QWidget* CompareForm::makeFolderRow()
{
    m_folder = new QLineEdit;
    m_folder->setObjectName(QStringLiteral("folder"));
    m_folder->setAccessibleName(tr("Folder in which the session is saved"));
    auto* browse = new QPushButton(tr("Browse…"));
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString folder =
            QFileDialog::getExistingDirectory(this, tr("Save sessions in"), m_folder->text());
        if (!folder.isEmpty())
            m_folder->setText(folder);
    });
    return rowOf({m_folder, browse});
}

void CompareForm::setMachine(const MachineReport& report)
{
    const QString chosen = m_device->currentData().toString();
    m_device->clear();
    m_device->addItem(report.cpu.empty() ? tr("cpu") : tr("cpu · %1").arg(textOf(report.cpu)),
                      QStringLiteral("cpu"));
    if (report.canUseGpu()) {
        for (std::size_t i = 0; i < report.gpus.size(); ++i)
            m_device->addItem(QStringLiteral("cuda:%1 · %2").arg(i).arg(textOf(report.gpus[i])),
                              QStringLiteral("cuda:%1").arg(i));
    }
    const int index = m_device->findData(chosen);
    m_device->setCurrentIndex(report.canUseGpu() && index <= 0 ? 1 : std::max(index, 0));
    followDevice();
}

void CompareForm::followDevice()
{
    const std::string device = m_device->currentData().toString().toStdString();
    const std::vector<std::string> defaults = defaultVariants(device);
    for (const auto& [id, check] : m_variants) {
        const VariantKind* kind = findVariantKind(id);
        const bool isPossible = kind == nullptr || !kind->needsCuda || isCudaDevice(device);
        const bool wasPossible = check->isEnabled();
        check->setEnabled(isPossible);
        if (!isPossible)
            check->setChecked(false);
        else if (!wasPossible)
            check->setChecked(std::find(defaults.begin(), defaults.end(), id) != defaults.end());
    }
    Q_EMIT changed();
}

void CompareForm::restore()
{
    const QSettings settings;
    m_model->setCurrentText(settings.value(kGroup + "model", QStringLiteral("transformer")).toString());
    m_folder->setText(
        settings.value(kGroup + "folder", QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
            .toString());
    m_thoroughness->setCurrentIndex(settings.value(kGroup + "thoroughness", 1).toInt());
    QStringList defaults;
    for (const std::string& id : defaultVariants("cpu"))
        defaults << QString::fromStdString(id);
    const QStringList variants = settings.value(kGroup + "variants", defaults).toStringList();
    for (const auto& [id, check] : m_variants)
        check->setChecked(variants.contains(QString::fromStdString(id)));
}

void CompareForm::remember() const
{
    QSettings settings;
    settings.setValue(kGroup + "model", model());
    settings.setValue(kGroup + "folder", m_folder->text());
    settings.setValue(kGroup + "thoroughness", m_thoroughness->currentIndex());
    QStringList chosen;
    for (const auto& [id, check] : m_variants) {
        if (check->isChecked())
            chosen << QString::fromStdString(id);
    }
    settings.setValue(kGroup + "variants", chosen);
}

void CompareForm::setModel(const QString& model)
{
    m_model->setCurrentText(model);
}

QString CompareForm::model() const
{
    return m_model->currentText().trimmed();
}

Result<CompareOptions> CompareForm::options() const
{
    CompareOptions options;
    options.model = model().toStdString();
    if (options.model.empty())
        return fail(ErrorCode::Usage, "No model is chosen: take a demo, a .pt2 file, or file.py:function.");
    options.device = m_device->currentData().toString().toStdString();
    options.dtype = m_dtype->currentData().toString().toStdString();
    static const QRegularExpression separators(QStringLiteral("[,;\\s]+"));
    for (const QString& word : m_batches->text().split(separators, Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const qlonglong batch = word.toLongLong(&isNumber);
        if (!isNumber || batch < 1)
            return fail(ErrorCode::Usage, "'" + word.toStdString() +
                                              "' is no batch size: write whole numbers from 1 on, "
                                              "separated by commas.");
        options.batches.push_back(batch);
    }
    for (const auto& [id, check] : m_variants) {
        if (check->isChecked())
            options.variants.push_back(id);
    }
    if (options.variants.empty())
        return fail(ErrorCode::Usage, "No variant is ticked: tick at least two to compare.");
    if (std::find(options.variants.begin(), options.variants.end(), options.baseline) ==
        options.variants.end())
        options.baseline = options.variants.front();
    options.thoroughness = Thoroughness(m_thoroughness->currentData().toInt());
    const QString folder = m_folder->text().trimmed();
    if (folder.isEmpty() || !QFileInfo(folder).isDir())
        return fail(ErrorCode::Usage,
                    "The folder '" + folder.toStdString() + "' does not exist: choose another to save in.");
    options.outputFolder = folder.toStdString();
    return options;
}

void CompareForm::chooseModelFile()
{
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Model"), QString(), tr("Models (*.pt2 *.py);;All files (*)"));
    if (!file.isEmpty())
        setModel(file);
}

void CompareForm::dragEnterEvent(QDragEnterEvent* event)
{
    if (!modelFileIn(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void CompareForm::dropEvent(QDropEvent* event)
{
    setModel(modelFileIn(event->mimeData()));
    event->acceptProposedAction();
}

} // namespace twintrace
