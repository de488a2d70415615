// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What a call needs of a codec: 10 ms frames of 80 samples in, bytes out, and back.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

using PcmFrame = std::array<int16_t, kFrameSamples>;

/// What is fixed about a codec (RFC 3551 sections 4.5 and 6; facts of the E-model from G.113
/// Appendix I).
struct CodecTraits {
  std::string_view name;      ///< "pcmu", "sized:g729", ...
  std::string_view encoding;  ///< rtpmap name: "PCMU", "PCMA", "G729"
  uint8_t payload_type;       ///< static payload type
  int frame_bytes;            ///< bytes of one 10 ms frame
  Ptime default_ptime;        ///< also the optimum the policies return to
  Ptime max_ptime;            ///< default upper limit
  Duration look_ahead;        ///< algorithmic look-ahead of the encoder
  double ie;                  ///< equipment impairment factor with this concealment (G.113)
  double bpl;                 ///< packet-loss robustness factor (G.113)
  bool coded;                 ///< false for sized:*, whose payload carries no speech
};

/// One direction's state; an endpoint owns one for encoding and one for decoding.
class Encoder {
 public:
  virtual ~Encoder() = default;
  /// Appends exactly frame_bytes for one frame.
  virtual void encode(const PcmFrame& pcm, Buffer& out) = 0;
};

class Decoder {
 public:
  virtual ~Decoder() = default;
  /// One frame as split() cut it. Never throws; a frame of odd size decodes to concealment.
  virtual PcmFrame decode(Bytes frame) = 0;
  /// One frame in place of a missing one. Fades to silence within 200 ms of consecutive loss.
  virtual PcmFrame conceal() = 0;
};

class Codec {
 public:
  virtual ~Codec() = default;
  virtual const CodecTraits& traits() const = 0;
  virtual std::unique_ptr<Encoder> make_encoder() const = 0;
  virtual std::unique_ptr<Decoder> make_decoder() const = 0;
  /// Cuts a payload into 10 ms frames, oldest first. G.729 may end in a 2-byte Annex B frame (RFC
  /// 3551 section 4.5.6). Empty when the size is not a whole number of frames.
  virtual std::vector<Bytes> split(Bytes payload) const = 0;
};

/// The codec of that name, or null. The object lives as long as the process.
const Codec* find_codec(std::string_view name);
std::vector<std::string> codec_names();

}  // namespace ptimed
