// SPDX-License-Identifier: AGPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "codecs/codec.h"

namespace ptimed {
namespace {

PcmFrame tone(int index) {
  PcmFrame pcm;
  for (int i = 0; i < kFrameSamples; ++i) {
    const double t = (index * kFrameSamples + i) / double{kSampleRate};
    pcm[static_cast<size_t>(i)] =
        static_cast<int16_t>(8000 * std::sin(2 * std::numbers::pi * 300 * t));
  }
  return pcm;
}

double energy(const PcmFrame& pcm) {
  double sum = 0;
  for (const int16_t s : pcm) sum += static_cast<double>(s) * s;
  return sum / kFrameSamples;
}

class G729 : public ::testing::Test {
 protected:
  const Codec& codec_ = *find_codec("g729");
  std::unique_ptr<Decoder> decoder_ = codec_.make_decoder();

  void SetUp() override {
    auto encoder = codec_.make_encoder();
    for (int i = 0; i < 50; ++i) encoder->encode(tone(i), payload_);
    for (const Bytes frame : codec_.split(payload_)) loudness_ = energy(decoder_->decode(frame));
  }
  Buffer payload_;
  double loudness_ = 0;
};

TEST_F(G729, KeepsTheLoudnessOfATone) { EXPECT_NEAR(loudness_, 8000.0 * 8000 / 2, 1.2e7); }

TEST_F(G729, TheFirstLostFramesAreConcealedAloud) {
  for (int i = 0; i < 2; ++i) EXPECT_GT(energy(decoder_->conceal()), loudness_ / 20) << i;
}

TEST_F(G729, SpeechAfterALongLossIsHeardAtOnce) {
  for (int i = 0; i < 100; ++i) decoder_->conceal();
  double loudest = 0;
  for (const Bytes frame : codec_.split(Bytes(payload_).first(200)))
    loudest = std::max(loudest, energy(decoder_->decode(frame)));
  EXPECT_GT(loudest, loudness_ / 2);
}

TEST_F(G729, AnAnnexBFrameMayEndAPacket) {
  payload_.resize(22, 0x5a);
  const auto frames = codec_.split(payload_);
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames.back().size(), 2u);
  for (const Bytes frame : frames) decoder_->decode(frame);
  const Buffer only_sid(2, 0x5a);
  EXPECT_EQ(codec_.split(only_sid).size(), 1u);
}

TEST_F(G729, ComfortNoiseAfterSpeechIsQuieterThanTheSpeech) {
  const Buffer quiet_sid{0x00, 0x00};
  double last = loudness_;
  for (int i = 0; i < 20; ++i) last = energy(decoder_->decode(quiet_sid));
  EXPECT_LT(last, loudness_ / 100);
}

}  // namespace
}  // namespace ptimed
