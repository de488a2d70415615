// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "lib/call/config_yaml.h"

namespace ptimed {

inline std::vector<std::string> lines(const Diagnostics& diagnostics) {
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics) out.push_back(d.to_string());
  return out;
}

/// What is wrong with a daemon's file.
inline std::vector<std::string> problems(std::string_view text) {
  const auto parsed = parse_config(text, "f.yaml");
  const auto* const found = std::get_if<Diagnostics>(&parsed);
  return found ? lines(*found) : std::vector<std::string>{};
}

/// A daemon's file that is right.
inline DaemonConfig config_of(std::string_view text) {
  auto parsed = parse_config(text, "f.yaml");
  if (const auto* const found = std::get_if<Diagnostics>(&parsed)) {
    ADD_FAILURE() << ::testing::PrintToString(lines(*found));
    return {};
  }
  return std::get<DaemonConfig>(parsed);
}

/// A file of one good call with further keys: `keys` are whole lines that begin in column 1 of line
/// 5, and are indented by four here.
inline std::string one_call(std::string_view keys) {
  std::string text =
      "calls:\n"
      "  - id: a\n"
      "    local: {address: 10.1.0.2, port: 20000}\n"
      "    remote: {address: 10.2.0.2, port: 20000}\n";
  while (!keys.empty()) {
    const size_t end = std::min(keys.find('\n'), keys.size());
    text += "    " + std::string(keys.substr(0, end)) + '\n';
    keys.remove_prefix(std::min(end + 1, keys.size()));
  }
  return text;
}

inline CallEntry call_of(std::string_view keys) {
  const DaemonConfig config = config_of(one_call(keys));
  return config.calls.empty() ? CallEntry{} : config.calls.front();
}

inline std::string file_text(const std::string& path) {
  std::ifstream in(std::string(PTIMED_SOURCE_DIR) + '/' + path);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace ptimed
