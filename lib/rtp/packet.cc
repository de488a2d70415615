// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/packet.h"

namespace ptimed {
namespace {

constexpr uint8_t kPaddingBit = 0x20;
constexpr uint8_t kExtensionBit = 0x10;

/// Takes the CSRC list and the header extension off the front (RFC 3550 sections 5.1 and 5.3.1).
std::variant<Bytes, RtpDrop> behind_header(Reader& r, uint8_t first) {
  r.skip(4u * (first & 0x0f));
  if (!r.ok()) return RtpDrop::kCsrcPastEnd;
  if (first & kExtensionBit) {
    r.skip(2);  // defined by profile
    r.skip(4u * r.u16());
    if (!r.ok()) return RtpDrop::kExtensionPastEnd;
  }
  return r.rest();
}

}  // namespace

std::string_view to_string(RtpDrop drop) {
  switch (drop) {
    case RtpDrop::kTooShort:
      return "rtp_too_short";
    case RtpDrop::kVersion:
      return "rtp_version";
    case RtpDrop::kCsrcPastEnd:
      return "rtp_csrc_past_end";
    case RtpDrop::kExtensionPastEnd:
      return "rtp_extension_past_end";
    case RtpDrop::kPadding:
      return "rtp_padding";
    case RtpDrop::kIsRtcp:
      return "rtp_is_rtcp";
    case RtpDrop::kCount:
      break;
  }
  return "rtp_unknown";
}

std::variant<RtpPacketView, RtpDrop> parse_rtp(Bytes datagram) {
  if (datagram.size() < kRtpHeader) return RtpDrop::kTooShort;
  Reader r(datagram);
  const uint8_t first = r.u8();
  if (first >> 6 != 2) return RtpDrop::kVersion;
  if (looks_like_rtcp(datagram)) return RtpDrop::kIsRtcp;

  RtpPacketView packet;
  const uint8_t second = r.u8();
  packet.marker = (second & 0x80) != 0;
  packet.payload_type = second & 0x7f;
  packet.seq = SeqNo(r.u16());
  packet.timestamp = RtpTime(r.u32());
  packet.ssrc = Ssrc(r.u32());

  const auto rest = behind_header(r, first);
  if (const auto* drop = std::get_if<RtpDrop>(&rest)) return *drop;
  packet.payload = std::get<Bytes>(rest);
  if (first & kPaddingBit) {
    const size_t padding = packet.payload.empty() ? 0 : packet.payload.back();
    if (padding == 0 || padding > packet.payload.size()) return RtpDrop::kPadding;
    packet.payload = packet.payload.first(packet.payload.size() - padding);
  }
  return packet;
}

bool looks_like_rtcp(Bytes datagram) {
  return datagram.size() >= 2 && datagram[1] >= 192 && datagram[1] <= 223;
}

}  // namespace ptimed
