// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/read_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace ptimed {
namespace {

std::string problem_of(const std::string& path, size_t limit = kLargestConfig) {
  const auto read = read_file(path, limit);
  const auto* problem = std::get_if<ReadProblem>(&read);
  return problem ? problem->text : "";
}

class ReadFile : public testing::Test {
 protected:
  ReadFile() {
    char name[] = "/tmp/ptimed-read-XXXXXX";
    folder = mkdtemp(name);
  }
  ~ReadFile() override { std::filesystem::remove_all(folder); }
  std::string folder;
};

TEST_F(ReadFile, ReadsTheWholeOfARegularFile) {
  const std::string text(200'000, 'x');
  std::ofstream(folder + "/a") << text;
  EXPECT_EQ(std::get<std::string>(read_file(folder + "/a")), text);
}

TEST_F(ReadFile, RefusesUnreadWhatMayBlockOrNeverEnd) {
  ASSERT_EQ(mkfifo((folder + "/pipe").c_str(), 0600), 0);
  EXPECT_EQ(problem_of(folder + "/pipe"), "is no regular file");
  EXPECT_EQ(problem_of("/dev/zero"), "is no regular file");
  EXPECT_EQ(problem_of(folder), "is a directory");
  EXPECT_EQ(problem_of(folder + "/absent"), "No such file or directory");
}

TEST_F(ReadFile, StopsAtItsLimit) {
  std::ofstream(folder + "/a") << std::string(101, 'x');
  EXPECT_EQ(problem_of(folder + "/a", 100), "is longer than 100 bytes");
  EXPECT_EQ(problem_of(folder + "/a", 101), "");
}

}  // namespace
}  // namespace ptimed
