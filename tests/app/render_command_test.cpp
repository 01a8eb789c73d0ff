// SPDX-License-Identifier: GPL-3.0-or-later
// `render` without a display: each kind of input, each view, each format.
#include "app/commands/render_command.h"
#include "core/export/session_writer.h"
#include "tests/views/sample_session.h"

#include <CLI/CLI.hpp>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

using namespace twintrace;

namespace
{

const QString kEager = QStringLiteral(TWINTRACE_GOLDEN_DIR "/h200/trace_mlp_eager.json.gz");
const QString kDefault = QStringLiteral(TWINTRACE_GOLDEN_DIR "/h200/trace_mlp_default.json.gz");

/// The exit code of `render` with these words; -1 when the command line itself is refused.
int render(const QStringList& words)
{
    CLI::App app;
    int exitCode = -1;
    addRenderCommand(app, exitCode);
    std::vector<std::string> arguments{"render"};
    for (const QString& word : words)
        arguments.push_back(word.toStdString());
    std::reverse(arguments.begin(), arguments.end()); // as CLI11 takes a vector
    try {
        app.parse(arguments);
    } catch (const CLI::Error&) {
        return -1;
    }
    return exitCode;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class RenderCommandTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_session;

    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] QStringList inputOf(const QString& kind) const
    {
        if (kind == QLatin1String("session"))
            return {m_session};
        return kind == QLatin1String("pair") ? QStringList{kEager, kDefault} : QStringList{kEager};
    }

  private Q_SLOTS:
    void initTestCase()
    {
        m_session = path(QStringLiteral("mlp.twintrace"));
        QVERIFY(QDir().mkpath(m_session));
        Session session = sampleSession();
        session.variants[0].trace = "eager.json.gz";
        session.variants[1].trace = "aot.json.gz";
        QVERIFY(QFile::copy(kEager, m_session + QStringLiteral("/eager.json.gz")));
        QVERIFY(QFile::copy(kDefault, m_session + QStringLiteral("/aot.json.gz")));
        QFile written(m_session + QStringLiteral("/session.json"));
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(QByteArray::fromStdString(sessionText(session)));
    }

    void everyKindViewAndFormat_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("ending");
        for (const char* kind : {"session", "trace", "pair"}) {
            for (const char* view : {"timeline", "charts", "results"}) {
                if (view == std::string_view("results") && kind != std::string_view("session"))
                    continue;
                for (const char* ending : {"png", "svg", "pdf"})
                    QTest::addRow("%s, %s, %s", kind, view, ending)
                        << QString::fromLatin1(kind) << QString::fromLatin1(view)
                        << QString::fromLatin1(ending);
            }
        }
    }

    void everyKindViewAndFormat()
    {
        QFETCH(QString, kind);
        QFETCH(QString, view);
        QFETCH(QString, ending);
        const QStringList options{QStringLiteral("--view"), view, QStringLiteral("--size"),
                                  QStringLiteral("900x600"), QStringLiteral("-o")};
        const QString file = path(QStringLiteral("picture.") + ending);
        QCOMPARE(render(inputOf(kind) + options + QStringList{file}), 0);
        const QByteArray bytes = contentOf(file);
        if (ending == QLatin1String("png")) {
            const QImage image(file);
            QCOMPARE(image.size(), QSize(900, 600));
            // More than paper: something was drawn in every quarter of the height.
            for (int quarter = 0; quarter < 4; ++quarter) {
                const QImage part =
                    image.copy(0, quarter * 150, 900, 150).convertToFormat(QImage::Format_RGB32);
                bool isBlank = true;
                for (int y = 0; y < part.height() && isBlank; ++y) {
                    for (int x = 0; x < part.width() && isBlank; ++x)
                        isBlank = part.pixel(x, y) == part.pixel(0, 0);
                }
                QVERIFY2(!isBlank, qPrintable(QString::number(quarter)));
            }
        } else if (ending == QLatin1String("svg")) {
            QVERIFY(bytes.contains("<svg"));
            QVERIFY(bytes.contains("<text"));
        } else {
            QVERIFY(bytes.startsWith("%PDF-"));
        }
        const QString again = path(QStringLiteral("again.") + ending);
        QCOMPARE(render(inputOf(kind) + options + QStringList{again}), 0);
        QCOMPARE(contentOf(again), bytes);
    }

    void scaleGivesMorePixels()
    {
        const QString file = path(QStringLiteral("large.png"));
        QCOMPARE(render({kEager, QStringLiteral("-o"), file, QStringLiteral("--size"),
                         QStringLiteral("400x300"), QStringLiteral("--scale"), QStringLiteral("3")}),
                 0);
        QCOMPARE(QImage(file).size(), QSize(1200, 900));
    }

    void rangeShowsAPart()
    {
        const QString whole = path(QStringLiteral("whole.svg"));
        const QString part = path(QStringLiteral("part.svg"));
        QCOMPARE(render({kEager, QStringLiteral("-o"), whole}), 0);
        QCOMPARE(
            render({kEager, QStringLiteral("-o"), part, QStringLiteral("--range"), QStringLiteral("0..1ms")}),
            0);
        QVERIFY(contentOf(whole) != contentOf(part));
    }

    void captionIsWritten()
    {
        const QString file = path(QStringLiteral("caption.svg"));
        QCOMPARE(render({kEager, QStringLiteral("-o"), file, QStringLiteral("--caption"),
                         QStringLiteral("a <b> & c")}),
                 0);
        QVERIFY(contentOf(file).contains("a &lt;b&gt; &amp; c"));
    }

    void wrongWordsAndFilesAreRefused()
    {
        const QString png = path(QStringLiteral("x.png"));
        QCOMPARE(render({kEager, QStringLiteral("-o"), path(QStringLiteral("x.bmp"))}), 2);
        QCOMPARE(
            render({kEager, QStringLiteral("-o"), png, QStringLiteral("--size"), QStringLiteral("huge")}), 2);
        QCOMPARE(
            render({kEager, QStringLiteral("-o"), png, QStringLiteral("--range"), QStringLiteral("9..1")}),
            2);
        QCOMPARE(
            render({kEager, QStringLiteral("-o"), png, QStringLiteral("--view"), QStringLiteral("results")}),
            2);
        QCOMPARE(render({path(QStringLiteral("none.json")), QStringLiteral("-o"), png}), 3);
        QCOMPARE(
            render({kEager, QStringLiteral("-o"), png, QStringLiteral("--view"), QStringLiteral("other")}),
            -1);
        QVERIFY(!QFile::exists(png));
    }
};

QTEST_MAIN(RenderCommandTest)
#include "render_command_test.moc"
