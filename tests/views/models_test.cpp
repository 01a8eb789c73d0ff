// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_session.h"

#include "core/import/load_trace.h"
#include "views/models/check_table_model.h"
#include "views/models/delta_table_model.h"
#include "views/models/kernel_map_model.h"
#include "views/models/kernel_table_model.h"
#include "views/models/problem_table_model.h"
#include "views/models/text_table_model.h"
#include "views/models/variant_table_model.h"
#include "views/panels/figure_table.h"
#include "views/panels/import_report_panel.h"
#include "views/panels/match_panel.h"
#include "views/style/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <functional>
#include <memory>

using namespace twintrace;

using MakeModel = std::function<std::unique_ptr<QAbstractItemModel>(bool hasRows)>;
Q_DECLARE_METATYPE(MakeModel)

namespace
{

const std::string kMarkupName = "void at::native::vectorized_elementwise_kernel<4, add<float>>(int, float&)";

TracePtr markupTrace()
{
    const std::string text =
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":")" + kMarkupName +
        R"(","pid":0,"tid":7,"ts":10,"dur":5,"args":{"device":0,"stream":7,"correlation":1}},)"
        R"({"ph":"X","cat":"kernel","name":"ampere_gemm","pid":0,"tid":7,"ts":20,"dur":7,"args":{"device":0,"stream":7,"correlation":2}}]})";
    return *loadTraceText(text);
}

QString shown(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class ModelsTest : public QObject
{
    Q_OBJECT

  private Q_SLOTS:
    void variantsShowTheSessionsFigures()
    {
        VariantTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSession(sampleSession(), "eager");
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(shown(model, 0, VariantTableModel::Variant), QStringLiteral("eager (LibTorch)"));
        QCOMPARE(model.index(0, 0).data(kSuffixRole).toString(), QStringLiteral("baseline"));
        QCOMPARE(shown(model, 0, VariantTableModel::Speedup), QStringLiteral("1.00×"));
        QCOMPARE(shown(model, 0, VariantTableModel::Outputs), QStringLiteral("exact"));
        QCOMPARE(shown(model, 1, VariantTableModel::Speedup), QStringLiteral("2.48×"));
        QCOMPARE(shown(model, 1, VariantTableModel::PaysBack), QStringLiteral("13,511 calls"));
        QCOMPARE(shown(model, 1, VariantTableModel::Kernels), QStringLiteral("67"));
        QCOMPARE(model.index(1, 0).data(kSuffixRole).toString(), QStringLiteral("best"));
        // A failed variant has a reason and no figures.
        QCOMPARE(shown(model, 2, VariantTableModel::Steady), QString());
        QVERIFY(
            model.index(2, 0).data(kSuffixRole).toString().contains(QStringLiteral("<b>crashed</b> & left")));
    }

    void memoryIsThatOfTheModelsDevice()
    {
        Session session = sampleSession();
        session.environment.device = "cuda:0";
        session.variants[0].peakMemoryBytes = 310'000'000; // of an older session: the host's is not the GPU's
        session.variants[1].peakMemoryBytes = 2'500'000'000;
        session.variants[1].peakDeviceBytes = 126'000'000;
        VariantTableModel model;
        model.setSession(session, "eager");
        QCOMPARE(shown(model, 0, VariantTableModel::Memory), QStringLiteral("—"));
        QCOMPARE(shown(model, 1, VariantTableModel::Memory), QStringLiteral("126 MB"));
        QVERIFY(
            model.index(1, VariantTableModel::Memory).data(Qt::ToolTipRole).toString().contains(u"2.50 GB"));
        session.environment.device = "cpu";
        model.setSession(session, "eager");
        QCOMPARE(shown(model, 0, VariantTableModel::Memory), QStringLiteral("310 MB"));
    }

    void neverPaysBack()
    {
        Session session = sampleSession();
        session.comparisons[0].breakEvenCalls.reset();
        session.variants[1].numerics->ok = false;
        VariantTableModel model;
        model.setSession(session, "eager");
        QCOMPARE(shown(model, 1, VariantTableModel::PaysBack), QStringLiteral("never"));
        QCOMPARE(shown(model, 1, VariantTableModel::Outputs), QStringLiteral("wrong"));
    }

    void kernelsSortAndCopyWhole()
    {
        const TracePtr trace = markupTrace();
        KernelTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTrace(trace, kernelTable(*trace));
        QCOMPARE(model.rowCount(), 2);
        FigureTable table(QStringLiteral("kernels"));
        table.showModel(&model);
        table.resize(900, 300);
        table.show();
        QSignalSpy chosen(&table, &FigureTable::rowChosen);
        table.sortByColumn(KernelTableModel::Total, Qt::AscendingOrder);
        table.selectRow(0);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(model.row(chosen[0][0].toInt()).total, Nanoseconds(5000));
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(QString::fromStdString(kMarkupName) + '\t'), qPrintable(copied));
        QVERIFY(copied.contains(QStringLiteral("5.000 µs")) || copied.contains(QStringLiteral("5 µs")));
    }

    void filterKeepsMatchingRows()
    {
        const TracePtr trace = markupTrace();
        KernelTableModel model;
        model.setTrace(trace, kernelTable(*trace));
        FigureTable table(QStringLiteral("kernels"));
        table.showModel(&model);
        table.setFilter(QStringLiteral("ADD<float>"));
        QCOMPARE(table.model()->rowCount(), 1);
        table.setFilter(QStringLiteral("no such kernel ("));
        QCOMPARE(table.model()->rowCount(), 0);
        table.setFilter(QString());
        QCOMPARE(table.model()->rowCount(), 2);
    }

    void everyModelKeepsTheRulesOfQt_data()
    {
        QTest::addColumn<MakeModel>("make");
        // Each makes its model empty first, and with rows when asked to.
        QTest::newRow("variants") << MakeModel([](bool hasRows) {
            auto model = std::make_unique<VariantTableModel>();
            if (hasRows)
                model->setSession(sampleSession(), "eager");
            return model;
        });
        QTest::newRow("kernels") << MakeModel([](bool hasRows) {
            auto model = std::make_unique<KernelTableModel>();
            const TracePtr trace = markupTrace();
            if (hasRows)
                model->setTrace(trace, kernelTable(*trace));
            return model;
        });
        QTest::newRow("problems") << MakeModel([](bool hasRows) {
            auto model = std::make_unique<ProblemTableModel>();
            if (hasRows)
                model->setRows({{"odd", Severity::Notice, 1, {5, 0}, "Odd <b>&</b>.", ""}});
            return model;
        });
        QTest::newRow("kernel map") << MakeModel([](bool hasRows) {
            auto model = std::make_unique<KernelMapModel>();
            KernelMap map;
            map.groups.resize(hasRows ? 3 : 0);
            model->setMap(map);
            return model;
        });
        QTest::newRow("deltas") << MakeModel([](bool hasRows) {
            auto model = std::make_unique<DeltaTableModel>(QStringLiteral("cause"), QStringLiteral("gaps"),
                                                           QStringLiteral("time"), true);
            if (hasRows)
                model->setGaps({{GapCause::HostWait, {165, 60}, {1240, 400}}});
            return model;
        });
        QTest::newRow("checks") << MakeModel([](bool hasRows) {
            auto model = std::make_unique<CheckTableModel>();
            if (hasRows)
                model->setRows(sampleSession().checks);
            return model;
        });
        QTest::newRow("texts") << MakeModel([](bool hasRows) {
            auto model = std::make_unique<TextTableModel>(QStringList{"why", "where"}, QList<int>{0});
            if (hasRows)
                model->setRows({{{"data-dependent"}, {"model.py:7", 7}}, {{"one cell alone"}}});
            return model;
        });
    }

    void everyModelKeepsTheRulesOfQt()
    {
        QFETCH(MakeModel, make);
        for (const bool hasRows : {false, true}) {
            const std::unique_ptr<QAbstractItemModel> model = make(hasRows);
            const QAbstractItemModelTester tester(model.get(),
                                                  QAbstractItemModelTester::FailureReportingMode::QtTest);
            QCOMPARE(model->rowCount() > 0, hasRows);
            QVERIFY(model->columnCount() > 0);
            // The rows behind sorting and filter, as every table shows them, have rules of their own to keep.
            FigureTable table(QStringLiteral("rows"));
            table.showModel(model.get());
            const QAbstractItemModelTester shownTester(
                table.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
            for (int column = 0; column < model->columnCount(); ++column) {
                QVERIFY(!model->headerData(column, Qt::Horizontal).toString().isEmpty());
                table.sortByColumn(column, Qt::DescendingOrder);
                table.sortByColumn(column, Qt::AscendingOrder);
            }
            const int all = table.model()->rowCount();
            QCOMPARE(all, model->rowCount());
            table.setFilter(QStringLiteral("no row has this"));
            QCOMPARE(table.model()->rowCount(), 0);
            table.setFilter(QString());
            table.setRowFilter([](int row) { return row == 0; });
            QCOMPARE(table.model()->rowCount(), hasRows ? 1 : 0);
            table.setRowFilter({});
            QCOMPARE(table.model()->rowCount(), all);
        }
    }

    void aTableShortOfWidthMovesItsColumnsTogether()
    {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeChoice::Light);
        VariantTableModel model;
        model.setSession(sampleSession(), "eager");
        FigureTable table(QStringLiteral("variants"));
        table.setFitsRows(true);
        table.showModel(&model);
        table.resize(300, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QVERIFY(table.horizontalScrollBar()->maximum() > 0);
        const int together = table.horizontalHeader()->length();
        const int column = table.columnWidth(VariantTableModel::Speedup);
        table.resize(2 * together, 200);
        QVERIFY(table.columnWidth(VariantTableModel::Speedup) > column);
        table.resize(together + 20, 200);
        QTRY_COMPARE(table.horizontalScrollBar()->maximum(), 0);
        QVERIFY(table.columnWidth(VariantTableModel::Speedup) < column + 4);
    }

    void problemsTellWhereFirst()
    {
        ProblemTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows(
            {{"truncated", Severity::DataLoss, 3, {1234, 7}, "The file ends early.", "Record it again."},
             {"odd", Severity::Notice, 1, {5, 0}, "Odd.", ""}});
        QCOMPARE(shown(model, 0, ProblemTableModel::Weight), QStringLiteral("data lost"));
        QCOMPARE(shown(model, 0, ProblemTableModel::FirstByte), QStringLiteral("1,234"));
        QCOMPARE(shown(model, 1, ProblemTableModel::FirstLine), QStringLiteral("—"));
    }

    void reportJumpsToTheNearestEvent()
    {
        const TracePtr trace = markupTrace();
        const std::uint64_t second = trace->events.source[1];
        QCOMPARE(ImportReportPanel::eventNearByte(*trace, second + 3), EventId(1));
        QCOMPARE(ImportReportPanel::eventNearByte(*trace, 0), EventId(0));
        ImportReportPanel panel;
        QSignalSpy jumped(&panel, &ImportReportPanel::jumpRequested);
        panel.showReport(trace, {{"odd", Severity::Warning, 1, {second, 1}, "Odd.", "Look."}},
                         QStringLiteral("a trace"));
        panel.table().selectRow(0);
        QCOMPARE(jumped.count(), 1);
        QCOMPARE(jumped[0][0].value<EventId>(), EventId(1));
    }

    void kernelMapIsPerForward()
    {
        KernelGroup fused;
        fused.kind = GroupKind::Fused;
        fused.layer = MatchLayer::Order;
        fused.positions = 6;
        fused.label = "gemm · scale · softmax · gemm";
        fused.baseline = {{"gemm<1>", "gemm", KernelFamily::Gemm, 48, 48000, {}, "", "", ""}};
        fused.candidate = {{"sdpa", "sdpa", KernelFamily::Attention, 12, 24000, {}, "", "", ""}};
        fused.baselineCount = 48;
        fused.candidateCount = 12;
        fused.baselineTime = 48000;
        fused.candidateTime = 24000;
        KernelGroup added;
        added.kind = GroupKind::Added;
        added.positions = 1;
        added.candidate = {{"Memcpy", "Memcpy", KernelFamily::Memcpy, 2, 2000, {}, "", "", ""}};
        added.candidateCount = 2;
        added.candidateTime = 2000;
        KernelMap map;
        map.groups = {fused, added};
        map.forwards = {2, 2};
        KernelMapModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setMap(map);
        QCOMPARE(shown(model, 0, KernelMapModel::Fate), QStringLiteral("4→1"));
        QCOMPARE(shown(model, 0, KernelMapModel::AForward), QStringLiteral("6×"));
        QCOMPARE(model.index(0, KernelMapModel::Delta).data(kSortRole).toDouble(), -12.0);
        QCOMPARE(shown(model, 0, KernelMapModel::MatchedBy), QStringLiteral("order"));
        QCOMPARE(model.index(0, KernelMapModel::Baseline).data(kWholeTextRole).toString(),
                 QStringLiteral("gemm<1>"));
        QCOMPARE(shown(model, 1, KernelMapModel::Fate), QStringLiteral("added"));
        QCOMPARE(shown(model, 1, KernelMapModel::BaselineTime), QStringLiteral("—"));
        QCOMPARE(shown(model, 1, KernelMapModel::MatchedBy), QString());
    }

    void theMatchPanelKeepsNamesWhole()
    {
        KernelGroup group;
        group.kind = GroupKind::Changed;
        group.label = kMarkupName + "_" + std::string(5000, 'n');
        group.baseline = {{group.label, group.label, KernelFamily::Gemm, 2, 48000, {}, "", "", ""}};
        group.baselineCount = 2;
        KernelMap map;
        map.groups = {group};
        map.forwards = {1, 1};
        MatchPanel panel;
        panel.resize(300, 200);
        panel.showGroup(map, group);
        panel.show();
        const QString whole = QString::fromStdString(group.label);
        QVERIFY(panel.plainText().startsWith(whole + QLatin1Char('\n')));
        auto* text = panel.findChild<QPlainTextEdit*>();
        text->selectAll();
        text->copy();
        QVERIFY(QGuiApplication::clipboard()->text().contains(whole));
        QVERIFY(panel.findChild<QLabel*>()->text().size() < 80);
        QVERIFY(
            panel.findChild<QLabel*>()->toolTip().contains(QStringLiteral("&lt;4, add&lt;float&gt;&gt;")));
    }

    void deltasHaveSigns()
    {
        DeltaTableModel model(QStringLiteral("cause"), QStringLiteral("gaps"), QStringLiteral("time"), true);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setGaps({{GapCause::HostWait, {165, 60}, {1240, 400}}, {GapCause::Sync, {0, 0}, {0, 0}}});
        QCOMPARE(shown(model, 0, DeltaTableModel::CountDelta), QStringLiteral("−105"));
        QCOMPARE(model.index(0, DeltaTableModel::AmountDelta).data(kSortRole).toDouble(), -840.0);
        QCOMPARE(shown(model, 1, DeltaTableModel::CountDelta), QStringLiteral("0"));
    }

    void checksSayWhatWasNotMeasured()
    {
        CheckTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows({{"clean_at_most_one_graph", false, std::nullopt, 1, "Not audited."}});
        QCOMPARE(shown(model, 0, CheckTableModel::Verdict), QStringLiteral("✗ not measured"));
        QCOMPARE(shown(model, 0, CheckTableModel::Check), QStringLiteral("clean ≤ 1 graph"));
    }
};

QTEST_MAIN(ModelsTest)
#include "models_test.moc"
