// SPDX-License-Identifier: AGPL-3.0-or-later
// What every registered policy keeps to, whatever its rule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "lib/base/rng.h"
#include "tests/unit/policy/path.h"

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using testing::IsEmpty;
using testing::Not;

class EveryPolicy : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<PtimePolicy> policy_ = policy_of(GetParam());
};

Ptime random_frames(Rng& rng, int low, int high) {
  return (low + static_cast<int>(rng.u32() % static_cast<unsigned>(high - low + 1))) * kFrame;
}

template <class Value>
std::optional<Value> maybe(Rng& rng, Value value) {
  return rng.chance(0.3) ? std::nullopt : std::optional(value);
}

/// Any path whose ptime lies within its limits.
PathStats random_path(Rng& rng) {
  PathStats path;
  path.limits.min = random_frames(rng, 1, 4);
  path.limits.max = random_frames(rng, frames_in(path.limits.min), 20);
  path.limits.optimum = random_frames(rng, 1, 20);
  path.current = random_frames(rng, frames_in(path.limits.min), frames_in(path.limits.max));
  path.loss_fraction = maybe(rng, static_cast<double>(rng.u32() % 256) / 256);
  path.loss_smoothed = maybe(rng, rng.unit());
  path.rtt = maybe<Duration>(rng, milliseconds(rng.u32() % 100'000));
  path.jitter = maybe<Duration>(rng, milliseconds(rng.u32() % 1'000));
  path.one_way_delay_trend = maybe(rng, rng.uniform(-10, 10));
  path.reports = rng.u32();
  path.nacks = rng.u32();
  return path;
}

/// A long random history; each decision as the policy gave it.
template <class Check>
std::vector<PtimeDecision> random_history(PtimePolicy& policy, uint64_t seed, Check check) {
  Rng rng(seed);
  std::vector<PtimeDecision> decisions;
  Time now{};
  for (int i = 0; i < 2000; ++i) {
    now += milliseconds(rng.u32() % 6000);
    const PathStats path = random_path(rng);
    const double kind = rng.unit();
    const PtimeDecision decision =
        kind < 0.6   ? policy.on_report(now, path)
        : kind < 0.9 ? policy.on_nack(now, {static_cast<int>(1 + rng.u32() % 50)}, path)
                     : policy.on_timer(now, path);
    check(path, decision);
    decisions.push_back(decision);
  }
  return decisions;
}

TEST_P(EveryPolicy, CarriesTheNameItIsRegisteredUnder) { EXPECT_EQ(policy_->name(), GetParam()); }

TEST_P(EveryPolicy, StaysWithinTheLimitsAndOnTheFrameGrid) {
  for (uint64_t seed = 1; seed <= 5; ++seed)
    random_history(*policy_, seed, [](const PathStats& path, const PtimeDecision& decision) {
      ASSERT_GE(decision.ptime, path.limits.min);
      ASSERT_LE(decision.ptime, path.limits.max);
      ASSERT_EQ(decision.ptime % kFrame, Ptime{0});
    });
}

TEST_P(EveryPolicy, AlwaysGivesAOneLineReason) {
  random_history(*policy_, 9, [](const PathStats&, const PtimeDecision& decision) {
    ASSERT_THAT(decision.reason, Not(IsEmpty()));
    ASSERT_EQ(decision.reason.find('\n'), std::string::npos);
  });
}

TEST_P(EveryPolicy, SameHistoryGivesTheSameDecisions) {
  const auto ignore = [](const PathStats&, const PtimeDecision&) {};
  const auto again = policy_of(GetParam());
  EXPECT_EQ(random_history(*policy_, 3, ignore), random_history(*again, 3, ignore));
}

TEST_P(EveryPolicy, HoldsWhileNothingIsKnownOfThePath) {
  for (const int ptime : {10, 20, 30}) {
    EXPECT_EQ(policy_->on_report({}, path_of(ptime, {})).ptime, Ptime{ptime});
    EXPECT_EQ(policy_->on_timer({}, path_of(ptime, {})).ptime, Ptime{ptime});
  }
}

TEST_P(EveryPolicy, IsNotSwayedLaterByReportsWithoutFigures) {
  const auto undisturbed = policy_of(GetParam());
  for (int i = 0; i < 10; ++i) policy_->on_report({}, path_of(20, {}));
  for (const double loss : {5.0, 0.0, 9.0, 3.0, 1.0, 0.0})
    EXPECT_EQ(policy_->on_report({}, path_of(20, loss)),
              undisturbed->on_report({}, path_of(20, loss)));
}

TEST_P(EveryPolicy, CanBeMadeForEveryCodec) {
  for (const char* codec : {"pcmu", "pcma", "g729", "sized:pcmu", "sized:g729"})
    EXPECT_TRUE(
        std::holds_alternative<std::unique_ptr<PtimePolicy>>(make_policy(GetParam(), {}, codec)))
        << codec;
}

TEST_P(EveryPolicy, ItsEffectiveParametersMakeItAgain) {
  for (const char* codec : {"pcmu", "g729"}) {
    const PolicyParameters parameters = effective_parameters(GetParam(), {}, codec);
    EXPECT_TRUE(std::holds_alternative<std::unique_ptr<PtimePolicy>>(
        make_policy(GetParam(), parameters, codec)));
    EXPECT_EQ(effective_parameters(GetParam(), parameters, codec), parameters);
  }
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryPolicy, testing::ValuesIn(policy_names()),
                         [](const auto& name) {
                           std::string identifier = name.param;
                           std::replace_if(
                               identifier.begin(), identifier.end(),
                               [](unsigned char c) { return !std::isalnum(c); }, '_');
                           return identifier;
                         });

}  // namespace
}  // namespace ptimed
