// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/unknown_xr_block.h"

#include "lib/rtcp/xr_framing.h"

namespace ptimed {

void UnknownXrBlock::serialize(Writer& w) const {
  const XrFraming framing(w, type, type_specific);
  w.bytes(contents);
}

std::string UnknownXrBlock::to_string() const {
  return "BT " + std::to_string(type) + " type-specific " + std::to_string(type_specific) + ", " +
         std::to_string(contents.size()) + " bytes";
}

}  // namespace ptimed
