// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/pli.h"

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {

std::optional<Pli> Pli::parse(Bytes body) {
  Reader r(body);
  const Ssrc sender(r.u32());
  const Ssrc media(r.u32());
  if (!r.ok() || r.left() > 0) return std::nullopt;
  return Pli{sender, media};
}

void Pli::serialize(Writer& w) const {
  const RtcpFraming framing(w, kFormat, kType);
  w.u32(sender.value);
  w.u32(media.value);
}

std::string Pli::to_string() const { return "PLI " + hex(sender) + " for " + hex(media); }

}  // namespace ptimed
