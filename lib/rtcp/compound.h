// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// A datagram's worth of RTCP: compound (RFC 3550 sections 6.1 and A.2) or reduced-size (RFC 5506).
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
  kFirstType,    ///< does not begin with SR or RR (A.2), or reduced-size with no known kind
  kFirstPadded,  ///< padding on a first SR or RR (A.2), or before the last packet
  kLength,       ///< lengths do not sum to the datagram
  kMalformed,    ///< a packet whose body does not fit its count, length or padding, or a block of
                 ///< an XR; skipped
  kCount
};
/// "too_short" and the like, as counters are named.
std::string_view to_string(RtcpDrop drop);
using RtcpDropCounts = std::array<uint64_t, static_cast<size_t>(RtcpDrop::kCount)>;

struct Compound {
  std::vector<RtcpPacket> packets;
  int malformed = 0;          ///< packets and XR blocks skipped for kMalformed
  bool reduced_size = false;  ///< did not begin with SR or RR
};

/// What a session takes for RTCP.
enum class RtcpForm : uint8_t {
  kCompound,     ///< begins with SR or RR
  kReducedSize,  ///< or with any kind of PT 200 to 207 (RFC 5506 section 3.4.2), if signalled
};

std::variant<Compound, RtcpDrop> parse_compound(Bytes datagram,
                                                RtcpForm form = RtcpForm::kCompound);
Buffer serialize(const std::vector<RtcpPacket>& packets);

}  // namespace ptimed
