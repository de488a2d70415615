// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/link/profile.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace ptimed {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr WanProfile kVoip300k{
    .forward = {.rate_bps = 300'000, .delay = 30ms, .queue_packets = 10, .loss = 0},
    .backward = {.rate_bps = 300'000, .delay = 30ms, .queue_packets = 10, .loss = 0},
    .seed = 1};

WanProfile parsed(std::string_view text) {
  auto result = parse_wan_profile(text, "p.yaml");
  if (const auto* problems = std::get_if<Diagnostics>(&result)) {
    for (const auto& problem : *problems) ADD_FAILURE() << problem.to_string();
    return {};
  }
  return std::get<WanProfile>(result);
}

std::vector<std::string> problems_of(const std::variant<WanProfile, Diagnostics>& result) {
  std::vector<std::string> out;
  if (const auto* problems = std::get_if<Diagnostics>(&result))
    for (const auto& problem : *problems) out.push_back(problem.to_string());
  return out;
}
std::vector<std::string> problems_in(std::string_view text) {
  return problems_of(parse_wan_profile(text, "p.yaml"));
}

TEST(WanProfile, ReadsAllValues) {
  EXPECT_EQ(
      parsed("forward:  {rate: 300kbit, delay: 30ms, queue: 10, loss: 0%}\n"
             "backward: {rate: 64kbit, delay: 1.5s, queue: 0, loss: 2.5%}\n"
             "seed: 18446744073709551615\n"),
      (WanProfile{
          .forward = kVoip300k.forward,
          .backward = {.rate_bps = 64'000, .delay = 1500ms, .queue_packets = 0, .loss = 0.025},
          .seed = UINT64_MAX}));
}

TEST(WanProfile, WhatIsLeftOutHasItsDefault) {
  EXPECT_EQ(parsed("forward: {}\nbackward: {}\n"), WanProfile{});
}

TEST(WanProfile, UnlimitedIsNoBottleneck) {
  EXPECT_EQ(parsed("forward: {rate: unlimited}\nbackward: {}\n").forward.rate_bps, 0);
}

TEST(WanProfile, PrintedProfileReadsBackTheSame) {
  for (const WanProfile& profile :
       {kVoip300k, WanProfile{},
        WanProfile{.forward = {.rate_bps = 1'234'567, .delay = 1ns, .loss = 1.0 / 3},
        .backward = {.queue_packets = 1'000'000, .loss = 1},
        .seed = 42}})
    EXPECT_EQ(parsed(print_wan_profile(profile)), profile) << print_wan_profile(profile);
}

TEST(WanProfile, BothDirectionsAreAskedFor) {
  EXPECT_THAT(problems_in("forward: {rate: 300kbit}\n"),
              ElementsAre(AllOf(HasSubstr("backward"), HasSubstr("rate, delay, queue and loss"))));
}

TEST(WanProfile, AllProblemsAreReportedWithTheirPlaces) {
  EXPECT_THAT(problems_in("forward: {rate: 300kb, delay: -1ms, queue: 1.5}\n"
                          "backward:\n"
                          "  lose: 5%\n"
                          "  loss: 101%\n"),
              ElementsAre(StartsWith("p.yaml:1:17: forward.rate: "),
                          StartsWith("p.yaml:1:31: forward.delay: "),
                          StartsWith("p.yaml:1:44: forward.queue: "),
                          AllOf(StartsWith("p.yaml:3:3: backward.lose: "), HasSubstr("`loss`")),
                          StartsWith("p.yaml:4:9: backward.loss: ")));
}

TEST(WanProfile, AZeroRateIsRefused) {
  EXPECT_THAT(problems_in("forward: {rate: 0bit}\nbackward: {}\n"),
              ElementsAre(StartsWith("p.yaml:1:17: forward.rate: ")));
}

TEST(WanProfile, ASettingReplacesOneValue) {
  WanProfile expected = kVoip300k;
  expected.forward.rate_bps = 64'000;
  EXPECT_EQ(std::get<WanProfile>(with_setting(kVoip300k, "forward.rate=64kbit")), expected);
  expected = kVoip300k;
  expected.seed = 9;
  EXPECT_EQ(std::get<WanProfile>(with_setting(kVoip300k, "seed=9")), expected);
  expected = kVoip300k;
  expected.backward.rate_bps = 0;
  EXPECT_EQ(std::get<WanProfile>(with_setting(kVoip300k, "backward.rate=unlimited")), expected);
}

TEST(WanProfile, AWrongSettingSaysWhy) {
  EXPECT_THAT(problems_of(with_setting(kVoip300k, "forward.rate")),
              ElementsAre("forward.rate: not a setting, expected KEY=VALUE such as "
                          "forward.rate=64kbit"));
  EXPECT_THAT(problems_of(with_setting(kVoip300k, "forward.speed=1")),
              ElementsAre(HasSubstr("forward.speed")));
  EXPECT_THAT(problems_of(with_setting(kVoip300k, "forward.rate=fast")),
              ElementsAre(StartsWith("forward.rate=fast: forward.rate: ")));
}

TEST(WanProfile, EveryShippedProfileIsRight) {
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PTIMED_SOURCE_DIR "/config/wan")) {
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_THAT(problems_of(parse_wan_profile(text.str(), entry.path().string())), ElementsAre());
    ++seen;
  }
  EXPECT_GE(seen, 3);
}

}  // namespace
}  // namespace ptimed
