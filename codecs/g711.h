// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What the two laws of G.711 share: one byte per sample, concealment by waveform repetition (G.711
// Appendix I style).
#include "codecs/codec.h"

namespace ptimed {

struct G711Law {
  uint8_t (*compress)(int linear);
  int16_t (*expand)(uint8_t code);
};

class G711Codec : public Codec {
 public:
  G711Codec(const CodecTraits& traits, const G711Law& law) : traits_(traits), law_(law) {}

  const CodecTraits& traits() const override { return traits_; }
  std::unique_ptr<Encoder> make_encoder() const override;
  std::unique_ptr<Decoder> make_decoder() const override;
  std::vector<Bytes> split(Bytes payload) const override;

 private:
  CodecTraits traits_;
  G711Law law_;
};

/// The traits of both laws (RFC 3551 sections 4.5.14 and 6, G.113 Appendix I: G.711 with
/// concealment).
constexpr CodecTraits g711_traits(std::string_view name, std::string_view encoding,
                                  uint8_t payload_type) {
  return {.name = name,
          .encoding = encoding,
          .payload_type = payload_type,
          .frame_bytes = kFrameSamples,
          .default_ptime = Ptime{20},
          .max_ptime = Ptime{30},
          .look_ahead = Duration{0},
          .ie = 0,
          .bpl = 25.1,
          .coded = true};
}

}  // namespace ptimed
