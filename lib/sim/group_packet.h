// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "lib/rtcp/feedback_schedule.h"

namespace ptimed {

/// A packet in a group: RTP without payload, RTCP as its size and what the timing rules need.
struct GroupPacket {
  Ssrc source;
  int size = 0;  ///< octets, IP and UDP included
  enum class Kind : uint8_t { kRtp, kRtcp, kBye } kind = Kind::kRtp;
  uint32_t seq = 0;                    ///< of RTP; does not wrap
  std::vector<FeedbackItem> feedback;  ///< of RTCP
};
using GroupPacketRef = std::shared_ptr<const GroupPacket>;

/// FCI entries of a generic NACK for the packets: PID and BLP, 17 packets in each (RFC 4585 section
/// 6.2.1).
int nack_entries(std::vector<uint32_t> lost);

}  // namespace ptimed
