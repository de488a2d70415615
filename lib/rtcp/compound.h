// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// A datagram's worth of RTCP (RFC 3550 sections 6.1 and A.2).
#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/rtcp/packet.h"

namespace ptimed {

/// Why a datagram is no RTCP compound, or why a packet in it was skipped. Counted by cause, never
/// fatal.
enum class RtcpDrop : uint8_t {
  kTooShort,     ///< under 4 bytes
  kTooLong,      ///< over 9216: no link carries it whole, and parsing costs memory in proportion
  kVersion,      ///< version is not 2
  kFirstType,    ///< does not begin with SR or RR (A.2)
  kFirstPadded,  ///< padding on the first packet (A.2), or before the last
  kLength,       ///< lengths do not sum to the datagram
  kMalformed,    ///< a packet whose body does not fit its count, length or padding; skipped
  kCount
};
/// "too_short" and the like, as counters are named.
std::string_view to_string(RtcpDrop drop);
using RtcpDropCounts = std::array<uint64_t, static_cast<size_t>(RtcpDrop::kCount)>;

struct Compound {
  std::vector<RtcpPacket> packets;
  int malformed = 0;  ///< packets skipped for kMalformed
};

std::variant<Compound, RtcpDrop> parse_compound(Bytes datagram);
Buffer serialize(const std::vector<RtcpPacket>& packets);

}  // namespace ptimed
