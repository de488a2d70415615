// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/link/link.h"

#include <gmock/gmock.h>

#include <set>
#include <vector>

namespace ptimed {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

constexpr Time at(Duration since_start) { return Time(since_start); }

std::vector<Link::Delivery> take_all(Link& link, Time now = kNever) {
  std::vector<Link::Delivery> out;
  while (const auto delivery = link.take(now)) out.push_back(*delivery);
  return out;
}

std::vector<uint64_t> ids(const std::vector<Link::Delivery>& deliveries) {
  std::vector<uint64_t> out;
  for (const auto& delivery : deliveries) out.push_back(delivery.id);
  return out;
}

TEST(Link, WithoutRateOrDelayPassesAtOnce) {
  Link link({}, 1);
  EXPECT_FALSE(link.offer(at(5ms), 7, 200).drop);
  EXPECT_EQ(link.next_delivery(), at(5ms));
  const auto out = link.take(at(5ms));
  ASSERT_TRUE(out);
  EXPECT_EQ(out->id, 7u);
  EXPECT_EQ(out->queueing, 0ns);
  EXPECT_EQ(link.next_delivery(), kNever);
}

TEST(Link, LonePacketTakesItsSerializationTime) {
  Link link({.rate_bps = 64'000}, 1);
  link.offer(at(0ms), 1, 60);
  EXPECT_EQ(link.next_delivery(), at(7500us));
  EXPECT_FALSE(link.take(at(7500us - 1ns)));
  EXPECT_TRUE(link.take(at(7500us)));
}

TEST(Link, PropagationDelayAddsToSerialization) {
  Link link({.rate_bps = 300'000, .delay = 30ms}, 1);
  link.offer(at(0ms), 1, 300);  // 8 ms
  EXPECT_EQ(link.next_delivery(), at(38ms));
}

TEST(Link, PropagationDoesNotOccupyTheQueue) {
  Link link({.rate_bps = 300'000, .delay = 10s, .queue_packets = 0}, 1);
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(link.offer(at(8ms * i), 1, 300).drop) << i;
}

TEST(Link, QueueHoldsExactlyItsLimitBehindTheOneInService) {
  Link link({.rate_bps = 8'000, .queue_packets = 10}, 1);
  for (int i = 0; i < 11; ++i) {
    const LinkVerdict verdict = link.offer(at(0ms), 1, 100);
    EXPECT_FALSE(verdict.drop) << i;
    EXPECT_EQ(verdict.queued, i == 0 ? 0 : i - 1);
  }
  const LinkVerdict verdict = link.offer(at(0ms), 1, 100);
  EXPECT_EQ(verdict.drop, LinkDrop::kQueueFull);
  EXPECT_EQ(verdict.queued, 10);
  EXPECT_EQ(link.counters().longest_queue, 10);
  EXPECT_EQ(link.counters().dropped_queue, 1u);
}

TEST(Link, QueueOfNoneKeepsOnlyTheOneInService) {
  Link link({.rate_bps = 8'000, .queue_packets = 0}, 1);
  EXPECT_FALSE(link.offer(at(0ms), 1, 100).drop);
  EXPECT_TRUE(link.offer(at(99ms), 2, 100).drop);
  EXPECT_FALSE(link.offer(at(100ms), 3, 100).drop) << "a packet leaving now frees its place";
}

TEST(Link, LongestQueueingDelayIsTheWholeQueuePlusTheOneInService) {
  Link link({.rate_bps = 300'000, .queue_packets = 10}, 1);
  for (uint64_t id = 0; id < 30; ++id) link.offer(at(0ms), id, 300);
  const auto out = take_all(link);
  ASSERT_EQ(out.size(), 11u);
  EXPECT_EQ(out.back().queueing, 80ms);
  EXPECT_EQ(out.back().at, at(88ms));
}

TEST(Link, QueuedCountsDownWithoutBeingDriven) {
  Link link({.rate_bps = 300'000, .queue_packets = 10}, 1);
  for (uint64_t id = 0; id < 4; ++id) link.offer(at(0ms), id, 300);
  EXPECT_EQ(link.queued(at(0ms)), 3);
  EXPECT_EQ(link.queued(at(8ms - 1ns)), 3);
  EXPECT_EQ(link.queued(at(8ms)), 2);
  EXPECT_EQ(link.queued(at(24ms)), 0);
  EXPECT_EQ(link.queued(at(1h)), 0);
}

TEST(Link, BusyLinkRunsAtExactlyItsRate) {
  constexpr int kPackets = 30'000;
  Link link({.rate_bps = 300'000, .queue_packets = kPackets}, 1);
  for (uint64_t id = 0; id < kPackets; ++id) link.offer(at(0ms), id, 200);  // 5.333... ms each
  EXPECT_EQ(take_all(link).back().at, at(160s));
}

TEST(Link, IdleTimeGivesNoCredit) {
  Link link({.rate_bps = 300'000}, 1);
  link.offer(at(1h), 1, 300);
  link.offer(at(1h), 2, 300);
  EXPECT_EQ(take_all(link).back().at, at(1h + 16ms));
}

struct LossShare {
  double total;
  Duration longest_queueing;
};
/// 200-byte packets every 20 ms are 80 kbit/s each.
LossShare four_flows_of_80_kbit(Link& link, Duration run) {
  uint64_t id = 0;
  for (Duration tick{0}; tick < run; tick += 20ms)
    for (const Duration phase : {0ms, 3ms, 9ms, 14ms}) link.offer(at(tick + phase), id++, 200);
  LossShare share{static_cast<double>(link.counters().dropped_queue) /
                      static_cast<double>(link.counters().offered),
                  0ms};
  for (const auto& out : take_all(link))
    share.longest_queueing = std::max(share.longest_queueing, out.queueing);
  return share;
}

TEST(Link, FourFlowsOf80KbitInto300KbitLose6Point25Percent) {
  Link link({.rate_bps = 300'000, .delay = 30ms, .queue_packets = 10}, 1);
  const LossShare share = four_flows_of_80_kbit(link, 60s);
  EXPECT_NEAR(share.total, 0.0625, 0.003);
  // Nine packets of 5.33 ms behind the one in service, which has just begun or is nearly out.
  EXPECT_GT(share.longest_queueing, 48ms);
  EXPECT_LT(share.longest_queueing, 53'334us);
  EXPECT_EQ(link.counters().longest_queue, 10);
}

TEST(Link, CountsEveryPacketOnce) {
  Link link({.rate_bps = 300'000, .queue_packets = 3, .loss = 0.1}, 5);
  four_flows_of_80_kbit(link, 10s);
  const LinkCounters& c = link.counters();
  EXPECT_EQ(c.offered, 2000u);
  EXPECT_EQ(c.offered_bytes, 400'000u);
  EXPECT_EQ(c.delivered + c.dropped_queue + c.dropped_random, c.offered);
  EXPECT_EQ(c.delivered_bytes, c.delivered * 200);
}

std::set<uint64_t> randomly_lost(uint64_t seed, double loss) {
  Link link({.loss = loss}, seed);
  std::set<uint64_t> lost;
  for (uint64_t id = 0; id < 100'000; ++id)
    if (link.offer(at(0ms), id, 200).drop == LinkDrop::kRandomLoss) lost.insert(id);
  return lost;
}

TEST(Link, RandomLossHasItsShareAndItsSeed) {
  const auto lost = randomly_lost(1, 0.02);
  EXPECT_NEAR(static_cast<double>(lost.size()), 2000, 135);  // 3 sigma
  EXPECT_EQ(randomly_lost(1, 0.02), lost);
  EXPECT_NE(randomly_lost(2, 0.02), lost);
}

TEST(Link, RandomLossOfConsecutivePacketsIsIndependent) {
  const auto lost = randomly_lost(3, 0.1);
  int pairs = 0;
  for (const uint64_t id : lost) pairs += lost.contains(id + 1) ? 1 : 0;
  EXPECT_NEAR(pairs, 1000, 100);
}

TEST(Link, NoLossAndTotalLossAreExact) {
  EXPECT_TRUE(randomly_lost(1, 0).empty());
  EXPECT_EQ(randomly_lost(1, 1).size(), 100'000u);
}

TEST(Link, RandomLossComesBeforeTheQueue) {
  Link link({.rate_bps = 8'000, .queue_packets = 0, .loss = 1}, 1);
  EXPECT_EQ(link.offer(at(0ms), 1, 100).drop, LinkDrop::kRandomLoss);
  link.set_profile(at(0ms), {.rate_bps = 8'000, .queue_packets = 0});
  EXPECT_FALSE(link.offer(at(0ms), 2, 100).drop) << "the lost packet occupied the link";
}

TEST(Link, RateChangeLetsThePacketInServiceFinishAtItsOldRate) {
  Link link({.rate_bps = 300'000}, 1);
  for (uint64_t id = 0; id < 3; ++id) link.offer(at(0ms), id, 300);
  link.set_profile(at(4ms), {.rate_bps = 150'000});
  const auto out = take_all(link);
  ASSERT_EQ(out.size(), 3u);
  EXPECT_EQ(out[0].at, at(8ms));
  EXPECT_EQ(out[1].at, at(24ms));
  EXPECT_EQ(out[2].at, at(40ms));
}

TEST(Link, RateChangeCountsOnlyFromItsTimeOn) {
  Link link({.rate_bps = 300'000}, 1);
  for (uint64_t id = 0; id < 3; ++id) link.offer(at(0ms), id, 300);
  link.set_profile(at(20ms), {.rate_bps = 150'000});  // the third is in service since 16 ms
  EXPECT_EQ(take_all(link).back().at, at(24ms));
}

TEST(Link, LiftingTheRateEmptiesTheQueue) {
  Link link({.rate_bps = 300'000}, 1);
  for (uint64_t id = 0; id < 3; ++id) link.offer(at(0ms), id, 300);
  link.set_profile(at(1ms), {});
  EXPECT_EQ(take_all(link).back().at, at(8ms));
}

TEST(Link, ShorterQueueKeepsWhatWaitsAndRefusesMore) {
  Link link({.rate_bps = 300'000, .queue_packets = 10}, 1);
  for (uint64_t id = 0; id < 11; ++id) link.offer(at(0ms), id, 300);
  link.set_profile(at(1ms), {.rate_bps = 300'000, .queue_packets = 2});
  EXPECT_EQ(link.offer(at(2ms), 11, 300).drop, LinkDrop::kQueueFull);
  EXPECT_EQ(take_all(link).size(), 11u);
}

TEST(Link, OrderIsKeptAcrossAShorterDelay) {
  Link link({.delay = 100ms}, 1);
  link.offer(at(0ms), 1, 200);
  link.set_profile(at(10ms), {.delay = 5ms});
  link.offer(at(10ms), 2, 200);
  link.offer(at(96ms), 3, 200);
  const auto out = take_all(link);
  EXPECT_THAT(ids(out), ElementsAre(1, 2, 3));
  EXPECT_EQ(out[1].at, at(100ms)) << "waits for the one before";
  EXPECT_EQ(out[2].at, at(101ms));
}

TEST(Link, LongerDelayLeavesPacketsUnderWayAlone) {
  Link link({.delay = 10ms}, 1);
  link.offer(at(0ms), 1, 200);
  link.set_profile(at(5ms), {.delay = 100ms});
  EXPECT_EQ(link.next_delivery(), at(10ms));
}

TEST(Link, NextDeliveryIsTheTimeAtWhichTakeSucceeds) {
  Link link({.rate_bps = 300'000, .delay = 30ms, .queue_packets = 10, .loss = 0.05}, 9);
  Rng rng(4);
  Time now{};
  for (uint64_t id = 0; id < 5000; ++id) {
    now += Duration{static_cast<int64_t>(rng.uniform(0, 8e6))};
    while (link.next_delivery() <= now) {
      const Time due = link.next_delivery();
      const auto out = link.take(due);
      ASSERT_TRUE(out);
      EXPECT_EQ(out->at, due);
    }
    link.offer(now, id, 100 + static_cast<int>(rng.uniform(0, 200)));
  }
}

#ifndef NDEBUG
TEST(LinkDeathTest, TimeGoingBackwardsIsOurMistake) {
  Link link({}, 1);
  link.offer(at(2ms), 1, 200);
  EXPECT_DEATH(link.offer(at(1ms), 2, 200), "backwards");
}
#endif

TEST(WanLinks, DirectionsLoseIndependently) {
  WanLinks wan({.forward = {.loss = 0.5}, .backward = {.loss = 0.5}, .seed = 1});
  int same = 0;
  for (uint64_t id = 0; id < 1000; ++id)
    same += wan.forward.offer(at(0ms), id, 100).drop == wan.backward.offer(at(0ms), id, 100).drop;
  EXPECT_NEAR(same, 500, 60);
}

TEST(WanLinks, ChangeReachesBothDirections) {
  WanLinks wan({});
  wan.set_profile(at(1ms), {.forward = {.delay = 1ms}, .backward = {.delay = 2ms}});
  EXPECT_EQ(wan.forward.profile().delay, 1ms);
  EXPECT_EQ(wan.backward.profile().delay, 2ms);
}

}  // namespace
}  // namespace ptimed
