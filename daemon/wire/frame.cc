// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/wire/frame.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>

namespace ptimed {
namespace {

constexpr size_t kEthernetHeader = 14, kIpv4Header = 20, kIpv6Header = 40;
constexpr uint16_t kEtherIpv4 = 0x0800, kEtherIpv6 = 0x86dd;

uint16_t ether_type(Bytes ethernet) {
  Reader r(ethernet);
  r.skip(12);
  return r.u16();
}

Bytes ip_of(Bytes ethernet) { return ethernet.subspan(std::min(kEthernetHeader, ethernet.size())); }

/// A length from a header, held to what a packet of this family can have in this frame.
int believable(size_t length, size_t shortest, Bytes ip) {
  return static_cast<int>(length < shortest || length > ip.size() ? ip.size() : length);
}

FrameClass classify_ipv4(Bytes ip) {
  Reader r(ip);
  r.skip(2);
  const size_t total = r.u16();
  r.skip(12);
  const uint32_t destination = r.u32();
  if (!r.ok()) return {};
  const bool link_local_multicast = destination >> 8 == 0xe00000;  // 224.0.0.0/24, RFC 5771
  return {!link_local_multicast, believable(total, kIpv4Header, ip)};
}

/// Router and neighbour solicitations and advertisements, redirects (RFC 4861 section 4).
bool is_neighbour_discovery(uint8_t next_header, uint8_t icmp_type) {
  return next_header == IPPROTO_ICMPV6 && icmp_type >= 133 && icmp_type <= 137;
}

FrameClass classify_ipv6(Bytes ip) {
  Reader r(ip);
  r.skip(4);
  const size_t payload = r.u16();
  const uint8_t next_header = r.u8();
  r.skip(17);  // hop limit and source
  const Bytes destination = r.take(16);
  if (!r.ok()) return {};
  const uint8_t icmp_type = r.u8();
  const bool link_local_multicast =
      destination[0] == 0xff && (destination[1] & 0x0f) == 2;  // RFC 4291 section 2.7
  return {!link_local_multicast && !is_neighbour_discovery(next_header, icmp_type),
          believable(kIpv6Header + payload, kIpv6Header, ip)};
}

std::string text_of(int family, Bytes address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.empty()) return {};
  return inet_ntop(family, address.data(), text.data(), text.size());
}

void read_ports(Reader& r, uint8_t protocol, FrameFlow& flow) {
  const bool has_ports = protocol == IPPROTO_UDP || protocol == IPPROTO_TCP ||
                         protocol == IPPROTO_DCCP || protocol == IPPROTO_SCTP ||
                         protocol == IPPROTO_UDPLITE;
  if (!has_ports || r.left() < 4) return;
  flow.source_port = r.u16();
  flow.destination_port = r.u16();
}

FrameFlow ipv4_flow(Bytes ip) {
  FrameFlow flow;
  Reader r(ip);
  const size_t header = size_t{4} * (r.u8() & 0x0fu);
  r.skip(5);
  const unsigned fragment_offset = r.u16() & 0x1fffu;
  r.skip(1);
  const uint8_t protocol = r.u8();
  r.skip(2);
  flow.source = text_of(AF_INET, r.take(4));
  flow.destination = text_of(AF_INET, r.take(4));
  if (header < kIpv4Header || fragment_offset != 0) return flow;
  r.skip(header - kIpv4Header);
  read_ports(r, protocol, flow);
  return flow;
}

/// Steps over the extension headers of RFC 8200 section 4; false when no transport header follows.
bool skip_extensions(Reader& r, uint8_t& next_header) {
  while (r.ok()) {
    if (next_header == IPPROTO_FRAGMENT) {
      next_header = r.u8();
      r.skip(1);
      if ((r.u16() & 0xfff8) != 0) return false;
      r.skip(4);
    } else if (next_header == IPPROTO_HOPOPTS || next_header == IPPROTO_ROUTING ||
               next_header == IPPROTO_DSTOPTS) {
      next_header = r.u8();
      r.skip(size_t{8} * r.u8() + 6);
    } else {
      return true;
    }
  }
  return false;
}

FrameFlow ipv6_flow(Bytes ip) {
  FrameFlow flow;
  Reader r(ip);
  r.skip(6);
  uint8_t next_header = r.u8();
  r.skip(1);
  flow.source = text_of(AF_INET6, r.take(16));
  flow.destination = text_of(AF_INET6, r.take(16));
  if (skip_extensions(r, next_header)) read_ports(r, next_header, flow);
  return flow;
}

}  // namespace

FrameClass classify_frame(Bytes ethernet) {
  switch (ether_type(ethernet)) {
    case kEtherIpv4:
      return classify_ipv4(ip_of(ethernet));
    case kEtherIpv6:
      return classify_ipv6(ip_of(ethernet));
    default:
      return {};
  }
}

FrameFlow flow_of(Bytes ethernet) {
  switch (ether_type(ethernet)) {
    case kEtherIpv4:
      return ipv4_flow(ip_of(ethernet));
    case kEtherIpv6:
      return ipv6_flow(ip_of(ethernet));
    default:
      return {};
  }
}

}  // namespace ptimed
