// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/wire.h"

#include <cassert>

namespace ptimed {
namespace {

constexpr unsigned kVersionBits = 2u << 6;

}  // namespace

RtcpFraming::RtcpFraming(Writer& w, size_t count, uint8_t type) : writer_(w), begin_(w.size()) {
  assert(count <= kMaxRtcpCount && "does not fit the count field");
  w.u8(kVersionBits | static_cast<unsigned>(count));
  w.u8(type);
  w.u16(0);
}

RtcpFraming::~RtcpFraming() {
  assert(size() % kRtcpWord == 0 && "RTCP packets are whole words");
  const size_t words = size() / kRtcpWord - 1;
  assert(words <= 0xFFFF && "does not fit the length field");
  writer_.patch_u16(begin_ + 2, static_cast<unsigned>(words));
}

}  // namespace ptimed
