// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/packet.h"

namespace ptimed {

std::optional<RtcpPacket> parse_packet(uint8_t type, uint8_t count, Bytes body) {
  switch (type) {
    case SenderReport::kType:
      return SenderReport::parse(count, body);
    case ReceiverReport::kType:
      return ReceiverReport::parse(count, body);
    case Sdes::kType:
      return Sdes::parse(count, body);
    case Bye::kType:
      return Bye::parse(count, body);
    case GenericNack::kType:
      if (count == GenericNack::kFormat) return GenericNack::parse(body);
      break;
  }
  return UnknownRtcp{type, count, Buffer(body.begin(), body.end())};
}

void serialize(const RtcpPacket& packet, Writer& w) {
  std::visit([&w](const auto& kind) { kind.serialize(w); }, packet);
}

std::string to_string(const RtcpPacket& packet) {
  return std::visit([](const auto& kind) { return kind.to_string(); }, packet);
}

}  // namespace ptimed
