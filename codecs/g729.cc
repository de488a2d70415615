// SPDX-License-Identifier: AGPL-3.0-or-later
#include "codecs/g729.h"

extern "C" {
#include <bcg729/decoder.h>
#include <bcg729/encoder.h>
}

#include <algorithm>
#include <cassert>

#include "codecs/framing.h"

namespace ptimed {
namespace {

constexpr size_t kSpeechBytes = 10;
constexpr size_t kSidBytes = 2;  // Annex B silence insertion descriptor

struct CloseEncoder {
  void operator()(bcg729EncoderChannelContextStruct* c) const { closeBcg729EncoderChannel(c); }
};
struct CloseDecoder {
  void operator()(bcg729DecoderChannelContextStruct* c) const { closeBcg729DecoderChannel(c); }
};

class G729Encoder : public Encoder {
 public:
  void encode(const PcmFrame& pcm, Buffer& out) override {
    std::array<uint8_t, kSpeechBytes> bits{};
    uint8_t length = 0;
    bcg729Encoder(channel_.get(), pcm.data(), bits.data(), &length);
    assert(length == kSpeechBytes && "with VAD off every frame is a speech frame");
    out.insert(out.end(), bits.begin(), bits.end());
  }

 private:
  static constexpr uint8_t kVadOff = 0;
  std::unique_ptr<bcg729EncoderChannelContextStruct, CloseEncoder> channel_{
      initBcg729EncoderChannel(kVadOff)};
};

/// The codec's own erasure concealment lowers its gains frame by frame without an end: noise is
/// heard for 1.5 s, and after a vowel a tone of some -68 dBov stays for good. A linear fade ends
/// it.
class ErasureFade {
 public:
  void reset() { erased_ = 0; }

  void apply(PcmFrame& pcm) {
    if (erased_ >= kSilentAfter) {
      pcm.fill(0);
      return;
    }
    if (erased_ >= kFadeAfter) {
      constexpr int kFadeSamples = (kSilentAfter - kFadeAfter) * kFrameSamples;
      int left = (kSilentAfter - erased_) * kFrameSamples;
      for (int16_t& sample : pcm) sample = static_cast<int16_t>(sample * left-- / kFadeSamples);
    }
    ++erased_;
  }

 private:
  static constexpr int kFadeAfter = 4;     // frames of 10 ms
  static constexpr int kSilentAfter = 16;  // of the 20 the contract allows
  int erased_ = 0;
};

class G729Decoder : public Decoder {
 public:
  PcmFrame decode(Bytes frame) override {
    if (frame.size() != kSpeechBytes && frame.size() != kSidBytes) return conceal();
    fade_.reset();
    return run(frame, false);
  }

  PcmFrame conceal() override {
    static constexpr std::array<uint8_t, kSpeechBytes> kNoBits{};
    PcmFrame pcm = run(kNoBits, true);
    fade_.apply(pcm);
    return pcm;
  }

 private:
  PcmFrame run(Bytes bits, bool erased) {
    PcmFrame pcm;
    const bool sid = bits.size() == kSidBytes;
    bcg729Decoder(channel_.get(), bits.data(), static_cast<uint8_t>(bits.size()), erased, sid,
                  /*rfc3389PayloadFlag=*/0, pcm.data());
    return pcm;
  }

  std::unique_ptr<bcg729DecoderChannelContextStruct, CloseDecoder> channel_{
      initBcg729DecoderChannel()};
  ErasureFade fade_;
};

class G729Codec : public Codec {
 public:
  const CodecTraits& traits() const override {
    static constexpr CodecTraits kTraits{.name = "g729",
                                         .encoding = "G729",
                                         .payload_type = 18,
                                         .frame_bytes = kSpeechBytes,
                                         .default_ptime = Ptime{30},
                                         .max_ptime = Ptime{80},
                                         .look_ahead = std::chrono::milliseconds(5),
                                         .ie = 10,
                                         .bpl = 19,
                                         .coded = true};
    return kTraits;
  }
  std::unique_ptr<Encoder> make_encoder() const override { return std::make_unique<G729Encoder>(); }
  std::unique_ptr<Decoder> make_decoder() const override { return std::make_unique<G729Decoder>(); }
  std::vector<Bytes> split(Bytes payload) const override {
    return split_frames(payload, kSpeechBytes, kSidBytes);
  }
};

}  // namespace

const Codec& g729_codec() {
  static const G729Codec codec;
  return codec;
}

}  // namespace ptimed
