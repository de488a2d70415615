// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The header of a received RTP packet, checked before anything else looks at it (RFC 3550
// section 5.1 and A.1).
#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// Why a datagram is no RTP packet. Counted by cause, never fatal.
enum class RtpDrop : uint8_t {
  kTooShort,     ///< under 12 bytes
  kVersion,      ///< version is not 2
  kCsrcPastEnd,  ///< CSRC count exceeds the datagram
  kExtensionPastEnd,
  kPadding,  ///< padding of 0 bytes, or more than the payload
  kIsRtcp,   ///< payload type byte 192..223 (RFC 5761 section 4)
  kCount
};
std::string_view to_string(RtpDrop drop);
using RtpDropCounts = std::array<uint64_t, static_cast<size_t>(RtpDrop::kCount)>;

struct RtpPacketView {
  Ssrc ssrc;
  SeqNo seq;
  RtpTime timestamp;
  uint8_t payload_type = 0;
  bool marker = false;
  Bytes payload;  ///< without padding; points into the datagram; may be empty
};

std::variant<RtpPacketView, RtpDrop> parse_rtp(Bytes datagram);

/// RFC 5761 section 4: true when the second byte says RTCP (192..223) on a port that carries both.
bool looks_like_rtcp(Bytes datagram);

}  // namespace ptimed
