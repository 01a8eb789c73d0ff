// SPDX-License-Identifier: GPL-3.0-or-later
// A person clicks from the large button to the saved picture; the children are fakes.
#include "app/compare_dialog.h"
#include "app/main_window.h"
#include "app/progress_row.h"
#include "app/results_page.h"
#include "app/save_picture_dialog.h"
#include "app/trace_page.h"
#include "app/twin_view.h"
#include "core/import/session_reader.h"
#include "views/style/theme.h"
#include "views/timeline/twin_timelines.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDropEvent>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include <cstdlib>

using namespace twintrace;

namespace
{

constexpr int kRunLimit = 60000;
const QString kEager = QStringLiteral(TWINTRACE_GOLDEN_DIR "/h200/trace_mlp_eager.json.gz");
const QString kDefault = QStringLiteral(TWINTRACE_GOLDEN_DIR "/h200/trace_mlp_default.json.gz");

/// The dialog of a class that is open now, waiting for it to appear.
template <class Dialog> Dialog* waitForDialog(QWidget& window)
{
    Dialog* dialog = nullptr;
    [&dialog, &window] {
        QTRY_VERIFY((dialog = window.findChild<Dialog*>()) != nullptr && dialog->isVisible());
    }();
    return dialog;
}

} // namespace

class AppFlowTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    CompareDialog* openDialog()
    {
        auto* button = m_window->findChild<QPushButton*>(QStringLiteral("compareButton"));
        QTest::mouseClick(button, Qt::LeftButton);
        auto* dialog = waitForDialog<CompareDialog>(*m_window);
        auto* start = dialog->findChild<QPushButton*>(QStringLiteral("startButton"));
        [start] { QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), kRunLimit); }(); // once the machine is known
        dialog->findChild<QLineEdit*>(QStringLiteral("folder"))->setText(m_folder.path());
        dialog->findChild<QComboBox*>(QStringLiteral("model"))->setCurrentText(QStringLiteral("mlp"));
        dialog->findChild<QComboBox*>(QStringLiteral("thoroughness"))->setCurrentIndex(0);
        return dialog;
    }

  private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QCoreApplication::setOrganizationName(QStringLiteral("twintrace-test"));
        QCoreApplication::setApplicationName(QStringLiteral("app-flow"));
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                           m_folder.filePath(QStringLiteral("settings")));
        qputenv("TWINTRACE_PYTHON", TWINTRACE_FAKE_CHILD);
        qputenv("TWINTRACE_RUNNER", TWINTRACE_FAKE_CHILD);
        qputenv("TWINTRACE_GUARD", TWINTRACE_GUARD_PROGRAM);
        qputenv("TWINTRACE_CAPTURE_PYTHON", "/");
        qputenv("XDG_CACHE_HOME", m_folder.path().toUtf8());
        qputenv("TMPDIR", m_folder.path().toUtf8());
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void init()
    {
        qputenv("TWINTRACE_FAKE", "");
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void cleanup() { m_window.reset(); }

    void fromTheButtonToThePicture()
    {
        CompareDialog* dialog = openDialog();
        QSignalSpy opened(m_window.get(), &MainWindow::opened);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("startButton")), Qt::LeftButton);
        QVERIFY(dialog->isRunning());
        QCOMPARE(dialog->findChildren<ProgressRow*>().size(), 2);
        QVERIFY(opened.wait(kRunLimit));

        ResultsPage& results = m_window->results();
        QVERIFY(results.isVisible());
        QCOMPARE(results.baseline(), QStringLiteral("eager"));
        QCOMPARE(results.candidate(), QStringLiteral("aot"));
        QVERIFY2(results.sentence().contains(QStringLiteral("faster")), qPrintable(results.sentence()));
        QVERIFY(QFileInfo(results.folder() + QStringLiteral("/session.json")).isFile());
        QSignalSpy shown(&results, &ResultsPage::tracesShown);
        if (!results.twins().isVisible())
            QVERIFY(shown.wait(kRunLimit));
        QTRY_VERIFY_WITH_TIMEOUT(results.twins().isCompared(), kRunLimit);

        // Export: the dialog is modal, so what is done in it is put on the event loop first.
        const QString file = m_folder.filePath(QStringLiteral("results.png"));
        bool isSaved = false;
        QTimer::singleShot(0, m_window.get(), [this, &file, &isSaved] {
            auto* save = waitForDialog<SavePictureDialog>(*m_window);
            isSaved = save->saveTo(file);
            save->reject();
        });
        results.savePicture();
        QVERIFY(isSaved);
        const QImage picture(file);
        QVERIFY(picture.width() >= 3000); // 2× by default
        QVERIFY(picture.height() > 600);
    }

    void failedVariantStaysVisible()
    {
        qputenv("TWINTRACE_FAKE", "aot:first:segv");
        CompareDialog* dialog = openDialog();
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("startButton")), Qt::LeftButton);
        auto* show = dialog->findChild<QPushButton*>(QStringLiteral("showButton"));
        QTRY_VERIFY_WITH_TIMEOUT(show->isVisible(), kRunLimit);
        QSignalSpy opened(m_window.get(), &MainWindow::opened);
        QTest::mouseClick(show, Qt::LeftButton);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(m_window->results().session().variants.size(), 2u);
        QCOMPARE(m_window->results().session().variants[0].status, VariantStatus::Ok);
        QCOMPARE(m_window->results().session().variants[1].status, VariantStatus::Failed);
    }

    void cancelEndsWithinASecond()
    {
        qputenv("TWINTRACE_FAKE", "aot:first:hang");
        CompareDialog* dialog = openDialog();
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("startButton")), Qt::LeftButton);
        QTest::qWait(1500);
        QVERIFY(dialog->isRunning());
        QElapsedTimer timer;
        timer.start();
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("cancelButton")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), 5000);
        QVERIFY2(timer.elapsed() <= 1500, qPrintable(QString::number(timer.elapsed())));
        QTRY_VERIFY(dialog->findChild<QPushButton*>(QStringLiteral("startButton"))->isEnabled());
    }

    void usersFileNeedsConsent()
    {
        const QString script = m_folder.filePath(QStringLiteral("model.py"));
        QFile file(script);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("def make():\n    pass\n");
        file.close();
        CompareDialog* dialog = openDialog();
        dialog->setModel(script + QStringLiteral(":make"));
        bool isAsked = false;
        QTimer::singleShot(0, dialog, [dialog, &isAsked, &script] {
            auto* box = waitForDialog<QMessageBox>(*dialog);
            isAsked = box->informativeText().contains(script);
            box->reject();
        });
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("startButton")), Qt::LeftButton);
        QVERIFY(isAsked);
        QVERIFY(!dialog->isRunning());
    }

    void wrongEntriesAreSaid()
    {
        CompareDialog* dialog = openDialog();
        dialog->findChild<QLineEdit*>(QStringLiteral("batches"))->setText(QStringLiteral("8, many"));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("startButton")), Qt::LeftButton);
        QVERIFY(!dialog->isRunning());
        bool isSaid = false;
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            isSaid = isSaid || (label->isVisible() && label->text().contains(QStringLiteral("'many'")));
        QVERIFY(isSaid);
    }

    void oneTraceOpens()
    {
        QSignalSpy opened(m_window.get(), &MainWindow::opened);
        m_window->openPaths({kEager});
        QVERIFY(opened.wait(kRunLimit));
        QVERIFY(!m_window->traces().isTwo());
        QCOMPARE(m_window->findChild<QLabel*>(QStringLiteral("traceTitle"))->text(),
                 QStringLiteral("trace_mlp_eager.json.gz"));
    }

    void partsStayAsTheUserLeftThem()
    {
        const auto openedSplitter = [this] {
            QSignalSpy opened(m_window.get(), &MainWindow::opened);
            m_window->openPaths({kEager});
            [&opened] { QVERIFY(opened.wait(kRunLimit)); }();
            return m_window->findChild<QSplitter*>(QStringLiteral("trace-tabs"));
        };
        QSplitter* splitter = openedSplitter();
        QVERIFY(splitter != nullptr);
        const int before = splitter->sizes().at(0);
        QSplitterHandle* handle = splitter->handle(1);
        const QPoint from = handle->rect().center();
        const QPoint to = from - QPoint(0, 60);
        QTest::mousePress(handle, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, handle->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(handle, &move);
        QTest::mouseRelease(handle, Qt::LeftButton, {}, to);
        const int left = splitter->sizes().at(0);
        QVERIFY2(left < before - 30, qPrintable(QStringLiteral("%1 of %2").arg(left).arg(before)));
        cleanup();
        init();
        QSplitter* again = openedSplitter();
        QVERIFY2(std::abs(again->sizes().at(0) - left) < 4,
                 qPrintable(QString::number(again->sizes().at(0))));
        QSettings().remove(QStringLiteral("splitters"));
    }

    void droppedPairOpensAsTwins()
    {
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(kEager), QUrl::fromLocalFile(kDefault)});
        QSignalSpy opened(m_window.get(), &MainWindow::opened);
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(20, 20), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &drop);
        QVERIFY(opened.wait(kRunLimit));
        QVERIFY(m_window->traces().isTwo());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->traces().twins().isCompared(), kRunLimit);
        QVERIFY(!m_window->traces().twins().sentence().isEmpty());
    }

    void twoIterationsOfOneTraceStandAboveEachOther()
    {
        QSignalSpy opened(m_window.get(), &MainWindow::opened);
        m_window->openPaths({kEager});
        QVERIFY(opened.wait(kRunLimit));
        auto* button = m_window->findChild<QToolButton*>(QStringLiteral("two-iterations"));
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(opened.count(), 2);
        QVERIFY(m_window->traces().isTwo());
        TwinTimelines& twins = m_window->traces().twins().timelines();
        QTRY_VERIFY(twins.alignment().baselineAnchor < twins.alignment().candidateAnchor);
    }

    void unreadableFileIsSaidAndForgotten()
    {
        QSignalSpy failed(m_window.get(), &MainWindow::failed);
        m_window->openPaths({m_folder.filePath(QStringLiteral("none.json"))});
        QVERIFY(failed.wait(kRunLimit));
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("none.json")));
        QVERIFY(m_window->findChild<QPushButton*>(QStringLiteral("compareButton"))->isVisible());
    }
};

QTEST_MAIN(AppFlowTest)
#include "app_flow_test.moc"
