// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/file_sink.h"

#include "daemon/read_file.h"
#include "tests/unit/daemon/loopback.h"

namespace ptimed {
namespace {

std::string text_of(const std::string& path) { return std::get<std::string>(read_file(path)); }

TEST(FileSink, WritesAtFlush) {
  const ScratchFolder folder;
  auto sink = std::get<0>(FileSink::create(folder / "a"));
  EXPECT_TRUE(sink->write("one\n"));
  EXPECT_EQ(text_of(folder / "a"), "");
  EXPECT_TRUE(sink->flush());
  EXPECT_EQ(text_of(folder / "a"), "one\n");
}

TEST(FileSink, ReportsAFullDiskAndGoesOn) {
  auto sink = std::get<0>(FileSink::create("/dev/full"));
  EXPECT_TRUE(sink->write("one\n"));
  EXPECT_FALSE(sink->flush());
  EXPECT_EQ(sink->error(), std::errc::no_space_on_device);
  EXPECT_FALSE(sink->write("two\n"));
}

TEST(FileSink, NamesTheReasonWhenItCannotBegin) {
  const auto opened = FileSink::create("/nowhere/a");
  ASSERT_EQ(opened.index(), 1u);
  EXPECT_EQ(std::get<1>(opened), std::errc::no_such_file_or_directory);
}

TEST(ReplaceFile, LeavesTheOldContentWhenItFails) {
  const ScratchFolder folder;
  EXPECT_FALSE(replace_file(folder / "a", "old"));
  EXPECT_FALSE(replace_file(folder / "a", "new"));
  EXPECT_EQ(text_of(folder / "a"), "new");
  std::filesystem::create_directory(folder / "a.new");
  EXPECT_TRUE(replace_file(folder / "a", "newer"));
  EXPECT_EQ(text_of(folder / "a"), "new");
}

}  // namespace
}  // namespace ptimed
