// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "daemon/unique_fd.h"

namespace ptimed {
namespace {

ReadProblem from_errno() { return {std::strerror(errno)}; }

std::variant<UniqueFd, ReadProblem> open_regular(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (!fd || fstat(fd.get(), &status) != 0) return from_errno();
  if (S_ISDIR(status.st_mode)) return ReadProblem{"is a directory"};
  if (!S_ISREG(status.st_mode)) return ReadProblem{"is no regular file"};
  return fd;
}

}  // namespace

std::variant<std::string, ReadProblem> read_file(const std::string& path, size_t limit) {
  auto opened = open_regular(path);
  if (const auto* problem = std::get_if<ReadProblem>(&opened)) return *problem;
  const UniqueFd fd = std::get<UniqueFd>(std::move(opened));
  std::string text;
  std::array<char, 65536> chunk;
  for (;;) {
    const ssize_t got = ::read(fd.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return from_errno();
    if (got == 0) return text;
    text.append(chunk.data(), static_cast<size_t>(got));
    if (text.size() > limit)
      return ReadProblem{"is longer than " + std::to_string(limit) + " bytes"};
  }
}

std::string problem_with_file(const std::string& path) {
  const auto opened = open_regular(path);
  const auto* problem = std::get_if<ReadProblem>(&opened);
  return problem ? problem->text : std::string();
}

}  // namespace ptimed
