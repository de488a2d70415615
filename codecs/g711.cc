// SPDX-License-Identifier: AGPL-3.0-or-later
#include "codecs/g711.h"

#include <algorithm>

#include "codecs/framing.h"
#include "codecs/spandsp_headers.h"

namespace ptimed {
namespace {

class G711Encoder : public Encoder {
 public:
  explicit G711Encoder(const G711Law& law) : law_(law) {}

  void encode(const PcmFrame& pcm, Buffer& out) override {
    for (const int16_t sample : pcm) out.push_back(law_.compress(sample));
  }

 private:
  G711Law law_;
};

class G711Decoder : public Decoder {
 public:
  explicit G711Decoder(const G711Law& law) : law_(law) { plc_init(&plc_); }

  PcmFrame decode(Bytes frame) override {
    PcmFrame pcm;
    if (frame.size() != pcm.size()) return conceal();
    std::transform(frame.begin(), frame.end(), pcm.begin(), law_.expand);
    // Leaves the samples as they are unless the frame before was concealed, when it cross-fades the
    // first few.
    plc_rx(&plc_, pcm.data(), kFrameSamples);
    return pcm;
  }

  PcmFrame conceal() override {
    PcmFrame pcm;
    turn_history();
    plc_fillin(&plc_, pcm.data(), kFrameSamples);
    return pcm;
  }

 private:
  /// Puts the oldest sample of the ring first, as plc_fillin() would by an overlapping memcpy.
  void turn_history() {
    std::rotate(plc_.history, plc_.history + plc_.buf_ptr, plc_.history + PLC_HISTORY_LEN);
    plc_.buf_ptr = 0;
  }

  G711Law law_;
  plc_state_t plc_{};
};

}  // namespace

std::unique_ptr<Encoder> G711Codec::make_encoder() const {
  return std::make_unique<G711Encoder>(law_);
}

std::unique_ptr<Decoder> G711Codec::make_decoder() const {
  return std::make_unique<G711Decoder>(law_);
}

std::vector<Bytes> G711Codec::split(Bytes payload) const {
  return split_frames(payload, static_cast<size_t>(traits_.frame_bytes));
}

}  // namespace ptimed
