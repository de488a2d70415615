// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/xr_framing.h"

#include <cassert>

#include "lib/rtcp/wire.h"

namespace ptimed {

XrFraming::XrFraming(Writer& w, uint8_t type, unsigned type_specific)
    : writer_(w), begin_(w.size()) {
  w.u8(type);
  w.u8(type_specific);
  w.u16(0);
}

XrFraming::~XrFraming() {
  const size_t size = writer_.size() - begin_;
  assert(size % kRtcpWord == 0 && "XR blocks are whole words");
  const size_t words = size / kRtcpWord - 1;
  assert(words <= 0xFFFF && "does not fit the block length");
  writer_.patch_u16(begin_ + 2, static_cast<unsigned>(words));
}

}  // namespace ptimed
