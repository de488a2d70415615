// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/app.h"

#include <algorithm>
#include <cassert>

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {

std::optional<App> App::parse(uint8_t subtype, Bytes body) {
  Reader r(body);
  App app;
  app.subtype = subtype;
  app.source = Ssrc(r.u32());
  std::ranges::copy(r.take(app.name.size()), app.name.begin());
  if (!r.ok() || r.left() % kRtcpWord != 0) return std::nullopt;
  app.data.assign(r.rest().begin(), r.rest().end());
  return app;
}

void App::serialize(Writer& w) const {
  assert(data.size() % kRtcpWord == 0 && "RFC 3550 section 6.7: a multiple of 32 bits");
  const RtcpFraming framing(w, subtype, kType);
  w.u32(source.value);
  w.bytes(name);
  w.bytes(data);
}

std::string App::to_string() const {
  return "APP " + hex(source) + " " + quoted(std::string(name.begin(), name.end())) + " subtype " +
         std::to_string(subtype) + ", " + std::to_string(data.size()) + " bytes";
}

}  // namespace ptimed
