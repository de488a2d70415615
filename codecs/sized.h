// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "codecs/codec.h"

namespace ptimed {

/// A stand-in for another codec: payloads of its sizes, filled with one byte, decoded to silence.
class SizedCodec : public Codec {
 public:
  /// `fill` is the byte that an ordinary receiver of that codec hears as silence, where there is
  /// one.
  SizedCodec(std::string_view name, const Codec& model, uint8_t fill);

  const CodecTraits& traits() const override { return traits_; }
  std::unique_ptr<Encoder> make_encoder() const override;
  std::unique_ptr<Decoder> make_decoder() const override;
  std::vector<Bytes> split(Bytes payload) const override { return model_.split(payload); }

 private:
  const Codec& model_;
  CodecTraits traits_;
  uint8_t fill_;
};

}  // namespace ptimed
