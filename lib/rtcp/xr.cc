// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/xr.h"

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {
namespace {

std::optional<XrBlock> read_block(Reader& r) {
  const uint8_t type = r.u8();
  const uint8_t type_specific = r.u8();
  const size_t words = r.u16();
  return parse_xr_block(type, type_specific, r.take(words * kRtcpWord));
}

}  // namespace

std::optional<Xr> Xr::parse(Bytes body) {
  Reader r(body);
  Xr xr;
  xr.sender = Ssrc(r.u32());
  while (r.ok() && r.left() > 0) {
    auto block = read_block(r);
    if (block)
      xr.blocks.push_back(std::move(*block));
    else
      ++xr.malformed;
  }
  if (!r.ok()) return std::nullopt;
  return xr;
}

void Xr::serialize(Writer& w) const {
  const RtcpFraming framing(w, 0, kType);
  w.u32(sender.value);
  for (const XrBlock& block : blocks) ptimed::serialize(block, w);
}

std::string Xr::to_string() const {
  std::string text = "XR " + hex(sender);
  for (const XrBlock& block : blocks) text += " " + ptimed::to_string(block);
  return text;
}

}  // namespace ptimed
