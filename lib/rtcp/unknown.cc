// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/unknown.h"

#include "lib/rtcp/wire.h"

namespace ptimed {

void UnknownRtcp::serialize(Writer& w) const {
  const RtcpFraming framing(w, count, type);
  w.bytes(body);
}

std::string UnknownRtcp::to_string() const {
  return "PT " + std::to_string(type) + " count " + std::to_string(count) + ", " +
         std::to_string(body.size()) + " bytes";
}

}  // namespace ptimed
