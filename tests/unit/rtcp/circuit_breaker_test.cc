// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/circuit_breaker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ptimed {
namespace {

using namespace std::chrono_literals;

/// A talker of G.711 and the reports on it, in its own time.
class Talk : public ::testing::Test {
 protected:
  struct Trip {
    Duration at;
    BreakerTrip what;
  };

  /// Sends packets until `length` from now; without `sending` time just passes.
  void run(Duration length, bool sending = true) {
    for (const Time end = now_ + length; now_ + ptime_ <= end;) {
      now_ += ptime_;
      while (breaker_.next_timeout() <= now_) keep(breaker_.on_timer(now_));
      if (!sending) continue;
      breaker_.on_packet_sent(now_, kRtpHeader + static_cast<size_t>(samples_in(ptime_)), ptime_);
      ++sent_;
    }
  }
  void report(double loss, std::optional<Duration> rtt = 60ms, bool progress = true) {
    if (progress) highest_ = sent_;
    ReportBlock block;
    block.fraction_lost = static_cast<uint8_t>(loss * 256);
    block.extended_highest_seq = highest_;
    keep(breaker_.on_report(now_, block, rtt, intervals_));
  }
  void reports(int count, double loss, std::optional<Duration> rtt = 60ms, bool progress = true) {
    for (; count > 0; --count) {
      run(intervals_.tdr);
      report(loss, rtt, progress);
    }
  }
  void keep(std::optional<BreakerTrip> trip) {
    if (trip) trips_.push_back({now_ - Time{}, std::move(*trip)});
  }

  Time now_{};
  Ptime ptime_{20};
  uint32_t sent_ = 1000, highest_ = 0;
  BreakerIntervals intervals_{.td = 5s, .tdr = 5s};
  CircuitBreaker breaker_{UsabilityLimits{}};
  std::vector<Trip> trips_;
};

class RtcpTimeout : public Talk {};

TEST_F(RtcpTimeout, TripsAfterThreeDeterministicIntervalsOfSilence) {
  run(15s);
  EXPECT_TRUE(trips_.empty());
  run(100ms);
  ASSERT_EQ(trips_.size(), 1u);
  EXPECT_EQ(trips_[0].what.breaker, Breaker::kRtcpTimeout);
  EXPECT_EQ(trips_[0].at, 15s + 20ms) << "counted from the first packet";
  EXPECT_EQ(trips_[0].what.over, 15s);
  EXPECT_EQ(trips_[0].what.text, "no report for 15.0 s while sending");
}

TEST_F(RtcpTimeout, CountsFromTheLastReport) {
  reports(3, 0);
  run(14'900ms);
  EXPECT_TRUE(trips_.empty());
  run(200ms);
  ASSERT_EQ(trips_.size(), 1u);
  EXPECT_EQ(trips_[0].at, 30s);
}

TEST_F(RtcpTimeout, ALongerTdIsWaitedFor) {
  intervals_ = {.td = 8s, .tdr = 5s};
  reports(1, 0);
  run(23'900ms);
  EXPECT_TRUE(trips_.empty());
  run(200ms);
  EXPECT_EQ(trips_.size(), 1u);
}

TEST_F(RtcpTimeout, FeedbackWithoutAReportCountsAsHeard) {
  for (int n = 0; n < 10; ++n) {
    run(10s);
    breaker_.on_feedback(now_);
  }
  EXPECT_TRUE(trips_.empty());
}

TEST_F(RtcpTimeout, RestsWhileNothingIsSentAndCountsAnewAfterwards) {
  run(10s);
  run(60s, false);
  EXPECT_TRUE(trips_.empty());
  EXPECT_EQ(breaker_.next_timeout(), kNever);
  run(14'900ms);
  EXPECT_TRUE(trips_.empty());
  run(200ms);
  EXPECT_EQ(trips_.size(), 1u);
}

TEST_F(RtcpTimeout, AfterATripItTakesAsLongAgain) {
  run(60s);
  EXPECT_EQ(trips_.size(), 3u) << "at 15, 30 and 45 s after the first packet";
}

TEST_F(RtcpTimeout, NoTimerBeforeTheFirstPacket) { EXPECT_EQ(breaker_.next_timeout(), kNever); }

class MediaTimeout : public Talk {};

TEST_F(MediaTimeout, TripsAtTheFifthReportWithoutProgress) {
  reports(3, 0);
  reports(4, 0, 60ms, false);
  EXPECT_TRUE(trips_.empty());
  reports(1, 0, 60ms, false);
  ASSERT_EQ(trips_.size(), 1u);
  EXPECT_EQ(trips_[0].what.breaker, Breaker::kMediaTimeout);
  EXPECT_EQ(trips_[0].what.over, 25s);
  EXPECT_EQ(trips_[0].what.text, "5 reports in 25.0 s show nothing of what was sent");
}

TEST_F(MediaTimeout, OneReportWithProgressCancelsIt) {
  for (int round = 0; round < 5; ++round) {
    reports(4, 0, 60ms, false);
    reports(1, 0);
  }
  EXPECT_TRUE(trips_.empty());
}

TEST_F(MediaTimeout, IdenticalReportsOfFiveMuteMinutesAreNoSign) {
  for (const Duration tdr : {Duration(5s), Duration(1s), Duration(100ms)}) {
    intervals_.tdr = tdr;
    reports(3, 0);
    for (const Time end = now_ + 5min; now_ < end;) {
      run(tdr, false);
      report(0, 60ms, false);
    }
    reports(3, 0);
  }
  EXPECT_TRUE(trips_.empty());
}

TEST_F(MediaTimeout, FrequentReportsBetweenRarePacketsAreNoSign) {
  ptime_ = Ptime{200};
  intervals_.tdr = 100ms;
  for (int n = 0; n < 100; ++n) {
    run(200ms);
    report(0);
    report(0, 60ms, false);
  }
  EXPECT_TRUE(trips_.empty());
}

TEST_F(MediaTimeout, TheWrapOfTheSequenceNumberIsProgress) {
  sent_ = 0xffffff00;
  reports(10, 0);
  EXPECT_LT(highest_, 0xffffff00);
  EXPECT_TRUE(trips_.empty());
}

TEST_F(MediaTimeout, AReceiverThatCountsAnewIsStalledOnceAtMost) {
  sent_ = 1 << 20;
  reports(4, 0);
  sent_ = 100;
  reports(10, 0);
  EXPECT_TRUE(trips_.empty());
}

class Congestion : public Talk {};

// rate > 10 X for one packet of s octets each ptime: p > 3/2 * (10 * ptime / Tr)^2.
TEST_F(Congestion, TripsOnThreePercentOfLossAtTwoSecondsOfRoundTrip) {
  UsabilityLimits any_delay;
  any_delay.one_way = 1h;
  breaker_ = CircuitBreaker(any_delay);
  reports(4, 0.03, 2s);  // the limit is 1.5 %
  ASSERT_EQ(trips_.size(), 1u) << "with more than CB_INTERVAL reports";
  const BreakerTrip& trip = trips_[0].what;
  EXPECT_EQ(trip.breaker, Breaker::kCongestion);
  EXPECT_EQ(trip.over, 15s);
  EXPECT_NEAR(*trip.loss, 7 / 256.0, 1e-12);
  EXPECT_DOUBLE_EQ(*trip.rate, 8600);
  EXPECT_NEAR(*trip.tcp_throughput, 172 / (2 * std::sqrt(2 * 7 / 256.0 / 3)), 1e-9);
  EXPECT_EQ(trip.text, "68.8 kbit/s at 2.7 % loss and 2000 ms round trip, where TCP would get 5.1");
}

TEST_F(Congestion, TheLimitAtOneSecondIsSixPercent) {
  UsabilityLimits any_delay;
  any_delay.one_way = 1h;
  breaker_ = CircuitBreaker(any_delay);
  intervals_.tdr = 1s;  // ten round trips: CB_INTERVAL 10
  reports(60, 15 / 256.0, 1s);
  EXPECT_TRUE(trips_.empty());
  reports(10, 16 / 256.0, 1s);
  ASSERT_EQ(trips_.size(), 1u);
  EXPECT_NEAR(*trips_[0].what.loss, 0.06, 0.001);
}

TEST_F(Congestion, NoLossTripsItWhereTheRoundTripIsShort) {
  UsabilityLimits anything_goes;
  anything_goes.loss = 1;
  breaker_ = CircuitBreaker(anything_goes);
  reports(50, 255 / 256.0, 240ms);
  EXPECT_TRUE(trips_.empty()) << "10 * ptime * 1.22 is 245 ms";
}

TEST_F(Congestion, LongIntervalsWeighMore) {
  UsabilityLimits any_delay;
  any_delay.one_way = 1h;
  breaker_ = CircuitBreaker(any_delay);
  reports(1, 0, 2s);
  const auto after = [&](Duration length, double loss) {
    run(length);
    report(loss, 2s);
  };
  after(1s, 0.3);  // of all 29 s 1.0 %; of the three reports 10 %
  after(14s, 0);
  after(14s, 0);
  EXPECT_TRUE(trips_.empty());
}

TEST_F(Congestion, WithoutARoundTripNothingIsJudged) {
  reports(20, 0.1, std::nullopt);
  EXPECT_TRUE(trips_.empty());
}

TEST_F(Congestion, RareReportsOfFewPacketsAreNotJudged) {
  UsabilityLimits any_delay;
  any_delay.one_way = 1h;
  any_delay.loss = 1;
  breaker_ = CircuitBreaker(any_delay);
  ptime_ = Ptime{200};
  intervals_.tdr = 100ms;
  for (int n = 0; n < 300; ++n) {
    run(200ms);
    report(0.5, 150ms);
  }
  EXPECT_TRUE(trips_.empty()) << "less than one packet per max(Tdr, Tr)";
}

TEST_F(Congestion, ACutIsWatchedForAnotherCbInterval) {
  UsabilityLimits any_delay;
  any_delay.one_way = 1h;
  breaker_ = CircuitBreaker(any_delay);
  reports(4, 0.1, 2s);
  ASSERT_EQ(trips_.size(), 1u);
  breaker_.on_rate_cut();
  reports(3, 0, 2s);
  EXPECT_TRUE(breaker_.watches_cut());
  reports(1, 0, 2s);
  EXPECT_FALSE(breaker_.watches_cut());
  EXPECT_EQ(trips_.size(), 1u);
  reports(4, 0.1, 2s);
  EXPECT_GE(trips_.size(), 2u);
}

class Usability : public Talk {};

TEST_F(Usability, TripsOnMoreThanTwentyPercentForFifteenSeconds) {
  reports(2, 0.1);
  reports(2, 0.22);
  EXPECT_TRUE(trips_.empty());
  reports(1, 0.22);
  ASSERT_EQ(trips_.size(), 1u);
  EXPECT_EQ(trips_[0].what.breaker, Breaker::kUsability);
  EXPECT_EQ(trips_[0].what.over, 15s);
  EXPECT_EQ(trips_[0].what.text, "unusable at the far end for 15.0 s: loss 21.9 %, one way 30 ms");
}

TEST_F(Usability, AUsableReportBetweenStartsTheTimeAnew) {
  for (int round = 0; round < 5; ++round) {
    reports(2, 0.5);
    reports(1, 0.19);
  }
  EXPECT_TRUE(trips_.empty());
}

TEST_F(Usability, TripsOnFourHundredMillisecondsOneWay) {
  reports(10, 0, 800ms);
  EXPECT_TRUE(trips_.empty());
  reports(3, 0, 810ms);
  ASSERT_EQ(trips_.size(), 1u);
  EXPECT_EQ(trips_[0].what.breaker, Breaker::kUsability);
}

TEST_F(Usability, AStalledReportMakesNothingUsable) {
  reports(1, 0);
  reports(2, 0.5);
  reports(1, 0, 60ms, false);
  EXPECT_TRUE(trips_.empty());
  reports(1, 0.5);
  ASSERT_EQ(trips_.size(), 1u);
  EXPECT_EQ(trips_[0].what.over, 20s);
}

TEST_F(Usability, HoldsForTheReceiverToo) {
  const auto receive = [&](double loss) {
    now_ += 5s;
    keep(breaker_.on_reception(now_, loss));
  };
  receive(0);
  for (int n = 0; n < 2; ++n) receive(0.3);
  EXPECT_TRUE(trips_.empty());
  receive(0.3);
  ASSERT_EQ(trips_.size(), 1u);
  EXPECT_EQ(trips_[0].what.text, "unusable as received for 15.0 s: loss 30.0 %");
}

TEST_F(Talk, NothingTripsOverAGoodHour) {
  reports(720, 0.05, 100ms);
  EXPECT_TRUE(trips_.empty());
}

TEST_F(Talk, TfIsTheLongestOfTheLastTenSeconds) {
  SentStream stream;
  Time now{};
  const auto send = [&](Ptime ptime, int packets) {
    for (; packets > 0; --packets) stream.on_packet(now += ptime, 100, ptime, 5s);
  };
  send(Ptime{60}, 10);
  send(Ptime{20}, 400);
  EXPECT_EQ(stream.frame_interval(now), 60ms);
  send(Ptime{20}, 150);
  EXPECT_EQ(stream.frame_interval(now), 20ms);
}

TEST_F(Talk, SIsTheMeanOfTheLastFourPackets) {
  SentStream stream;
  EXPECT_EQ(stream.packet_size(), 0);
  for (const size_t octets : {1000u, 100u, 100u, 100u, 100u, 180u})
    stream.on_packet(Time{}, octets, Ptime{20}, 5s);
  EXPECT_EQ(stream.packet_size(), 120);
}

}  // namespace
}  // namespace ptimed
