// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/packet.h"

namespace ptimed {
namespace {

/// RTPFB and PSFB are told apart by PT, their messages by FMT (RFC 4585 section 6.1). TMMBR and
/// others that only concern video stay unknown.
constexpr uint8_t kRtpfb = 205;
constexpr uint8_t kPsfb = 206;
static_assert(GenericNack::kType == kRtpfb && Ccfb::kType == kRtpfb);
static_assert(Pli::kType == kPsfb && Afb::kType == kPsfb);

UnknownRtcp keep(uint8_t type, uint8_t count, Bytes body) {
  return {type, count, Buffer(body.begin(), body.end())};
}

std::optional<RtcpPacket> parse_rtpfb(uint8_t format, Bytes body) {
  switch (format) {
    case GenericNack::kFormat:
      return GenericNack::parse(body);
    case Ccfb::kFormat:
      return Ccfb::parse(body);
  }
  return keep(kRtpfb, format, body);
}

std::optional<RtcpPacket> parse_psfb(uint8_t format, Bytes body) {
  switch (format) {
    case Pli::kFormat:
      return Pli::parse(body);
    case Afb::kFormat:
      return Afb::parse(body);
  }
  return keep(kPsfb, format, body);
}

}  // namespace

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
    case App::kType:
      return App::parse(count, body);
    case kRtpfb:
      return parse_rtpfb(count, body);
    case kPsfb:
      return parse_psfb(count, body);
    case Xr::kType:
      return Xr::parse(body);
  }
  return keep(type, count, body);
}

void serialize(const RtcpPacket& packet, Writer& w) {
  std::visit([&w](const auto& kind) { kind.serialize(w); }, packet);
}

std::string to_string(const RtcpPacket& packet) {
  return std::visit([](const auto& kind) { return kind.to_string(); }, packet);
}

}  // namespace ptimed
