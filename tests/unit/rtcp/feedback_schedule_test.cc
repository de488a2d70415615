// SPDX-License-Identifier: AGPL-3.0-or-later
// Each rule of RFC 4585 section 3.5, by its number.
#include "lib/rtcp/feedback_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ptimed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;
using Send = FeedbackSchedule::Send;
using Verdict = FeedbackSchedule::Verdict;

constexpr double kSize = 100;

FeedbackItem nack(uint32_t seq) { return {Ssrc(7), 0, seq}; }

/// A group of ten at 20 kbit/s that has sent its first report: T_rr is about 8 s.
struct Group {
  explicit Group(FeedbackConfig config = {}, uint64_t seed = 1) : rng(seed) {
    config.rtcp.session_bandwidth_bps = 20'000;
    config.point_to_point = members == 2;
    schedule.emplace(config, Time{}, kSize, rng);
    schedule->rtcp().set_members(members, members);
    send_regular();
  }
  Group(FeedbackConfig config, int members_in, uint64_t seed = 1) : members(members_in), rng(seed) {
    config.rtcp.session_bandwidth_bps = 20'000;
    config.point_to_point = members == 2;
    schedule.emplace(config, Time{}, kSize, rng);
    schedule->rtcp().set_members(members, members);
    send_regular();
  }
  /// Ticks until a Regular packet goes out; what it carries.
  std::vector<FeedbackItem> send_regular() {
    for (;;) {
      const Time now = schedule->next();
      const auto due = schedule->on_timer(now);
      if (due.send == Send::kNothing) continue;
      EXPECT_EQ(due.send, Send::kRegular);
      schedule->on_sent(now, kSize);
      return due.items;
    }
  }
  /// Takes the Early packet out.
  Time send_early() {
    const Time te = schedule->next();
    EXPECT_EQ(schedule->on_timer(te).send, Send::kEarly);
    schedule->on_sent_early(kSize);
    return te;
  }
  Time tn() const { return schedule->rtcp().next(); }
  Time tp() const { return schedule->rtcp().previous(); }

  int members = 10;
  Rng rng;
  std::optional<FeedbackSchedule> schedule;
};

TEST(FeedbackSchedule, InitialMinimumIsASecondInGroupsAndNothingPointToPoint) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    Rng rng(seed);
    FeedbackConfig config;
    config.rtcp.session_bandwidth_bps = 100e6;  // the share alone allows microseconds
    config.point_to_point = false;
    EXPECT_GE(to_seconds(FeedbackSchedule(config, Time{}, kSize, rng).next() - Time{}), 0.41);
    config.point_to_point = true;
    EXPECT_LE(to_seconds(FeedbackSchedule(config, Time{}, kSize, rng).next() - Time{}), 0.001);
  }
}

TEST(FeedbackSchedule, MinimumIsGoneAfterTheFirstPacket) {
  Rng rng(1);
  FeedbackConfig config{.rtcp = {.session_bandwidth_bps = 100e6}, .point_to_point = false};
  FeedbackSchedule schedule(config, Time{}, kSize, rng);
  while (schedule.on_timer(schedule.next()).send == Send::kNothing) {
  }
  const Time sent = schedule.next();
  schedule.on_sent(sent, kSize);
  EXPECT_LT(to_seconds(schedule.next() - sent), 0.001);
}

TEST(FeedbackSchedule, Rule2aMergesIntoWhatWaitsAndKeepsItsTime) {
  Group group;
  const Time t0 = group.tp() + milliseconds(10);
  ASSERT_EQ(group.schedule->on_event(t0, nack(1)), Verdict::kEarly);
  const Time te = group.schedule->next();
  EXPECT_EQ(group.schedule->on_event(t0, nack(2)), Verdict::kMerged);
  EXPECT_EQ(group.schedule->on_event(t0, nack(2)), Verdict::kMerged) << "told once all the same";
  EXPECT_EQ(group.schedule->next(), te);
  EXPECT_THAT(group.schedule->on_timer(te).items, ElementsAre(nack(1), nack(2)));
}

TEST(FeedbackSchedule, Rule2bDithersOverLTimesTrr) {
  double largest = 0, smallest = 1;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    Group group({.dither_fraction = 0.25}, seed);
    const Time t0 = group.tp();
    if (group.schedule->on_event(t0, nack(1)) != Verdict::kEarly) continue;
    const double share = to_seconds(group.schedule->next() - t0) /
                         to_seconds(group.schedule->rtcp().last_interval());
    largest = std::max(largest, share);
    smallest = std::min(smallest, share);
  }
  EXPECT_LE(largest, 0.25);
  EXPECT_GT(largest, 0.24);
  EXPECT_LT(smallest, 0.01);
}

TEST(FeedbackSchedule, PointToPointIsImmediate) {
  Group pair({}, 2);
  const Time t0 = pair.tp() + milliseconds(10);
  ASSERT_EQ(pair.schedule->on_event(t0, nack(1)), Verdict::kEarly);
  EXPECT_EQ(pair.schedule->next(), t0);
}

TEST(FeedbackSchedule, Rule3aLeavesItToARegularPacketThatIsNear) {
  Group group({.t_max_fb_delay = Duration{0}});
  const Time tn = group.tn();
  ASSERT_EQ(group.schedule->on_event(tn - milliseconds(5), nack(1)), Verdict::kRegular);
  EXPECT_EQ(group.schedule->next(), tn);
  EXPECT_THAT(group.send_regular(), ElementsAre(nack(1)));
}

TEST(FeedbackSchedule, Rule4aDiscardsWhatWouldBeTooLate) {
  Group pair({.t_max_fb_delay = milliseconds(100)}, 2);
  pair.schedule->on_event(pair.tp(), nack(1));
  pair.send_early();
  ASSERT_FALSE(pair.schedule->allow_early());
  EXPECT_EQ(pair.schedule->on_event(pair.tn() - milliseconds(100), nack(2)), Verdict::kDiscarded)
      << "less than T_max_fb_delay, not equal";
  EXPECT_THAT(pair.schedule->waiting(), IsEmpty());
  EXPECT_EQ(pair.schedule->on_event(pair.tn() - milliseconds(99), nack(3)), Verdict::kRegular);
  EXPECT_THAT(pair.send_regular(), ElementsAre(nack(3)));
}

TEST(FeedbackSchedule, Rule5aHeardFeedbackReplacesOurs) {
  Group group;
  const Time t0 = group.tp() + milliseconds(10), tn = group.tn();
  group.schedule->on_event(t0, nack(1));
  const FeedbackItem heard[] = {nack(1), nack(9)};
  EXPECT_THAT(group.schedule->on_feedback_heard(t0 + milliseconds(1), heard), ElementsAre(nack(1)));
  EXPECT_EQ(group.schedule->next(), tn) << "the Regular packet stays";
  EXPECT_TRUE(group.schedule->allow_early());
}

TEST(FeedbackSchedule, Rule5aCountsWhatWasHeardBeforeTheEvent) {
  Group group;
  const FeedbackItem heard[] = {nack(1)};
  const Time t = group.tp();
  group.schedule->on_feedback_heard(t, heard);
  EXPECT_EQ(group.schedule->on_event(t + seconds(2), nack(1)), Verdict::kSuppressed);
  EXPECT_NE(group.schedule->on_event(t + milliseconds(2001), nack(1)), Verdict::kSuppressed)
      << "T_retention is over";
}

TEST(FeedbackSchedule, Rule5bKeepsWhatNobodyTold) {
  Group group;
  const Time t0 = group.tp() + milliseconds(10);
  group.schedule->on_event(t0, nack(1));
  group.schedule->on_event(t0, nack(2));
  const Time te = group.schedule->next();
  const FeedbackItem heard[] = {nack(2)};
  group.schedule->on_feedback_heard(t0, heard);
  EXPECT_EQ(group.schedule->next(), te);
  EXPECT_THAT(group.schedule->on_timer(te).items, ElementsAre(nack(1)));
}

TEST(FeedbackSchedule, Rule6SkipsOneRegularPacket) {
  Group group({.rtcp = {.reconsider_skipped = false}});
  const Time tp = group.tp(), tn = group.tn();
  const Duration t_rr = group.schedule->rtcp().last_interval();
  group.schedule->on_event(tp + milliseconds(10), nack(1));
  group.send_early();
  EXPECT_EQ(group.tn(), tp + 2 * t_rr);
  EXPECT_EQ(group.tp(), tn);
  EXPECT_FALSE(group.schedule->allow_early());
  group.send_regular();
  EXPECT_TRUE(group.schedule->allow_early());
}

TEST(FeedbackSchedule, SkippedPacketIsReconsideredByDefault) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    Group group({}, seed);
    const Time tn = group.tn();
    if (group.schedule->on_event(group.tp(), nack(1)) != Verdict::kEarly) continue;
    group.send_early();
    EXPECT_GE(group.tp(), tn) << "the place of the skipped packet never comes nearer";
    EXPECT_EQ(group.tn(), group.tp() + group.schedule->rtcp().last_interval());
  }
}

TEST(FeedbackSchedule, ReverseReconsiderationTakesWaitingFeedbackAlong) {
  Group group({.dither_fraction = 0.9}, 3);
  ASSERT_EQ(group.schedule->on_event(group.tp(), nack(1)), Verdict::kEarly);
  const Time now = group.tp() + milliseconds(1);
  group.schedule->rtcp().set_members(1, 1);
  group.schedule->rtcp().reverse_reconsider(now);
  ASSERT_LE(group.tn(), group.schedule->next() + seconds(8));
  std::vector<FeedbackItem> told;
  for (int tick = 0; tick < 10 && told.empty(); ++tick) {
    const Time next = group.schedule->next();
    const auto due = group.schedule->on_timer(next);
    if (due.send == Send::kNothing) continue;
    told = due.items;
    due.send == Send::kEarly ? group.schedule->on_sent_early(kSize)
                             : group.schedule->on_sent(next, kSize);
  }
  EXPECT_THAT(told, ElementsAre(nack(1)));
}

/// Times of packets over a minute of a pair at 200 kbit/s, by kind, with T_rr_interval.
struct WithInterval {
  std::vector<double> regular, minimal;
  WithInterval(Duration t_rr_interval, bool events) {
    Rng rng(3);
    FeedbackConfig config{.rtcp = {.session_bandwidth_bps = 200'000},
                          .t_rr_interval = t_rr_interval};
    FeedbackSchedule schedule(config, Time{}, kSize, rng);
    schedule.rtcp().set_members(2, 2);
    uint32_t seq = 0;
    while (schedule.next() < Time{} + seconds(600)) {
      const Time now = schedule.next();
      const auto due = schedule.on_timer(now);
      if (due.send == Send::kRegular) regular.push_back(to_seconds(now - Time{}));
      if (due.send == Send::kMinimal) minimal.push_back(to_seconds(now - Time{}));
      if (due.send == Send::kEarly)
        schedule.on_sent_early(kSize);
      else if (due.send != Send::kNothing)
        schedule.on_sent(now, kSize);
      if (events) schedule.on_event(now, nack(++seq));
    }
  }
};

TEST(FeedbackSchedule, Rule2cSuppressesRegularPacketsWithinTrrInterval) {
  const WithInterval run(seconds(5), false);
  ASSERT_GT(run.regular.size(), 100u);
  EXPECT_THAT(run.minimal, IsEmpty());
  for (size_t n = 1; n < run.regular.size(); ++n) {
    EXPECT_GE(run.regular[n] - run.regular[n - 1], 2.5 - 1e-6);
    EXPECT_LE(run.regular[n] - run.regular[n - 1], 7.5 + 1.5 / 1.21828);
  }
}

TEST(FeedbackSchedule, Rule2bSendsStoredFeedbackWithinTrrInterval) {
  const WithInterval run(seconds(5), true);
  EXPECT_GT(run.minimal.size(), run.regular.size());
}

TEST(FeedbackSchedule, ProfileAvpWaitsForTheReport) {
  Rng rng(1);
  FeedbackConfig config{.profile = FeedbackProfile::kAvp, .t_max_fb_delay = Duration{0}};
  FeedbackSchedule schedule(config, Time{}, kSize, rng);
  const Time tn = schedule.next();
  EXPECT_EQ(schedule.on_event(Time{}, nack(1)), Verdict::kRegular);
  EXPECT_EQ(schedule.next(), tn);
}

/// Whatever the losses, the share holds: Early packets take the place of Regular ones.
TEST(FeedbackSchedule, ShareHoldsUnderAnyLossRate) {
  for (const double events_per_s : {0.1, 1.0, 10.0, 100.0}) {
    Rng rng(5);
    FeedbackConfig config{.rtcp = {.session_bandwidth_bps = 64'000}};
    FeedbackSchedule schedule(config, Time{}, kSize, rng);
    schedule.rtcp().set_members(2, 1);
    double octets = 0;
    uint32_t seq = 0;
    Time event = Time{};
    const Time end = Time{} + seconds(3600);
    for (Time now = Time{}; now < end; now = std::min(event, schedule.next())) {
      if (event <= now) {
        schedule.on_event(now, nack(++seq));
        event = now + from_seconds(rng.uniform(0, 2) / events_per_s);
      }
      const auto due = schedule.on_timer(now);
      if (due.send == Send::kNothing) continue;
      const double size = 76 + (due.items.empty() ? 0 : 16);
      octets += size;
      due.send == Send::kEarly ? schedule.on_sent_early(size) : schedule.on_sent(now, size);
    }
    const double share = octets * 8 / 3600 / 64'000;
    EXPECT_LE(share, 0.0255) << events_per_s;
    EXPECT_GE(share, 0.0235) << events_per_s << ": half of 5 % is this party's";
  }
}

}  // namespace
}  // namespace ptimed
