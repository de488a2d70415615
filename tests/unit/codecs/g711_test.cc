// SPDX-License-Identifier: AGPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>

#include "codecs/codec.h"
#include "codecs/spandsp_headers.h"
#include "lib/base/rng.h"

namespace ptimed {
namespace {

PcmFrame noise(Rng& rng) {
  PcmFrame pcm;
  for (int16_t& sample : pcm) sample = static_cast<int16_t>(rng.u16());
  return pcm;
}

PcmFrame through_pcmu(const PcmFrame& pcm) {
  PcmFrame out;
  std::transform(pcm.begin(), pcm.end(), out.begin(),
                 [](int16_t s) { return ulaw_to_linear(linear_to_ulaw(s)); });
  return out;
}

class G711 : public ::testing::Test {
 protected:
  PcmFrame sent_and_decoded(const PcmFrame& pcm) {
    Buffer payload;
    encoder_->encode(pcm, payload);
    return decoder_->decode(payload);
  }
  std::unique_ptr<Encoder> encoder_ = find_codec("pcmu")->make_encoder();
  std::unique_ptr<Decoder> decoder_ = find_codec("pcmu")->make_decoder();
  Rng rng_{7};
};

TEST_F(G711, LosslessDecodingIsExactToTheSample) {
  for (int i = 0; i < 500; ++i) {
    const PcmFrame pcm = noise(rng_);
    ASSERT_EQ(sent_and_decoded(pcm), through_pcmu(pcm)) << "frame " << i;
  }
}

TEST_F(G711, AFrameAfterALossIsBlendedAndTheNextIsExactAgain) {
  for (int i = 0; i < 10; ++i) sent_and_decoded(noise(rng_));
  decoder_->conceal();
  const PcmFrame first = noise(rng_), second = noise(rng_);
  const PcmFrame blended = sent_and_decoded(first);
  EXPECT_TRUE(std::equal(blended.begin() + 40, blended.end(), through_pcmu(first).begin() + 40));
  EXPECT_EQ(sent_and_decoded(second), through_pcmu(second));
}

TEST_F(G711, ConcealmentRepeatsTheLastSpeech) {
  PcmFrame square;
  for (size_t i = 0; i < square.size(); ++i) square[i] = i % 80 < 40 ? 6000 : -6000;
  for (int i = 0; i < 10; ++i) sent_and_decoded(square);
  const PcmFrame filled = decoder_->conceal();
  EXPECT_GT(*std::max_element(filled.begin(), filled.end()), 3000);
}

TEST(G711Laws, EveryCodeSurvivesDecodingAndEncoding) {
  for (const char* name : {"pcmu", "pcma"}) {
    const Codec& codec = *find_codec(name);
    for (int base = 0; base < 256; base += kFrameSamples) {
      Buffer codes;
      for (int i = 0; i < kFrameSamples; ++i) codes.push_back(static_cast<uint8_t>(base + i));
      Buffer again;
      codec.make_encoder()->encode(codec.make_decoder()->decode(codes), again);
      for (size_t i = 0; i < codes.size(); ++i) {
        const bool negative_zero = name == std::string("pcmu") && codes[i] == 0x7f;
        EXPECT_EQ(again[i], negative_zero ? 0xff : codes[i]) << name;
      }
    }
  }
}

TEST(G711Laws, SilenceHasTheCodesOfTheStandard) {
  Buffer ulaw, alaw;
  find_codec("pcmu")->make_encoder()->encode(PcmFrame{}, ulaw);
  find_codec("pcma")->make_encoder()->encode(PcmFrame{}, alaw);
  EXPECT_EQ(ulaw, Buffer(kFrameSamples, 0xff));
  EXPECT_EQ(alaw, Buffer(kFrameSamples, 0xd5));
}

}  // namespace
}  // namespace ptimed
