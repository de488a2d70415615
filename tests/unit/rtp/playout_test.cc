// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/playout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "lib/base/rng.h"
#include "tests/unit/rtp/playout_harness.h"

namespace ptimed {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr PlayoutConfig kRecent{.headroom = Headroom::kRecentPtime};
constexpr PlayoutConfig kMax{.headroom = Headroom::kPtimeMax};

std::vector<int> all(int frames) {
  std::vector<int> numbers(static_cast<size_t>(frames));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Every slot is accounted for, and so is every frame sent.
void expect_consistent(const Played& p, const Stream& s) {
  const PlayoutCounters& c = p.counters;
  EXPECT_EQ(c.played, p.numbers().size());
  EXPECT_EQ(c.played + c.concealed + c.inserted, p.slots.size());
  EXPECT_EQ(static_cast<uint64_t>(p.inserted()), c.inserted);
  EXPECT_EQ(static_cast<uint64_t>(p.dropped()), c.dropped);
  EXPECT_LE(c.played + c.dropped, static_cast<uint64_t>(s.frames()));
  EXPECT_TRUE(std::ranges::is_sorted(p.numbers()));
}

/// The switching of ptime that went wrong elsewhere.
Stream switching() {
  Stream s;
  for (const int ms : {20, 40, 30, 60, 10, 20, 60}) s.send(Ptime{ms}, 2s);
  return s;
}

class BothHeadrooms : public ::testing::TestWithParam<Headroom> {
 protected:
  PlayoutConfig config_{.headroom = GetParam()};
};

TEST_P(BothHeadrooms, ALosslessStreamIsPlayedExactly) {
  for (const int ms : {10, 20, 30, 60}) {
    const Stream stream = Stream().send(Ptime{ms}, 30s);
    const Played played = run(config_, stream, constant(30ms));
    EXPECT_EQ(played.slots, all(stream.frames())) << ms;
    EXPECT_THAT(played.adjustments, IsEmpty());
  }
}

TEST_P(BothHeadrooms, NoiseWithinTheRoomForJitterChangesNothing) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    const Stream stream = Stream().send(Ptime{20}, 60s);
    const Played played = run(config_, stream, [&](size_t, const SentPacket&) {
      return 30ms + from_seconds(rng.uniform(0, 0.005));
    });
    EXPECT_EQ(played.slots, all(stream.frames())) << "seed " << seed;
    EXPECT_THAT(played.adjustments, IsEmpty());
  }
}

TEST_P(BothHeadrooms, TheLossOf1To10PacketsIsExactlyThatManyFramesOfConcealment) {
  for (const int ms : {10, 20, 30, 60}) {
    for (size_t lost = 1; lost <= 10; ++lost) {
      const Stream stream = Stream().send(Ptime{ms}, 6s);
      const Played played = run(config_, stream, [&](size_t i, const SentPacket&) {
        return i >= 20 && i < 20 + lost ? std::nullopt : std::optional<Duration>(30ms);
      });
      const int frames = static_cast<int>(lost) * ms / 10;
      EXPECT_EQ(played.concealed(), frames) << ms << " ms, " << lost << " packets";
      EXPECT_EQ(played.counters.concealed, static_cast<uint64_t>(frames));
      EXPECT_THAT(played.adjustments, IsEmpty()) << ms << " ms, " << lost << " packets";
      EXPECT_EQ(played.slots.size(), static_cast<size_t>(stream.frames()));
    }
  }
}

TEST_P(BothHeadrooms, RandomLossKeepsEveryFrameAtItsPlace) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    Rng rng(seed);
    const Stream stream = Stream().send(Ptime{20}, 60s);
    const Played played = run(config_, stream, [&](size_t i, const SentPacket&) {
      const bool ends = i == 0 || i + 1 == stream.packets.size();
      return !ends && rng.chance(0.1) ? std::nullopt : std::optional<Duration>(30ms);
    });
    ASSERT_EQ(played.slots.size(), static_cast<size_t>(stream.frames()));
    for (size_t i = 0; i < played.slots.size(); ++i)
      if (played.slots[i] != Played::kConcealed) {
        ASSERT_EQ(played.slots[i], static_cast<int>(i));
      }
    EXPECT_THAT(played.adjustments, IsEmpty());
  }
}

TEST_P(BothHeadrooms, ALatePacketInsertsAndLosesNoSpeech) {
  const Stream stream = Stream().send(Ptime{20}, 1s);
  const Played played = run(config_, stream, [&](size_t i, const SentPacket&) {
    return i < 20 ? 30ms : 150ms;  // the path has grown longer
  });
  EXPECT_EQ(played.numbers(), all(stream.frames()));
  EXPECT_EQ(played.counters.concealed, 0u);
  EXPECT_GT(played.counters.inserted, 0u);
  EXPECT_EQ(played.counters.late_frames, 0u);
  expect_consistent(played, stream);
}

TEST_P(BothHeadrooms, DelayIsBackAtItsFloorWithin5SecondsOfAJitterStorm) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    const Stream stream = Stream().send(Ptime{20}, 20s);
    Time last{};
    const Played played = run(config_, stream, [&](size_t, const SentPacket& p) {
      const bool storm = p.departs > Time{5s} && p.departs < Time{8s};
      Time arrival = p.departs + 30ms;
      if (storm) arrival += from_seconds(rng.uniform(0, 0.2));
      last = arrival = std::max(arrival, last);  // a queue keeps the order
      return arrival - p.departs;
    });
    Duration floor{}, highest{};
    for (const auto& [at, delay] : played.delays) {
      if (at < Time{5s}) floor = delay;
      highest = std::max(highest, delay);
      if (at > Time{8s + 200ms + 5s}) {
        ASSERT_EQ(delay, floor) << "seed " << seed;
      }
    }
    EXPECT_GT(highest, floor + 50ms);
    EXPECT_EQ(played.counters.late_frames, 0u);
    expect_consistent(played, stream);
  }
}

TEST_P(BothHeadrooms, ClockSkewIsAbsorbedByRareAdjustments) {
  for (const double skew : {-100e-6, 100e-6}) {
    const Stream stream = Stream().send(Ptime{20}, 600s);
    const Played played = run(config_, stream, [&](size_t, const SentPacket& p) {
      return 100ms + from_seconds(to_seconds(p.departs.time_since_epoch()) * skew);
    });
    EXPECT_EQ(played.counters.concealed, 0u);
    EXPECT_GE(played.adjustments.size(), 1u);  // 60 ms in all, of which the headroom may take some
    EXPECT_LE(played.adjustments.size(), 8u);
    for (const PlayoutAdjustment& a : played.adjustments) EXPECT_EQ(a.inserted + a.dropped, 1);
    expect_consistent(played, stream);
  }
}

TEST_P(BothHeadrooms, DuplicatesAreCountedAndPlayedOnce) {
  Stream stream = Stream().send(Ptime{20}, 4s);
  const auto once = stream.packets;
  for (const SentPacket& p : once)
    for (const Duration later : {0ms, 25ms, 200ms}) {
      stream.packets.push_back(p);
      stream.packets.back().departs += later;
    }
  const Played played = run(config_, stream, constant(30ms));
  EXPECT_EQ(played.numbers(), all(stream.frames()));
  EXPECT_EQ(played.counters.concealed, 0u);
  EXPECT_EQ(played.counters.duplicate_frames, 3u * 400);
  EXPECT_EQ(played.counters.late_frames, 0u);
  EXPECT_THAT(played.adjustments, IsEmpty());
}

TEST_P(BothHeadrooms, ReorderingWithinTheDelayIsInvisible) {
  const PlayoutConfig roomy{.headroom = GetParam(), .min_jitter = 40ms};
  const Stream stream = Stream().send(Ptime{20}, 10s);
  const Played played =
      run(roomy, stream, [](size_t i, const SentPacket&) { return i % 7 == 3 ? 60ms : 30ms; });
  EXPECT_EQ(played.slots, all(stream.frames()));
  EXPECT_THAT(played.adjustments, IsEmpty());
}

TEST_P(BothHeadrooms, APauseWithoutTimestampsStartsAnewOnce) {
  const Stream stream = Stream().send(Ptime{20}, 1s).pause(10s).send(Ptime{20}, 1s);
  const Played played = run(config_, stream, constant(30ms));
  EXPECT_EQ(played.numbers(), all(stream.frames()));
  EXPECT_EQ(played.counters.resyncs, 1u);
  EXPECT_EQ(played.counters.concealed, 0u);
  EXPECT_EQ(played.inserted(), 1000);
  EXPECT_EQ(played.delays.front().second, played.delays.back().second);
  expect_consistent(played, stream);
}

TEST_P(BothHeadrooms, APauseWithTimestampsIsConcealedAsLoss) {
  const Stream stream = Stream().send(Ptime{20}, 1s).pause(3s).jump(3 * 8000).send(Ptime{20}, 1s);
  const Played played = run(config_, stream, constant(30ms));
  EXPECT_EQ(played.numbers(), all(stream.frames()));
  EXPECT_EQ(played.counters.concealed, 300u);
  EXPECT_EQ(played.counters.resyncs, 0u);
  EXPECT_THAT(played.adjustments, IsEmpty());
}

TEST_P(BothHeadrooms, AClockJumpPlaysOutWhatWaitsAndGoesOn) {
  for (const int32_t jump : {8000 * 100, -8000 * 100, 0x7000'0000}) {
    const Stream stream = Stream().send(Ptime{20}, 1s).jump(jump).send(Ptime{20}, 1s);
    const Played played = run(config_, stream, constant(30ms));
    EXPECT_EQ(static_cast<int>(played.numbers().size()) + played.dropped(), stream.frames());
    EXPECT_EQ(played.counters.resyncs, 1u) << jump;
    EXPECT_EQ(played.counters.concealed, 0u);
    EXPECT_LE(played.counters.inserted, 4u);
    EXPECT_LE(played.counters.dropped, 4u);
    expect_consistent(played, stream);
  }
}

TEST_P(BothHeadrooms, OneStrayTimestampIsDiscardedAndDisturbsNothing) {
  for (const int32_t jump : {8000 * 100, -8000 * 100}) {
    Stream stream = Stream().send(Ptime{20}, 4s);
    SentPacket stray = stream.packets[50];
    stray.departs += 5ms;
    stray.timestamp = stray.timestamp + jump;
    stream.packets.push_back(stray);
    const Played played = run(config_, stream, constant(30ms));
    EXPECT_EQ(played.slots, all(stream.frames()));
    EXPECT_EQ(played.counters.discarded_frames + played.counters.late_frames, 2u);
    EXPECT_EQ(played.counters.resyncs, 0u);
  }
}

TEST_P(BothHeadrooms, MemoryIsBoundedWhateverTheTimestamps) {
  PlayoutBuffer buffer(config_);
  Rng rng(5);
  const Buffer content(10, 1);
  Time now{};
  uint64_t handed = 0;
  for (int i = 0; i < 20'000; ++i) {
    now += 10us;
    // Creeping ahead of the clock in steps that are no jump, and wild ones in between.
    const bool wild = i % 3 == 0;
    const RtpTime timestamp(wild ? static_cast<uint32_t>(rng.bits())
                                 : static_cast<uint32_t>(i) * 4000);
    buffer.on_packet(now, timestamp, {content, content});
    handed += 2;
  }
  uint64_t played = 0;
  while (!buffer.drained()) {
    const Time slot = buffer.next_slot();
    if (buffer.play(slot).kind == PlayoutSlot::Kind::kSpeech) ++played;
    ASSERT_LT(slot, Time{60s});
  }
  EXPECT_LE(played, 502u);
  const PlayoutCounters& c = buffer.counters();
  EXPECT_GT(c.discarded_frames + c.late_frames, handed / 2);
}

TEST_P(BothHeadrooms, TimestampsOffTheGridGoToTheNearestPlace) {
  Stream stream = Stream().send(Ptime{20}, 2s);
  for (size_t i = 1; i < stream.packets.size(); ++i)
    stream.packets[i].timestamp = stream.packets[i].timestamp + (i % 2 == 0 ? 39 : -39);
  const Played played = run(config_, stream, constant(30ms));
  EXPECT_EQ(played.slots, all(stream.frames()));
}

TEST_P(BothHeadrooms, RestartKeepsWhatWaitsAndLetsTheNewStreamFollow) {
  PlayoutBuffer buffer(config_);
  const Buffer a = coded(1), b = coded(2), c = coded(3);
  buffer.on_packet(Time{100ms}, RtpTime(5000), {a, b});
  buffer.restart();
  buffer.on_packet(Time{120ms}, RtpTime(77), {c, c});
  std::vector<int> numbers;
  while (!buffer.drained())
    if (const PlayoutSlot out = buffer.play(buffer.next_slot()); !out.frame.empty())
      numbers.push_back(number_of(out.frame));
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3, 3));
  EXPECT_EQ(buffer.counters().resyncs, 0u);
  EXPECT_EQ(buffer.counters().duplicate_frames, 0u);
}

TEST_P(BothHeadrooms, HeldSlotsAreSettledByTheNextPacketIntoLostAndLate) {
  const Stream stream = Stream().send(Ptime{20}, 2s);
  // Packet 20 is lost and all from 21 on come 100 ms later than before.
  const Played played = run(config_, stream, [](size_t i, const SentPacket&) {
    return i == 20 ? std::nullopt : std::optional<Duration>(i < 20 ? 30ms : 130ms);
  });
  EXPECT_EQ(played.counters.concealed, 2u);
  EXPECT_EQ(played.numbers().size(), static_cast<size_t>(stream.frames()) - 2);
  EXPECT_GT(played.counters.inserted, 0u);
  expect_consistent(played, stream);
}

TEST_P(BothHeadrooms, LateByReorderingRaisesTheDelayWhenItGoesOn) {
  const Stream stream = Stream().send(Ptime{20}, 10s);
  const Played played =
      run(config_, stream, [](size_t i, const SentPacket&) { return i % 5 == 4 ? 140ms : 30ms; });
  EXPECT_GT(played.counters.late_packets, 1u);
  EXPECT_LT(played.counters.late_packets, 20u);
  EXPECT_EQ(played.counters.late_frames, played.counters.concealed);
  EXPECT_GT(played.counters.inserted, 2u);
  expect_consistent(played, stream);
}

TEST_P(BothHeadrooms, OnePacketLateByReorderingIsNoTrend) {
  const Stream stream = Stream().send(Ptime{20}, 4s);
  const Played played =
      run(config_, stream, [](size_t i, const SentPacket&) { return i == 50 ? 200ms : 30ms; });
  EXPECT_EQ(played.counters.late_packets, 1u);
  EXPECT_EQ(played.counters.late_frames, 2u);
  EXPECT_EQ(played.counters.concealed, 2u);
  EXPECT_THAT(played.adjustments, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(, BothHeadrooms,
                         ::testing::Values(Headroom::kRecentPtime, Headroom::kPtimeMax),
                         [](const auto& param) {
                           return param.param == Headroom::kPtimeMax ? "PtimeMax" : "RecentPtime";
                         });

TEST(Playout, PtimeMaxPlaysAnySequenceOfPtimesExactly) {
  const Stream stream = switching();
  const Played played = run(kMax, stream, constant(30ms));
  EXPECT_EQ(played.slots, all(stream.frames()));
  EXPECT_THAT(played.adjustments, IsEmpty());
}

TEST(Playout, PtimeMaxToleratesNoiseAcrossPtimeChanges) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    const Stream stream = switching();
    const Played played = run(kMax, stream, [&](size_t, const SentPacket&) {
      return 30ms + from_seconds(rng.uniform(0, 0.005));
    });
    EXPECT_EQ(played.slots, all(stream.frames())) << "seed " << seed;
  }
}

TEST(Playout, PtimeMaxIsUnmovedByAFirstPacketOrALaterOneThatIsSomewhatLate) {
  const Stream stream = Stream().send(Ptime{20}, 20s);
  for (const size_t late : {0u, 100u}) {
    const Played played = run(kMax, stream, [&](size_t i, const SentPacket&) {
      return i == late ? (late == 0 ? 45ms : 60ms) : 30ms;
    });
    EXPECT_EQ(played.slots, all(stream.frames()));
  }
}

TEST(Playout, RecentPtimeIsExactButForTheListedAdjustments) {
  const Stream stream = switching();
  const Played played = run(kRecent, stream, constant(30ms));
  EXPECT_EQ(played.counters.concealed, 0u);
  EXPECT_EQ(played.counters.late_frames, 0u);
  EXPECT_EQ(played.concealed(), played.inserted());
  EXPECT_EQ(stream.frames() - static_cast<int>(played.numbers().size()), played.dropped());
  EXPECT_GT(played.inserted(), 0);
  EXPECT_GT(played.dropped(), 0);
  expect_consistent(played, stream);
}

TEST(Playout, EachDroppedFrameIsTheOneThatIsMissing) {
  const Stream stream = Stream(RtpTime(0)).send(Ptime{60}, 3s).send(Ptime{10}, 6s);
  const Played played = run(kRecent, stream, constant(30ms));
  std::vector<int> missing;
  std::ranges::set_difference(all(stream.frames()), played.numbers(), std::back_inserter(missing));
  std::vector<int> listed;
  for (const PlayoutAdjustment& a : played.adjustments)
    if (a.dropped > 0) listed.push_back(static_cast<int>(a.media.value / kFrameSamples));
  EXPECT_EQ(listed, missing);
  EXPECT_THAT(listed, SizeIs(5));
}

TEST(Playout, DelayIsJitterRoomAndHeadroomWithoutTheFrameItself) {
  const Stream stream = Stream().send(Ptime{20}, 1s);
  EXPECT_EQ(run(kRecent, stream, constant(30ms)).delays.back().second, 20ms);
  EXPECT_EQ(run(kMax, stream, constant(30ms)).delays.back().second, 60ms);
}

TEST(Playout, NoSlotIsDueBeforeTheFirstPacket) {
  PlayoutBuffer buffer(kRecent);
  EXPECT_EQ(buffer.next_slot(), kNever);
  EXPECT_TRUE(buffer.drained());
  EXPECT_EQ(buffer.buffer_delay(), 0ms);
  buffer.on_packet(Time{1s}, RtpTime(0), {});
  EXPECT_EQ(buffer.next_slot(), kNever);
  const Buffer frame = coded(0);
  buffer.on_packet(Time{1s}, RtpTime(0), {frame, frame});
  EXPECT_EQ(buffer.next_slot(), Time{1s + 10ms});
}

TEST(Playout, ALateDriverCatchesUpSlotBySlot) {
  PlayoutBuffer buffer(kMax);
  const Buffer frame = coded(9);
  buffer.on_packet(Time{0ms}, RtpTime(0), std::vector<Bytes>(6, frame));
  const Time now{65ms};
  int played = 0;
  while (buffer.next_slot() <= now)
    if (buffer.play(now).kind == PlayoutSlot::Kind::kSpeech) ++played;
  EXPECT_EQ(played, 6);
  EXPECT_EQ(buffer.next_slot(), Time{70ms});
}

}  // namespace
}  // namespace ptimed
