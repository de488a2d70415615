// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/burst_gap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "lib/base/rng.h"

namespace ptimed {
namespace {

using namespace std::chrono_literals;

/// RFC 3611 section 4.7.2: 1 a received packet, 0 a lost one, X a discarded one. Called 64 packets
/// there; it shows 63.
const std::string kSample = "11110111111111111111111X111X1011110111111111111111111X111111111";

BurstGapMetrics scan(const std::string& pattern, Duration spacing = 10ms, int gmin = 16) {
  BurstGapScan packets(gmin);
  for (const char c : pattern)
    packets.on_packet(c == '1'   ? PacketFate::kReceived
                      : c == '0' ? PacketFate::kLost
                                 : PacketFate::kDiscarded,
                      spacing);
  return packets.metrics();
}

/// The counters of RFC 3611 appendix A.2 as printed, begun as if an isolated loss had been followed
/// by Gmin packets: the appendix leaves the beginning open.
struct AppendixA2 {
  static constexpr int kGmin = 16;
  int pkt = kGmin, lost = 1;
  double c11 = 0, c13 = 0, c14 = 0, c22 = 0, c23 = 0, c33 = 0;

  void on_packet(bool missing) {
    if (!missing) {
      ++pkt;
      return;
    }
    if (pkt >= kGmin) {
      ++(lost == 1 ? c14 : c13);
      lost = 1;
      c11 += pkt;
    } else {
      ++lost;
      if (pkt == 0) {
        ++c33;
      } else {
        ++c23;
        c22 += pkt - 1;
      }
    }
    pkt = 0;
  }
  double burst_density() const {
    const double p32 = c23 / (c13 + c23 + c33);
    const double p23 = c22 + c23 > 0 ? 1 - c22 / (c22 + c23) : 1;
    return p23 / (p23 + p32);
  }
  double gap_density() const { return c14 / (c11 + c14); }
  double gap_length(double m) const { return (c11 + c14 + c13) * m / c13; }
  double burst_length(double m) const {
    const double ctotal = c11 + c14 + c13 + c22 + c23 + c13 + c23 + c33;
    return ctotal * m / c13 - gap_length(m);
  }
};

TEST(BurstGap, TheRfcsSample) {
  const BurstGapMetrics found = scan(kSample);
  EXPECT_EQ(found.expected, 63);
  EXPECT_EQ(found.lost, 3);
  EXPECT_EQ(found.discarded, 3);
  EXPECT_EQ(found.bursts, 1);
  EXPECT_EQ(found.gaps, 2);
  EXPECT_EQ(static_cast<int>(256 * found.loss_rate), 12);
  EXPECT_EQ(static_cast<int>(256 * found.discard_rate), 12);
  EXPECT_NEAR(256 * found.burst_density, 85.33, 0.005) << "printed as 84: of a density cut to 0.33";
  EXPECT_EQ(found.burst_duration, 120ms);
  EXPECT_NEAR(256 * found.gap_density, 10.04, 0.005);
  EXPECT_EQ(found.gap_duration, 255ms) << "printed as 520: the sum, where the field asks the mean";
}

TEST(BurstGap, TheSampleByTheCountersOfTheAppendix) {
  AppendixA2 counters;
  for (const char c : kSample) counters.on_packet(c != '1');
  EXPECT_NEAR(256 * counters.burst_density(), 85.33, 0.005);
  EXPECT_DOUBLE_EQ(counters.burst_length(10), 120);
}

/// Loss in runs: a two-state chain (Gilbert).
std::string pattern(uint64_t seed, int packets) {
  Rng rng(seed);
  const double to_bad = 0.02 + 0.1 * rng.unit(), to_good = 0.1 + 0.5 * rng.unit();
  std::string text;
  for (bool bad = false; packets > 0; --packets) {
    bad = bad ? !rng.chance(to_good) : rng.chance(to_bad);
    text += !bad ? '1' : rng.chance(0.3) ? 'X' : '0';
  }
  return text;
}

TEST(BurstGap, AgreesWithTheCountersOfTheAppendixOnceTheyHaveSeenEveryBurstClosed) {
  const std::string quiet(16, '1');
  int compared = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const std::string text = pattern(seed, 500) + quiet + '0' + quiet;
    AppendixA2 counters;
    for (const char c : text) counters.on_packet(c != '1');
    const BurstGapMetrics exact = scan(text);
    if (exact.bursts == 0) continue;
    ++compared;
    EXPECT_EQ(exact.bursts, static_cast<int64_t>(counters.c13)) << text;
    EXPECT_NEAR(exact.burst_density, counters.burst_density(), 1e-9) << text;
    EXPECT_NEAR(to_ms(exact.burst_duration), counters.burst_length(10), 1e-5) << text;
    EXPECT_NEAR(exact.gap_density, counters.gap_density(), 1e-9) << text;
  }
  EXPECT_GT(compared, 150);
}

/// Packet n lies in a burst when two missing ones stand around it, itself included, with no run of
/// gmin received ones between them: the definition, word for word.
bool in_burst(const std::string& text, size_t n, size_t gmin) {
  const std::string run(gmin, '1');
  for (size_t first = 0; first <= n; ++first)
    for (size_t last = std::max(n, first + 1); last < text.size(); ++last)
      if (text[first] != '1' && text[last] != '1' &&
          text.substr(first, last - first + 1).find(run) == std::string::npos)
        return true;
  return false;
}

TEST(BurstGap, IsTheDefinitionForEveryGmin) {
  for (const int gmin : {1, 2, 5, 16})
    for (uint64_t seed = 1; seed <= 25; ++seed) {
      const std::string text = pattern(seed, 60);
      int64_t inside = 0, missing_inside = 0, bursts = 0, gaps = 0;
      for (size_t n = 0, before = 2; n < text.size(); ++n) {
        const bool burst = in_burst(text, n, static_cast<size_t>(gmin));
        inside += burst;
        missing_inside += burst && text[n] != '1';
        if (before != static_cast<size_t>(burst)) ++(burst ? bursts : gaps);
        before = burst;
      }
      const BurstGapMetrics found = scan(text, 20ms, gmin);
      EXPECT_EQ(found.bursts, bursts) << text << ' ' << gmin;
      EXPECT_EQ(found.gaps, gaps) << text << ' ' << gmin;
      if (bursts > 0) {
        EXPECT_EQ(found.burst_duration, inside * Duration(20ms) / bursts) << text;
        EXPECT_DOUBLE_EQ(found.burst_density,
                         static_cast<double>(missing_inside) / static_cast<double>(inside));
      }
    }
}

TEST(BurstGap, NothingIsDividedByZero) {
  struct Case {
    std::string pattern;
    int64_t bursts, gaps;
    double burst_density, gap_density;
    Duration burst, gap;
  };
  const Case cases[] = {
      {"", 0, 0, 0, 0, 0ms, 0ms},
      {"1", 0, 1, 0, 0, 0ms, 10ms},
      {std::string(100, '1'), 0, 1, 0, 0, 0ms, 1s},
      {"0", 0, 1, 0, 0, 0ms, 10ms},
      {std::string(50, '0'), 1, 0, 0, 0, 500ms, 0ms},
      {std::string(50, 'X'), 1, 0, 1, 0, 500ms, 0ms},
      {"1101", 0, 1, 0, 0.25, 0ms, 40ms},
      {"01", 0, 1, 0, 0.5, 0ms, 20ms},
      {"100", 1, 1, 1, 0, 20ms, 10ms},
  };
  for (const Case& expected : cases) {
    const BurstGapMetrics found = scan(expected.pattern);
    EXPECT_EQ(found.bursts, expected.bursts) << expected.pattern;
    EXPECT_EQ(found.gaps, expected.gaps) << expected.pattern;
    EXPECT_EQ(found.burst_density, expected.burst_density) << expected.pattern;
    EXPECT_EQ(found.gap_density, expected.gap_density) << expected.pattern;
    EXPECT_EQ(found.burst_duration, expected.burst) << expected.pattern;
    EXPECT_EQ(found.gap_duration, expected.gap) << expected.pattern;
    for (const double share : {found.loss_rate, found.discard_rate})
      EXPECT_TRUE(std::isfinite(share));
  }
}

TEST(BurstGap, AMeasureTakenOnTheWayChangesNothingLater) {
  const std::string text = pattern(7, 300);
  BurstGapScan watched;
  for (const char c : text) {
    watched.on_packet(c == '1' ? PacketFate::kReceived : PacketFate::kLost, 10ms);
    watched.metrics();
  }
  EXPECT_EQ(watched.metrics().bursts, scan(text).bursts);
  EXPECT_EQ(watched.metrics().burst_density, scan(text).burst_density);
}

TEST(BurstGap, DurationsAreMediaTimeAcrossAPtimeChange) {
  BurstGapScan packets;
  packets.on_packet(PacketFate::kLost, 20ms);
  packets.on_packet(PacketFate::kReceived, 40ms);
  packets.on_packet(PacketFate::kLost, 40ms);
  EXPECT_EQ(packets.metrics().burst_duration, 100ms);
}

}  // namespace
}  // namespace ptimed
