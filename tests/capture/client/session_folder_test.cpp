// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/session_folder.h"
#include "core/import/session_reader.h"

#include <QTemporaryDir>
#include <gtest/gtest.h>

#include <fstream>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;

struct SessionFolderTest : testing::Test {
    QTemporaryDir temporary;
    fs::path root = temporary.path().toStdString();
};

TEST_F(SessionFolderTest, NamesComeFromTheModel)
{
    EXPECT_EQ(sessionNameOf("mlp"), "mlp");
    EXPECT_EQ(sessionNameOf("/a/b/nets.py:make_it"), "nets-make_it");
    EXPECT_EQ(sessionNameOf("dir/model.v2.pt2"), "model.v2");
    EXPECT_EQ(sessionNameOf("a b/ü x.pt2"), "___x");
    EXPECT_EQ(sessionNameOf(""), "session");
    EXPECT_EQ(sessionNameOf(".."), "session..");
}

TEST_F(SessionFolderTest, WritesWholeSessions)
{
    const auto folder = SessionFolder::create(root / "new" / "deep", "mlp");
    ASSERT_TRUE(folder) << folder.error().message;
    Session session;
    session.model.name = "one";
    ASSERT_TRUE(folder->write(session));
    session.model.name = "two";
    ASSERT_TRUE(folder->write(session));
    EXPECT_EQ(readSession(folder->path())->model.name, "two");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder->path()), fs::directory_iterator()),
              1); // no rest of a write
}

TEST_F(SessionFolderTest, ReplacesAnOlderSessionAndNothingElse)
{
    const auto first = SessionFolder::create(root, "mlp");
    ASSERT_TRUE(first->write(Session()));
    std::ofstream(first->path() / "aot.json.gz") << "old";
    std::ofstream(first->path() / "notes.txt") << "mine";
    const auto second = SessionFolder::create(root, "mlp");
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_TRUE(fs::exists(second->path() / "aot.json.gz")); // until the new one begins
    ASSERT_TRUE(second->begin());
    EXPECT_FALSE(fs::exists(second->path() / "aot.json.gz"));
    EXPECT_TRUE(fs::exists(second->path() / "notes.txt"));
    second->removeIfEmpty();
    EXPECT_TRUE(fs::exists(second->path() / "notes.txt"));
}

TEST_F(SessionFolderTest, LeavesAStrangersFolderAlone)
{
    fs::create_directories(root / "mlp.twintrace");
    std::ofstream(root / "mlp.twintrace" / "thesis.json") << "{}";
    const auto folder = SessionFolder::create(root, "mlp");
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, ErrorCode::Unwritable);
    EXPECT_TRUE(fs::exists(root / "mlp.twintrace" / "thesis.json"));
}

TEST_F(SessionFolderTest, SaysWhereItCannotWrite)
{
    std::ofstream(root / "file") << "x";
    for (const fs::path& parent : {root / "file", fs::path("/proc")}) {
        const auto folder = SessionFolder::create(parent, "mlp");
        ASSERT_FALSE(folder) << parent;
        EXPECT_EQ(folder.error().code, ErrorCode::Unwritable);
        EXPECT_NE(folder.error().message.find(parent.string()), std::string::npos);
    }
}

} // namespace
} // namespace twintrace
