// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstddef>
#include <string>
#include <variant>

namespace ptimed {

/// More than any configuration is long; records of long runs are read with a larger limit.
inline constexpr size_t kLargestConfig = 4u << 20;

/// Why a file was not read, in a person's words: "is a directory", "No such file or directory".
struct ReadProblem {
  std::string text;
};

/// The whole of a regular file. Everything else is refused unread: a FIFO or a device may block for
/// ever or never end, and the loop of running calls reads files too.
std::variant<std::string, ReadProblem> read_file(const std::string& path,
                                                 size_t limit = kLargestConfig);

/// Empty when `path` is a regular file that can be opened.
std::string problem_with_file(const std::string& path);

}  // namespace ptimed
