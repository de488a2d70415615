// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Datagrams no larger than the path takes (RFC 3550 section 6.1).
#include <cstddef>
#include <vector>

#include "lib/rtcp/packet.h"

namespace ptimed {

/// Compounds that together say what `packets` say, none over `limit` octets (the path MTU without
/// IP and UDP headers). `packets` begins with the SR or RR, whose blocks, and those of RRs after
/// it, may be any number; an SDES with the CNAME follows somewhere. Every compound begins with a
/// report of that sender, further RRs where more than 31 blocks fit, and the CNAME; then come the
/// other packets in their order, so that a BYE that was last stays last. What split_to_fit cannot
/// make fit is the caller's mistake and left out.
///
/// Section 6.1 wants one compound per report interval of one participant: who has more blocks
/// than fit SHOULD give a subset, in turns, and gets one compound.
std::vector<Buffer> build_compounds(std::vector<RtcpPacket> packets, size_t limit);

/// Feedback without report and CNAME: one packet a datagram, as RFC 5506 section 4.2.2 recommends.
std::vector<Buffer> build_reduced_size(const std::vector<RtcpPacket>& packets, size_t limit);

}  // namespace ptimed
