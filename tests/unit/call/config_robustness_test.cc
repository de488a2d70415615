// SPDX-License-Identifier: AGPL-3.0-or-later
// Whatever a file holds: a configuration that prints and reads back, or problems that name the
// file. Never a crash.
#include "lib/base/rng.h"
#include "tests/unit/call/config_test_support.h"

namespace ptimed {
namespace {

/// The example with both its calls in force and without most of its comments, which would only
/// dilute the mutations.
std::string dense_example() {
  std::string text = file_text("config/ptimed.yaml");
  text.erase(text.find("calls: []\n"), 10);
  const size_t calls = text.find("# calls:\n");
  std::string dense;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (at >= calls) line.erase(0, 2);
    line.erase(std::min(line.find('#'), line.size()));
    line.erase(line.find_last_not_of(' ') + 1);
    if (!line.empty()) dense += line + '\n';
    at = end + 1;
  }
  return dense;
}

void expect_sound(std::string_view text) {
  const auto parsed = parse_config(text, "f.yaml");
  if (const auto* const found = std::get_if<Diagnostics>(&parsed)) {
    ASSERT_FALSE(found->empty()) << text;
    for (const Diagnostic& d : *found) {
      ASSERT_EQ(d.file, "f.yaml") << text;
      ASSERT_FALSE(d.problem.empty()) << text;
    }
    return;
  }
  const DaemonConfig& config = std::get<DaemonConfig>(parsed);
  const auto again = parse_config(print_config(config), "printed");
  ASSERT_TRUE(std::holds_alternative<DaemonConfig>(again)) << text;
  ASSERT_EQ(std::get<DaemonConfig>(again), config) << text;
}

TEST(ConfigRobustness, EveryTruncation) {
  const std::string text = dense_example();
  ASSERT_TRUE(problems(text).empty());
  for (size_t length = 0; length <= text.size(); ++length)
    ASSERT_NO_FATAL_FAILURE(expect_sound(std::string_view(text).substr(0, length)));
}

TEST(ConfigRobustness, EveryByteMutated) {
  constexpr std::string_view kIndicators = "{}[]:,-?&*!|>'\"%@`#~ \n\t\\0";
  const std::string text = dense_example();
  Rng rng(1);
  for (size_t at = 0; at < text.size(); ++at) {
    std::string any = text;
    any[at] = static_cast<char>(rng.bits());
    ASSERT_NO_FATAL_FAILURE(expect_sound(any));
    std::string indicator = text;
    indicator[at] = kIndicators[rng.bits() % kIndicators.size()];
    ASSERT_NO_FATAL_FAILURE(expect_sound(indicator));
  }
}

TEST(ConfigRobustness, EveryLineRemovedOrDoubled) {
  const std::string text = dense_example();
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at) + 1;
    std::string removed = text, doubled = text;
    removed.erase(at, end - at);
    doubled.insert(at, text, at, end - at);
    ASSERT_NO_FATAL_FAILURE(expect_sound(removed));
    ASSERT_NO_FATAL_FAILURE(expect_sound(doubled));
    at = end;
  }
}

TEST(ConfigRobustness, DeepNestingInEveryKey) {
  for (const char* key : {"endpoint", "log", "defaults", "calls"}) {
    std::string text = std::string(key) + ": ";
    for (int i = 0; i < 50'000; ++i) text += '[';
    expect_sound(text);
  }
}

}  // namespace
}  // namespace ptimed
