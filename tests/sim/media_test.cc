// SPDX-License-Identifier: AGPL-3.0-or-later
// What the listener gets: exact audio over a clean path, exactly the right concealment over a bad
// one.
#include <algorithm>
#include <set>

#include "tests/sim/two_calls.h"

namespace ptimed::testing {
namespace {

const std::vector<Ptime> kEveryPtime{Ptime{20}, Ptime{40}, Ptime{30}, Ptime{60}, Ptime{10}};

/// The audio east heard, cut to what had been sent, equals what west sent.
void expect_exact(const TwoCalls& calls, std::string_view codec) {
  const auto& heard = calls.east.recorder.audio;
  ASSERT_GT(heard.size(), 8000u);
  const auto sent = through_codec(codec, static_cast<int64_t>(heard.size() / kFrameSamples));
  const auto [where, expected] = std::mismatch(heard.begin(), heard.end(), sent.begin());
  EXPECT_EQ(where, heard.end()) << "first difference at sample " << where - heard.begin();
}

void switch_through(TwoCalls& calls, const std::vector<Ptime>& ptimes, Duration each) {
  for (const Ptime ptime : ptimes) {
    calls.set_ptime(ptime);
    calls.run(each);
  }
}

TEST(Media, PtimeSwitchesAreSampleExactWithRoomForTheLongest) {
  for (const std::string codec : {"pcmu", "pcma"}) {
    CallConfig config = call_config();
    config.codec = codec;
    TwoCalls calls(config, config);
    calls.start();
    switch_through(calls, kEveryPtime, 2s);
    expect_exact(calls, codec);
    EXPECT_TRUE(calls.east.recorder.all<PlayoutChanged>().empty());
    EXPECT_EQ(calls.east_summary().received.concealed, 0u);
  }
}

TEST(Media, G729IsFrameExactAcrossPtimeSwitches) {
  CallConfig config = call_config();
  config.codec = "g729";
  TwoCalls calls(config, config);
  calls.start();
  switch_through(calls, kEveryPtime, 2s);
  expect_exact(calls, "g729");
}

TEST(Media, AdaptivePlayoutIsExactButForListedFrames) {
  CallConfig config = call_config();
  config.playout.headroom = Headroom::kRecentPtime;
  TwoCalls calls(config, config);
  calls.start();
  switch_through(calls, kEveryPtime, 4s);

  const auto& heard = calls.east.recorder.audio;
  const auto total = static_cast<int64_t>(heard.size() / kFrameSamples);
  const auto sent = through_codec("pcmu", total + 100);
  // Every frame heard is the next frame sent, or an inserted one; frames of speech left out were
  // dropped.
  int64_t next = 0, matched = 0, strangers = 0, skipped = 0;
  for (int64_t n = 0; n < total; ++n) {
    const auto* frame = &heard[static_cast<size_t>(n * kFrameSamples)];
    const auto is = [&](int64_t k) {
      // The first frame after an insertion is cross-faded by the concealment; compare its second
      // half.
      return std::equal(frame + kFrameSamples / 2, frame + kFrameSamples,
                        &sent[static_cast<size_t>(k * kFrameSamples + kFrameSamples / 2)]);
    };
    int64_t ahead = 0;
    while (ahead <= 6 && !is(next + ahead)) ++ahead;
    if (ahead > 6) {
      ++strangers;
      continue;
    }
    skipped += ahead;
    next += ahead + 1;
    ++matched;
  }
  int64_t inserted = 0, dropped = 0;
  for (const PlayoutChanged& change : calls.east.recorder.all<PlayoutChanged>()) {
    inserted += change.inserted;
    dropped += change.dropped;
  }
  EXPECT_GT(inserted, 0) << "the longer ptimes must have moved the playout";
  EXPECT_EQ(strangers, inserted);
  EXPECT_EQ(skipped, dropped);
  const CallSummary summary = calls.east_summary();
  EXPECT_EQ(summary.received.inserted, static_cast<uint64_t>(inserted));
  EXPECT_EQ(summary.received.dropped, static_cast<uint64_t>(dropped));
  EXPECT_EQ(summary.received.late_frames, 0u);
  EXPECT_EQ(summary.received.concealed, 0u);
  EXPECT_EQ(matched + strangers, total);
}

TEST(Media, InterDepartureTimesEqualThePtimeInForce) {
  TwoCalls calls(call_config(), call_config());
  calls.start();
  switch_through(calls, {Ptime{30}, Ptime{40}, Ptime{10}, Ptime{60}, Ptime{20}}, 2s);
  const auto& sent = calls.west.recorder.sent;
  ASSERT_GT(sent.size(), 100u);
  for (size_t n = 1; n < sent.size(); ++n)
    EXPECT_EQ(sent[n].at - sent[n - 1].at, Duration(sent[n].ptime)) << "packet " << n;
}

TEST(Media, TimestampsAdvanceBySamplesSentAndSequenceByOneWithMarkerClear) {
  CallConfig config = call_config();
  config.first_seq = SeqNo(65500);
  config.first_timestamp = RtpTime(0xffff'ff00);
  TwoCalls calls(config, call_config());
  std::vector<RtpPacketView> heads;
  calls.forward.set_tamper([&](Time, Bytes datagram) {
    const auto parsed = parse_rtp(datagram);
    if (const auto* packet = std::get_if<RtpPacketView>(&parsed)) {
      heads.push_back(*packet);
      heads.back().payload = Bytes(datagram.data(), packet->payload.size());
    }
    return Tampering{};
  });
  calls.start();
  switch_through(calls, {Ptime{20}, Ptime{30}, Ptime{10}}, 2s);
  ASSERT_GT(heads.size(), 100u);
  EXPECT_EQ(heads[0].seq, SeqNo(65500));
  for (size_t n = 0; n < heads.size(); ++n) {
    EXPECT_FALSE(heads[n].marker);
    if (n == 0) continue;
    EXPECT_EQ(heads[n].seq, heads[n - 1].seq + 1);
    EXPECT_EQ(heads[n].timestamp.since(heads[n - 1].timestamp),
              static_cast<int>(heads[n - 1].payload.size()));
  }
}

TEST(Media, UnderrunAdvancesTheTimestampAndSendsNothing) {
  TwoCalls calls(call_config(), call_config());
  calls.west.source = std::make_unique<GappySource>(100, 150);
  calls.start();
  calls.run(3s);
  std::set<uint32_t> stamps;
  const auto& sent = calls.west.recorder.sent;
  for (const PacketRecord& packet : sent) EXPECT_TRUE(stamps.insert(packet.timestamp.value).second);
  const auto skipped = calls.west.recorder.all<MediaSkipped>();
  ASSERT_EQ(skipped.size(), 1u);
  EXPECT_EQ(skipped[0].length, 500ms);
  EXPECT_EQ(skipped[0].cause, "source underrun");
  EXPECT_EQ(sent.back().timestamp.since(sent.front().timestamp),
            static_cast<int32_t>((sent.back().at - sent.front().at) / 125us));
}

TEST(Media, AStalledDriverSkipsMediaInsteadOfBursting) {
  CallConfig config = call_config();
  Call call(config, {}, Time{});
  Time now = call.next_timeout();
  call.on_timer(now);
  now += 5s;
  call.on_timer(now);
  int sent = 0;
  while (const auto out = call.poll()) sent += out->channel == Channel::kRtp;
  EXPECT_LE(sent, 3);
  EXPECT_NEAR(to_seconds(call.summary(now).sent.media_skipped), 4.98, 0.05);
}

class ConsecutiveLoss : public ::testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(ConsecutiveLoss, GivesExactlyThatManyConcealedFrames) {
  const auto [packets, ptime_ms] = GetParam();
  for (const Headroom headroom : {Headroom::kPtimeMax, Headroom::kRecentPtime}) {
    CallConfig config = call_config();
    config.ptime_initial = Ptime{ptime_ms};
    config.playout.headroom = headroom;
    TwoCalls calls(config, call_config());
    calls.east_config.playout.headroom = headroom;
    int index = 0;
    calls.forward.set_tamper([&, packets = packets](Time, Bytes datagram) {
      if (looks_like_rtcp(datagram)) return Tampering{};
      const int n = index++;
      return Tampering{.copies = n >= 50 && n < 50 + packets ? 0 : 1};
    });
    calls.start();
    calls.run(8s);
    const CallSummary summary = calls.east_summary();
    EXPECT_EQ(summary.received.concealed, static_cast<uint64_t>(packets * ptime_ms / 10));
    EXPECT_EQ(summary.received.lost, packets);
    EXPECT_EQ(summary.received.clips, 1u);
    EXPECT_EQ(summary.received.longest_clip, Duration(Ptime{packets * ptime_ms}));
    EXPECT_EQ(summary.received.late_frames, 0u);
  }
}
INSTANTIATE_TEST_SUITE_P(OneToTenPackets, ConsecutiveLoss,
                         ::testing::Combine(::testing::Range(1, 11),
                                            ::testing::Values(10, 20, 60)));

TEST(Media, ALostTalkspurtFadesToSilence) {
  for (const std::string codec : {"pcmu", "pcma", "g729"}) {
    CallConfig config = call_config();
    config.codec = codec;
    TwoCalls calls(config, config);
    int index = 0;
    calls.forward.set_tamper([&](Time, Bytes datagram) {
      if (looks_like_rtcp(datagram)) return Tampering{};
      const int n = index++;
      return Tampering{.copies = n >= 50 && n < 150 ? 0 : 1};
    });
    calls.start();
    calls.run(5s);
    const auto& heard = calls.east.recorder.audio;
    ASSERT_GT(heard.size(), 150u * 160);
    // Packets of 20 ms: sample 160 * n begins packet n. From 200 ms into the loss to its end:
    // silence.
    const auto from = heard.begin() + 160 * 50 + 1600, to = heard.begin() + 160 * 150 - 160;
    EXPECT_TRUE(std::all_of(from, to, [](int16_t s) { return std::abs(s) <= 8; })) << codec;
  }
}

TEST(Media, ReceivedAudioIsAsLongAsTheSentOneButForTheNetAdjustment) {
  CallConfig config = call_config();
  config.playout.headroom = Headroom::kRecentPtime;
  TwoCalls calls(config, config, {.delay = 30ms, .loss = 0.05});
  calls.start();
  switch_through(calls, kEveryPtime, 3s);
  calls.west.driver->stop("done");
  calls.run(100ms);
  calls.east.driver->stop("done");
  const CallSummary sent = calls.west_summary(), heard = calls.east_summary();
  const double heard_ms = static_cast<double>(calls.east.recorder.audio.size()) / 8;
  const double adjusted_ms = 10.0 * (static_cast<double>(heard.received.inserted) -
                                     static_cast<double>(heard.received.dropped));
  EXPECT_NEAR(heard_ms, to_ms(sent.sent.media) + adjusted_ms, 60.0);
}

TEST(Media, PlayoutDelayReturnsToItsFloorWithinFiveSecondsAfterAJitterStorm) {
  CallConfig config = call_config();
  config.playout.headroom = Headroom::kRecentPtime;
  TwoCalls calls(config, config);
  Rng rng(7);
  bool storm = false;
  calls.forward.set_tamper([&](Time, Bytes) {
    return Tampering{.extra_delay = storm ? from_seconds(rng.uniform(0, 0.15)) : Duration{0}};
  });
  calls.start();
  calls.run(5s);
  const Duration floor = calls.east_summary().received.playout_delay;
  storm = true;
  calls.run(3s);
  EXPECT_GT(calls.east_summary().received.playout_delay, floor + 50ms);
  storm = false;
  calls.run(5s);
  EXPECT_LE(calls.east_summary().received.playout_delay, floor + 10ms);
}

TEST(Media, MouthToEarIsTheTimeFromCaptureToPlayout) {
  CallConfig config = call_config();
  TwoCalls calls(config, config, perfect(50ms), perfect(50ms));
  calls.start();
  calls.run(20s);
  // Frame n is captured from n * 10 ms on; what east has played by now tells when frame 0 was
  // played.
  const auto played = static_cast<int64_t>(calls.east.recorder.audio.size() / kFrameSamples);
  const Duration first_played = (calls.queue.now() - Time{}) - (played - 1) * Duration(kFrame);
  const auto mouth_to_ear = calls.east_summary().mouth_to_ear;
  ASSERT_TRUE(mouth_to_ear);
  EXPECT_LE(*mouth_to_ear, first_played + 100us);
  EXPECT_GT(*mouth_to_ear, first_played - 10ms);
}

}  // namespace
}  // namespace ptimed::testing
