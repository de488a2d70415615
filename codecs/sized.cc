// SPDX-License-Identifier: AGPL-3.0-or-later
#include "codecs/sized.h"

namespace ptimed {
namespace {

class FillEncoder : public Encoder {
 public:
  FillEncoder(size_t bytes, uint8_t fill) : bytes_(bytes), fill_(fill) {}
  void encode(const PcmFrame&, Buffer& out) override { out.insert(out.end(), bytes_, fill_); }

 private:
  size_t bytes_;
  uint8_t fill_;
};

class SilentDecoder : public Decoder {
 public:
  PcmFrame decode(Bytes) override { return PcmFrame{}; }
  PcmFrame conceal() override { return PcmFrame{}; }
};

}  // namespace

SizedCodec::SizedCodec(std::string_view name, const Codec& model, uint8_t fill)
    : model_(model), traits_(model.traits()), fill_(fill) {
  traits_.name = name;
  traits_.coded = false;
}

std::unique_ptr<Encoder> SizedCodec::make_encoder() const {
  return std::make_unique<FillEncoder>(static_cast<size_t>(traits_.frame_bytes), fill_);
}

std::unique_ptr<Decoder> SizedCodec::make_decoder() const {
  return std::make_unique<SilentDecoder>();
}

}  // namespace ptimed
