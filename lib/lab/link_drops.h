// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The forwarder's drop log:
// time_ns,direction,cause,ip_bytes,queued,src,src_port,dst,dst_port
#include <cstdint>
#include <optional>
#include <string_view>

namespace ptimed {

/// Packets a link dropped, told apart by destination port: RTP goes to even ports, RTCP to the odd
/// one above (RFC 3550 section 11), or to the even one too where they share it (RFC 5761).
struct LinkDrops {
  uint64_t even_port = 0;
  uint64_t odd_port = 0;
  int bad_lines = 0;
};

/// Empty when the text is no drop log. A torn last line is left out; packets without a port (ARP,
/// ICMP) are not counted.
std::optional<LinkDrops> count_drops(std::string_view csv);

}  // namespace ptimed
