// SPDX-License-Identifier: AGPL-3.0-or-later
// What every codec promises, held against each of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "codecs/codec.h"

namespace ptimed {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

PcmFrame voiced(int index) {
  PcmFrame pcm;
  for (int i = 0; i < kFrameSamples; ++i) {
    const double t = (index * kFrameSamples + i) / double{kSampleRate};
    const double wave =
        std::sin(2 * std::numbers::pi * 125 * t) + 0.5 * std::sin(2 * std::numbers::pi * 750 * t);
    pcm[static_cast<size_t>(i)] = static_cast<int16_t>(8000 * wave);
  }
  return pcm;
}

class EveryCodec : public ::testing::TestWithParam<std::string> {
 protected:
  const Codec& codec_ = *find_codec(GetParam());
  size_t frame_bytes_ = static_cast<size_t>(codec_.traits().frame_bytes);

  Buffer encoded(int frames) {
    Buffer payload;
    auto encoder = codec_.make_encoder();
    for (int i = 0; i < frames; ++i) encoder->encode(voiced(i), payload);
    return payload;
  }
};

TEST_P(EveryCodec, EncodesEachFrameToItsSize) {
  for (int frames = 1; frames <= 8; ++frames)
    EXPECT_EQ(encoded(frames).size(), static_cast<size_t>(frames) * frame_bytes_);
}

TEST_P(EveryCodec, SplitGivesTheFramesBackOldestFirst) {
  const Buffer payload = encoded(5);
  const auto frames = codec_.split(payload);
  ASSERT_EQ(frames.size(), 5u);
  for (size_t i = 0; i < frames.size(); ++i) {
    EXPECT_EQ(frames[i].data(), payload.data() + i * frame_bytes_);
    EXPECT_EQ(frames[i].size(), frame_bytes_);
  }
}

TEST_P(EveryCodec, SplitRefusesWhatIsNoWholeNumberOfFrames) {
  const Buffer payload = encoded(3);
  EXPECT_TRUE(codec_.split({}).empty());
  EXPECT_TRUE(codec_.split(Bytes(payload).first(1)).empty());
  EXPECT_TRUE(codec_.split(Bytes(payload).first(payload.size() - 1)).empty());
}

TEST_P(EveryCodec, AFrameOfOddSizeDecodesWithoutHarm) {
  const Buffer payload = encoded(3);
  auto decoder = codec_.make_decoder();
  for (const size_t size : {size_t{0}, size_t{1}, size_t{3}, payload.size()})
    decoder->decode(Bytes(payload).first(size));
}

TEST_P(EveryCodec, ALostTalkspurtIsSilentWithin200ms) {
  auto decoder = codec_.make_decoder();
  const Buffer payload = encoded(50);
  for (const Bytes frame : codec_.split(payload)) decoder->decode(frame);
  for (int i = 0; i < 19; ++i) decoder->conceal();
  for (int i = 19; i < 200; ++i) EXPECT_THAT(decoder->conceal(), Each(0)) << "frame " << i;
}

TEST_P(EveryCodec, ConcealingBeforeAnySpeechIsSilence) {
  auto decoder = codec_.make_decoder();
  for (int i = 0; i < 5; ++i) EXPECT_THAT(decoder->conceal(), Each(0));
}

TEST_P(EveryCodec, IsFoundByItsOwnName) {
  EXPECT_EQ(codec_.traits().name, GetParam());
  EXPECT_GE(codec_.traits().max_ptime, codec_.traits().default_ptime);
}

INSTANTIATE_TEST_SUITE_P(All, EveryCodec, ::testing::ValuesIn(codec_names()),
                         [](const auto& param) {
                           std::string name = param.param;
                           for (char& c : name)
                             if (c == ':') c = '_';
                           return name;
                         });

TEST(CodecRegistry, KnowsTheFiveByName) {
  EXPECT_THAT(codec_names(), ElementsAre("pcmu", "pcma", "g729", "sized:pcmu", "sized:g729"));
  EXPECT_EQ(find_codec("PCMU"), nullptr);
  EXPECT_EQ(find_codec(""), nullptr);
}

TEST(CodecRegistry, StaticPayloadTypesAreThoseOfRfc3551) {
  EXPECT_EQ(find_codec("pcmu")->traits().payload_type, 0);
  EXPECT_EQ(find_codec("pcma")->traits().payload_type, 8);
  EXPECT_EQ(find_codec("g729")->traits().payload_type, 18);
  EXPECT_EQ(find_codec("sized:g729")->traits().payload_type, 18);
}

}  // namespace
}  // namespace ptimed
