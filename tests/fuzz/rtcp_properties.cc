// SPDX-License-Identifier: AGPL-3.0-or-later
#include "tests/fuzz/rtcp_properties.h"

#include <algorithm>

#include "lib/rtcp/compound_builder.h"
#include "tests/fuzz/fuzz.h"

namespace ptimed {
namespace {

constexpr size_t kLimit = 1200;
/// Kinds in one piece may be longer than a datagram; they are the caller's to avoid.
constexpr size_t kLongestPiece = 500;

std::optional<RtcpPacket> parse_whole(Bytes wire) {
  FUZZ_CHECK(wire.size() >= 4);
  FUZZ_CHECK(wire.size() == 4 + 4 * (size_t{wire[2]} << 8 | wire[3]));
  return parse_packet(wire[1], wire[0] & 0x1F, wire.subspan(4));
}

bool is_on_one_line(const std::string& text) {
  return !text.empty() && text.find('\n') == std::string::npos;
}

}  // namespace

void check_packets(const Compound& compound) {
  FUZZ_CHECK(compound.malformed >= 0);
  for (const RtcpPacket& packet : compound.packets) {
    FUZZ_CHECK(is_on_one_line(to_string(packet)));
    const Buffer once = serialize({packet});
    const auto again = parse_whole(once);
    FUZZ_CHECK(again && again->index() == packet.index());
    FUZZ_CHECK(serialize({*again}) == once);
  }
}

void check_building(const Compound& compound) {
  std::vector<RtcpPacket> feedback;
  for (const RtcpPacket& packet : compound.packets)
    if (serialize({packet}).size() <= kLongestPiece) feedback.push_back(packet);
  for (const Buffer& datagram : build_reduced_size(feedback, kLimit)) {
    FUZZ_CHECK(datagram.size() <= kLimit);
    FUZZ_CHECK(parse_whole(datagram));
  }
}

}  // namespace ptimed
