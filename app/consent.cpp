// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consent.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

namespace twintrace
{
namespace
{

QString trConsent(const char* text)
{
    return QCoreApplication::translate("Consent", text);
}

QString pathOfModel(const QString& model)
{
    // "file.py:function" names a function in a file; a Windows drive letter does not occur here.
    const qsizetype colon = model.lastIndexOf(QLatin1Char(':'));
    return colon > 0 && !QFileInfo::exists(model) ? model.left(colon) : model;
}

} // namespace

bool askConsent(const QString& model, QWidget* parent)
{
    if (model == QLatin1String("mlp") || model == QLatin1String("transformer"))
        return true;
    const QFileInfo file(pathOfModel(model));
    const QString key = QStringLiteral("consent/") +
                        QString::fromLatin1(file.absoluteFilePath().toUtf8().toPercentEncoding());
    const QString version = file.lastModified().toString(Qt::ISODateWithMs);
    if (file.exists() && QSettings().value(key).toString() == version)
        return true;
    QMessageBox box(QMessageBox::Question, trConsent("Run this file?"),
                    trConsent("The code in this file will be run with your rights:"), QMessageBox::NoButton,
                    parent);
    box.setObjectName(QStringLiteral("consentBox"));
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(file.absoluteFilePath());
    QPushButton* run = box.addButton(trConsent("Run it"), QMessageBox::AcceptRole);
    run->setObjectName(QStringLiteral("consentButton"));
    box.addButton(QMessageBox::Cancel);
    auto* remember = new QCheckBox(trConsent("Do not ask again until the file changes"));
    box.setCheckBox(remember);
    box.exec();
    if (box.clickedButton() != run)
        return false;
    if (remember->isChecked())
        QSettings().setValue(key, version);
    return true;
}

} // namespace twintrace
