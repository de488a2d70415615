// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/afb.h"

#include <cassert>

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {

std::optional<Afb> Afb::parse(Bytes body) {
  Reader r(body);
  Afb afb;
  afb.sender = Ssrc(r.u32());
  afb.media = Ssrc(r.u32());
  if (!r.ok() || r.left() % kRtcpWord != 0) return std::nullopt;
  afb.fci.assign(r.rest().begin(), r.rest().end());
  return afb;
}

void Afb::serialize(Writer& w) const {
  assert(fci.size() % kRtcpWord == 0 && "RFC 4585 section 6.4: whole words");
  const RtcpFraming framing(w, kFormat, kType);
  w.u32(sender.value);
  w.u32(media.value);
  w.bytes(fci);
}

std::string Afb::to_string() const {
  return "AFB " + hex(sender) + " for " + hex(media) + ", " + std::to_string(fci.size()) + " bytes";
}

}  // namespace ptimed
