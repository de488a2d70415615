// SPDX-License-Identifier: AGPL-3.0-or-later
// Several calls into one bottleneck, without and with a policy.
#include <algorithm>

#include "tests/sim/two_calls.h"

namespace ptimed::testing {
namespace {

struct Fleet {
  /// Four calls, west to east, through one bottleneck; reports come back over an idle path.
  Fleet(const CallConfig& config, const LinkProfile& bottleneck, uint64_t seed,
        Duration latest_start = 100ms)
      : forward(queue, bottleneck, seed), backward(queue, perfect(), seed + 1) {
    Rng rng(seed);
    for (size_t n = 0; n < ends.size(); ++n) start(n, config, rng, latest_start);
  }

  void start(size_t n, const CallConfig& config, Rng& rng, Duration latest_start) {
    CallConfig west_config = config, east_config = config;
    west_config.direction = MediaDirection::kSendOnly;
    east_config.direction = MediaDirection::kRecvOnly;
    const Time begin = Time{} + from_seconds(rng.unit() * to_seconds(latest_start));
    const uint64_t west_seed = rng.bits(), east_seed = rng.bits();
    queue.at(begin, [=, this](Time) {
      auto& [west, east] = ends[n];
      east.driver = std::make_unique<CallDriver>(
          queue, east_config, CallSurroundings{{}, east_seed, nullptr, &east.recorder},
          [this, n](Time now, Channel channel, Bytes datagram) {
            backward.send(now, datagram, [this, n, channel](Time arrival, Bytes bytes) {
              ends[n].first.driver->deliver(arrival, channel, bytes);
            });
          });
      west.driver = std::make_unique<CallDriver>(
          queue, west_config, CallSurroundings{{}, west_seed, nullptr, &west.recorder},
          [this, n](Time now, Channel channel, Bytes datagram) {
            forward.send(now, datagram, [this, n, channel](Time arrival, Bytes bytes) {
              ends[n].second.driver->deliver(arrival, channel, bytes);
            });
          });
    });
  }

  double loss_pct() {
    double lost = 0, expected = 0;
    for (auto& [west, east] : ends) {
      const CallSummary summary = east.summary(queue.now());
      lost += static_cast<double>(summary.received.lost);
      expected += static_cast<double>(summary.received.expected);
    }
    return 100 * lost / expected;
  }
  uint64_t ptime_changes() {
    uint64_t changes = 0;
    for (auto& [west, east] : ends) changes += west.summary(queue.now()).sent.ptime_changes;
    return changes;
  }

  EventQueue queue;
  Pipe forward, backward;
  std::array<std::pair<Endpoint, Endpoint>, 4> ends;
};

CallConfig g711(std::string policy, RtcpMode mode = RtcpMode::kAvp) {
  CallConfig config = call_config();
  config.codec = "sized:pcmu";
  config.ptime.max = Ptime{30};
  config.policy = std::move(policy);
  config.rtcp.mode = mode;
  config.rtcp.fixed_interval = 5s;
  config.breaker.action = BreakerAction::kNote;  // the study's calls went on whatever they lost
  return config;
}
const LinkProfile kBottleneck{.rate_bps = 300'000, .delay = 30ms, .queue_packets = 10};

TEST(Congestion, FourCallsOf80KbitInto300KbitLoseASixteenth) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Fleet fleet(g711("none"), kBottleneck, seed);
    fleet.queue.run_until(Time{} + 30s);
    EXPECT_NEAR(fleet.loss_pct(), 6.25, 1.0) << "seed " << seed;
    EXPECT_EQ(fleet.ptime_changes(), 0u);
  }
}

TEST(Congestion, OnlyTheUsabilityBreakerHasAWordInTheStudysNetworkAndEndsNothing) {
  for (const RtcpMode mode : {RtcpMode::kAvp, RtcpMode::kQuick2005})
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      Fleet fleet(g711(mode == RtcpMode::kAvp ? "none" : "patent-2005", mode), kBottleneck, seed);
      fleet.queue.run_until(Time{} + 120s);
      for (auto& [west, east] : fleet.ends) {
        EXPECT_FALSE(west.driver->call().stopped());
        for (const BreakerTripped& trip : west.recorder.all<BreakerTripped>()) {
          EXPECT_EQ(trip.breaker, "usability");
          EXPECT_GT(*trip.loss_pct, 20) << "a call that the drop-tail queue has singled out";
        }
      }
    }
}

TEST(Congestion, Patent2005WithQuickNacksLosesLessThanHalfAsMuch) {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Fleet fleet(g711("patent-2005", RtcpMode::kQuick2005), kBottleneck, seed);
    fleet.queue.run_until(Time{} + 60s);
    EXPECT_LT(fleet.loss_pct(), 3.1) << "seed " << seed;
    EXPECT_GT(fleet.ptime_changes(), 0u);
  }
}

TEST(Congestion, EveryPolicyStaysAtItsOptimumOrBelowWhereThereIsRoom) {
  LinkProfile plenty = kBottleneck;
  plenty.rate_bps = 500'000;
  for (const std::string policy : {"none", "busse-1996", "patent-2005"}) {
    Fleet fleet(g711(policy, RtcpMode::kQuick2005), plenty, 3);
    fleet.queue.run_until(Time{} + 60s);
    EXPECT_EQ(fleet.loss_pct(), 0.0) << policy;
    for (auto& [west, east] : fleet.ends)
      EXPECT_EQ(west.summary(fleet.queue.now()).sent.ptime,
                policy == "busse-1996" ? Ptime{10} : Ptime{20});
  }
}

TEST(Congestion, AnImmediateNackReachesThePolicyWithinAboutOneRoundTrip) {
  TwoCalls calls(g711("patent-2005", RtcpMode::kQuick2005), g711("none", RtcpMode::kQuick2005));
  Time lost_at{};
  int index = 0;
  calls.forward.set_tamper([&](Time now, Bytes datagram) {
    if (looks_like_rtcp(datagram) || index++ != 60) return Tampering{};
    lost_at = now;
    return Tampering{.copies = 0};
  });
  calls.start();
  calls.run(2s);
  const auto& events = calls.west.recorder.events;
  const auto step = std::find_if(events.begin(), events.end(), [](const Event& e) {
    return std::holds_alternative<PtimeChanged>(e.body);
  });
  ASSERT_NE(step, events.end());
  EXPECT_EQ(std::get<PtimeChanged>(step->body).to, Ptime{30});
  EXPECT_EQ(step->at - lost_at, 20ms + 60ms)
      << "the next packet shows the gap, then one round trip";
}

TEST(Congestion, NacksBeyondTheBudgetAreRefusedAndCounted) {
  CallConfig config = g711("none", RtcpMode::kQuick2005);
  TwoCalls calls(config, config);
  int index = 0;
  calls.forward.set_tamper([&](Time, Bytes datagram) {
    return Tampering{.copies = !looks_like_rtcp(datagram) && index++ % 4 == 3 ? 0 : 1};
  });
  calls.start();
  calls.run(4900ms);
  const CallSummary summary = calls.east_summary();
  EXPECT_EQ(summary.sent.nacks, 13u) << "floor(5 s * 2.5 % * 80 kbit/s / 768 bit)";
  EXPECT_GT(summary.sent.nacks_denied, 40u);
  EXPECT_EQ(calls.west_summary().received.nacks, 13u);
}

TEST(Congestion, ABlackoutIsNoReasonToGoBackToShortPackets) {
  CallConfig config = g711("busse-1996");
  config.ptime_initial = Ptime{30};
  TwoCalls calls(config, g711("none"));
  bool blackout = false;
  calls.forward.set_tamper([&](Time, Bytes) { return Tampering{.copies = blackout ? 0 : 1}; });
  calls.start();
  calls.run(1s);
  blackout = true;
  calls.run(60s);
  EXPECT_GE(calls.west_summary().sent.ptime, Ptime{20})
      << "at most the one report before the blackout counts";
}

TEST(Congestion, EveryPacketIsReceivedOrDroppedByTheLink) {
  Fleet fleet(g711("none"), kBottleneck, 4);
  fleet.queue.run_until(Time{} + 30s);
  for (auto& [west, east] : fleet.ends) west.driver->stop("done");
  fleet.queue.run_until(Time{} + 31s);
  uint64_t sent = 0, received = 0;
  for (auto& [west, east] : fleet.ends) {
    const CallSummary from = west.summary(fleet.queue.now()), to = east.summary(fleet.queue.now());
    sent += from.sent.packets + from.sent.rtcp_packets;
    received += to.received.packets + to.received.rtcp_packets;
  }
  EXPECT_GT(sent - received, 300u);
  EXPECT_EQ(sent - received, fleet.forward.link().counters().dropped_queue);
}

}  // namespace
}  // namespace ptimed::testing
