// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/dlrr.h"

#include <cassert>

#include "lib/rtcp/text.h"
#include "lib/rtcp/xr_framing.h"

namespace ptimed {

std::optional<Dlrr> Dlrr::parse(uint8_t, Bytes contents) {
  Reader r(contents);
  Dlrr block;
  do {
    const Ssrc receiver(r.u32());
    const uint32_t lrr = r.u32();
    block.receivers.push_back({receiver, lrr, r.u32()});
  } while (r.ok() && r.left() > 0);
  if (!r.ok()) return std::nullopt;
  return block;
}

void Dlrr::serialize(Writer& w) const {
  assert(!receivers.empty() && "RFC 3611 section 4.5: one or more sub-blocks");
  const XrFraming framing(w, kBlockType);
  for (const SubBlock& each : receivers) {
    w.u32(each.receiver.value);
    w.u32(each.lrr);
    w.u32(each.dlrr);
  }
}

std::string Dlrr::to_string() const {
  std::string text = "DLRR";
  for (const SubBlock& each : receivers)
    text += " {" + hex(each.receiver) + " lrr " + std::to_string(each.lrr) + " dlrr " +
            std::to_string(each.dlrr) + "}";
  return text;
}

}  // namespace ptimed
