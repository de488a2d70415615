// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Packets that are lists of like things, cut where a datagram ends.
#include <cstddef>
#include <optional>

#include "lib/rtcp/packet.h"

namespace ptimed {

struct SplitPacket {
  RtcpPacket front;                ///< what fits
  std::optional<RtcpPacket> rest;  ///< the same kind with the same header fields
};

/// Octets of a packet, header included.
size_t wire_size(const RtcpPacket& packet);

/// As much of the front of a packet as `room` octets hold; empty when nothing of it fits. RR, NACK,
/// CCFB and XR are cut between blocks, FCIs, metrics and blocks; any other kind is one piece.
std::optional<SplitPacket> split_to_fit(RtcpPacket packet, size_t room);

}  // namespace ptimed
