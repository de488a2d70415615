// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace ptimed {

/// The whole of a file, or empty when it cannot be read.
inline std::optional<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return std::nullopt;
  return text;
}

}  // namespace ptimed
