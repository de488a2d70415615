// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/generic_nack.h"

#include <cassert>

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {
namespace {

constexpr int kMaskBits = 16;

/// One FCI: PID, and BLP whose bit i - 1 (LSB first) names PID + i.
struct NackField {
  SeqNo pid;
  unsigned blp = 0;

  /// Takes `seq` in if it lies within reach.
  bool cover(SeqNo seq) {
    const int ahead = seq.since(pid);
    if (ahead < 0 || ahead > kMaskBits) return false;
    if (ahead > 0) blp |= 1u << (ahead - 1);
    return true;
  }

  void append_to(std::vector<SeqNo>& lost) const {
    lost.push_back(pid);
    for (int i = 1; i <= kMaskBits; ++i)
      if (blp >> (i - 1) & 1) lost.push_back(pid + i);
  }
};

std::vector<NackField> pack(const std::vector<SeqNo>& lost) {
  std::vector<NackField> fields;
  for (const SeqNo seq : lost)
    if (fields.empty() || !fields.back().cover(seq)) fields.push_back({seq});
  return fields;
}

}  // namespace

size_t GenericNack::named_by(size_t fcis) const {
  size_t named = 0;
  std::optional<NackField> last;
  for (const SeqNo seq : lost) {
    if (!last || !last->cover(seq)) {
      if (fcis-- == 0) break;
      last = NackField{seq};
    }
    ++named;
  }
  return named;
}

std::optional<GenericNack> GenericNack::parse(Bytes body) {
  Reader r(body);
  GenericNack nack;
  nack.sender = Ssrc(r.u32());
  nack.media = Ssrc(r.u32());
  do {
    const SeqNo pid(r.u16());
    NackField{pid, r.u16()}.append_to(nack.lost);
  } while (r.ok() && r.left() > 0);
  if (!r.ok()) return std::nullopt;
  return nack;
}

void GenericNack::serialize(Writer& w) const {
  assert(!lost.empty() && "RFC 4585 section 6.2.1 asks for at least one FCI");
  const RtcpFraming framing(w, kFormat, kType);
  w.u32(sender.value);
  w.u32(media.value);
  for (const NackField& field : pack(lost)) {
    w.u16(field.pid.value);
    w.u16(field.blp);
  }
}

std::string GenericNack::to_string() const {
  std::string text = "NACK " + hex(sender) + " for " + hex(media) + ":";
  for (const SeqNo seq : lost) text += " " + std::to_string(seq.value);
  return text;
}

}  // namespace ptimed
