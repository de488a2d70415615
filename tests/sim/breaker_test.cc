// SPDX-License-Identifier: AGPL-3.0-or-later
// Circuit breakers (RFC 8083) in whole calls: where they trip, where they must not, and what
// follows.
#include <gmock/gmock.h>

#include "lib/rtcp/compound.h"
#include "tests/sim/two_calls.h"

namespace ptimed::testing {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

CallConfig breaking(BreakerAction action) {
  CallConfig config = call_config();
  config.codec = "sized:pcmu";
  config.breaker.action = action;
  return config;
}

const auto nothing_passes = [](Time, Bytes) { return Tampering{.copies = 0}; };
const auto only_rtcp_passes = [](Time, Bytes datagram) {
  return Tampering{.copies = looks_like_rtcp(datagram) ? 1 : 0};
};

std::vector<std::string> ends(const Endpoint& end) {
  std::vector<std::string> reasons;
  for (const CallEnded& ended : end.recorder.all<CallEnded>()) reasons.push_back(ended.reason);
  return reasons;
}

TEST(Breaker, WithoutReportsACallStopsAfterFifteenSecondsAndSaysBye) {
  TwoCalls calls(breaking(BreakerAction::kStop), breaking(BreakerAction::kNote));
  calls.backward.set_tamper(nothing_passes);
  calls.start();
  calls.run(60s);
  const auto trips = calls.west.recorder.all<BreakerTripped>();
  ASSERT_THAT(trips, SizeIs(1));
  EXPECT_EQ(trips[0].breaker, "rtcp timeout");
  EXPECT_EQ(trips[0].action, "stop");
  EXPECT_EQ(ends(calls.west), std::vector<std::string>{"circuit breaker: rtcp timeout"});
  EXPECT_EQ(calls.west_summary().breaker_trips, 1u);
  EXPECT_NEAR(to_seconds(calls.west_summary().sent.media), 15, 0.05);
  const auto byes = calls.east.recorder.all<PeerBye>();
  ASSERT_THAT(byes, SizeIs(1));
  EXPECT_EQ(byes[0].reason, "circuit breaker: rtcp timeout");
}

TEST(Breaker, MediaThatNeverArrivesStopsTheCall) {
  TwoCalls calls(breaking(BreakerAction::kStop), breaking(BreakerAction::kNote));
  calls.start();
  calls.run(20s);
  calls.forward.set_tamper(only_rtcp_passes);
  calls.run(60s);
  const auto trips = calls.west.recorder.all<BreakerTripped>();
  ASSERT_THAT(trips, SizeIs(1));
  EXPECT_EQ(trips[0].breaker, "media timeout");
  EXPECT_TRUE(calls.west.driver->call().stopped());
}

TEST(Breaker, NoteLeavesTheCallAsItIs) {
  TwoCalls calls(breaking(BreakerAction::kNote), breaking(BreakerAction::kNote));
  calls.start();
  calls.run(20s);
  calls.forward.set_tamper(only_rtcp_passes);
  calls.run(60s);
  EXPECT_GE(calls.west_summary().breaker_trips, 1u);
  EXPECT_FALSE(calls.west.driver->call().stopped());
  EXPECT_NEAR(to_seconds(calls.west_summary().sent.media), 80, 0.1);
}

/// Two seconds of round trip: TCP would get a tenth of G.711's rate from 1.5 % of loss on.
TwoCalls long_path(CallConfig config, double loss = 0.05) {
  config.rtcp.fixed_interval = 5s;
  config.breaker.usability.one_way = 10s;
  CallConfig listener = config;
  listener.direction = MediaDirection::kRecvOnly;
  return {config, listener, {.delay = 1s, .loss = loss}, {.delay = 1s}};
}

TEST(Breaker, CongestionStopsACallOverALongPath) {
  TwoCalls calls = long_path(breaking(BreakerAction::kStop));
  calls.start();
  calls.run(60s);
  const auto trips = calls.west.recorder.all<BreakerTripped>();
  ASSERT_THAT(trips, SizeIs(1));
  EXPECT_EQ(trips[0].breaker, "congestion");
  EXPECT_NEAR(to_ms(*trips[0].rtt), 2000, 10);
  EXPECT_GT(*trips[0].kbps, 10 * *trips[0].tcp_kbps);
  EXPECT_TRUE(calls.west.driver->call().stopped());
}

TEST(Breaker, ACutGoesToTheLongestPtimeHoldsItAndThenStops) {
  CallConfig config = breaking(BreakerAction::kCut);
  config.ptime.max = Ptime{30};
  TwoCalls calls = long_path(config);
  calls.start();
  calls.run(30s);
  ASSERT_THAT(calls.west.recorder.all<BreakerTripped>(), SizeIs(1));
  EXPECT_EQ(calls.west.recorder.all<BreakerTripped>()[0].action, "cut");
  EXPECT_EQ(calls.west_summary().sent.ptime, Ptime{30});
  calls.set_ptime(Ptime{10});
  EXPECT_EQ(calls.west_summary().sent.ptime, Ptime{30}) << "held";
  calls.run(60s);
  ASSERT_THAT(calls.west.recorder.all<BreakerTripped>(), SizeIs(2));
  EXPECT_EQ(calls.west.recorder.all<BreakerTripped>()[1].action, "stop");
  EXPECT_TRUE(calls.west.driver->call().stopped());
}

TEST(Breaker, ACutThatHelpsIsReleasedAfterAnotherCbInterval) {
  TwoCalls calls = long_path(breaking(BreakerAction::kCut), 0);
  int index = 0;
  calls.forward.set_tamper([&](Time, Bytes datagram) {
    const bool cut = !calls.west.recorder.all<BreakerTripped>().empty();
    const bool lost = !cut && !looks_like_rtcp(datagram) && index++ % 20 == 0;
    return Tampering{.copies = lost ? 0 : 1};
  });
  calls.start();
  calls.run(80s);
  ASSERT_THAT(calls.west.recorder.all<BreakerTripped>(), SizeIs(1));
  EXPECT_FALSE(calls.west.driver->call().stopped());
  calls.set_ptime(Ptime{20});
  EXPECT_EQ(calls.west_summary().sent.ptime, Ptime{20});
}

TEST(Breaker, ACutWithNothingToCutStops) {
  CallConfig config = breaking(BreakerAction::kCut);
  config.ptime.max = config.ptime_initial;
  TwoCalls calls = long_path(config);
  calls.start();
  calls.run(60s);
  ASSERT_THAT(calls.west.recorder.all<BreakerTripped>(), SizeIs(1));
  EXPECT_EQ(calls.west.recorder.all<BreakerTripped>()[0].action, "stop");
}

TEST(Breaker, SpeechThatLosesAThirdIsEndedByBothItsEnds) {
  TwoCalls calls(breaking(BreakerAction::kNote), breaking(BreakerAction::kNote),
                 {.delay = 30ms, .loss = 0.33});
  calls.start();
  calls.run(60s);
  for (const Endpoint* end : {&calls.west, &calls.east}) {
    const auto trips = end->recorder.all<BreakerTripped>();
    ASSERT_FALSE(trips.empty());
    EXPECT_EQ(trips[0].breaker, "usability");
    EXPECT_GT(*trips[0].loss_pct, 20);
  }
}

TEST(Breaker, FiveMuteMinutesWithIdenticalReportsEndNothing) {
  for (const auto& interval :
       {std::optional<Duration>(), std::optional<Duration>(5s), std::optional<Duration>(200ms)}) {
    CallConfig config = breaking(BreakerAction::kStop);
    config.rtcp.fixed_interval = interval;
    TwoCalls calls(config, config);
    calls.west.source = std::make_unique<GappySource>(1000, 31'000);
    calls.start();
    calls.run(330s);
    EXPECT_THAT(calls.west.recorder.all<BreakerTripped>(), IsEmpty());
    EXPECT_THAT(calls.east.recorder.all<BreakerTripped>(), IsEmpty());
    EXPECT_THAT(calls.east.recorder.all<SourceRestarted>(), IsEmpty());
    EXPECT_NEAR(to_seconds(calls.west_summary().sent.media), 30, 0.1);
    EXPECT_EQ(calls.east_summary().received.lost, 0);
  }
}

/// As where four calls of 80 kbit/s share 300 kbit/s, and worse.
TEST(Breaker, LossOfTheOrderThatAdaptationIsForTripsNothing) {
  for (const double loss : {0.0625, 0.16})
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      CallConfig config = breaking(BreakerAction::kStop);
      config.rtcp.fixed_interval = 5s;
      TwoCalls calls(config, config, {.delay = 30ms, .loss = loss}, {.delay = 30ms, .loss = loss},
                     seed);
      calls.start();
      calls.run(300s);
      EXPECT_THAT(calls.west.recorder.all<BreakerTripped>(), IsEmpty()) << loss << ' ' << seed;
      EXPECT_THAT(calls.east.recorder.all<BreakerTripped>(), IsEmpty()) << loss << ' ' << seed;
    }
}

TEST(Breaker, AListenerIsNeverTimedOut) {
  CallConfig talker = breaking(BreakerAction::kStop), listener = talker;
  talker.direction = MediaDirection::kSendOnly;
  listener.direction = MediaDirection::kRecvOnly;
  TwoCalls calls(talker, listener);
  calls.start();
  calls.run(20s);
  calls.forward.set_tamper(nothing_passes);
  calls.run(120s);
  EXPECT_THAT(calls.east.recorder.all<BreakerTripped>(), IsEmpty());
  EXPECT_THAT(calls.west.recorder.all<BreakerTripped>(), SizeIs(1));
}

}  // namespace
}  // namespace ptimed::testing
