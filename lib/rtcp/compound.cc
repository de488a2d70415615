// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/compound.h"

#include "lib/rtcp/wire.h"

namespace ptimed {
namespace {

/// The largest jumbo frame in use.
constexpr size_t kLongestDatagram = 9216;

struct RawPacket {
  bool padded = false;
  uint8_t count = 0;
  uint8_t type = 0;
  Bytes body;
};

/// The next packet, by its own length field.
std::variant<RawPacket, RtcpDrop> take_packet(Reader& r) {
  if (r.left() < kRtcpHeader) return RtcpDrop::kLength;
  const uint8_t first = r.u8();
  if (first >> 6 != 2) return RtcpDrop::kVersion;
  RawPacket raw;
  raw.padded = (first & 0x20) != 0;
  raw.count = first & 0x1F;
  raw.type = r.u8();
  const size_t words = r.u16();
  raw.body = r.take(words * kRtcpWord);
  if (!r.ok()) return RtcpDrop::kLength;
  return raw;
}

bool is_report(const RawPacket& raw) {
  return raw.type == SenderReport::kType || raw.type == ReceiverReport::kType;
}

/// Cuts padding off: its last octet counts it, itself included, in whole words (section 6.4.1).
/// False when it cannot be so.
bool strip_padding(RawPacket& raw) {
  const size_t padding = raw.body.empty() ? 0 : raw.body.back();
  if (padding == 0 || padding % kRtcpWord != 0 || padding > raw.body.size()) return false;
  raw.body = raw.body.first(raw.body.size() - padding);
  return true;
}

/// RFC 5506 section 3.4.2 asks for the best validation there is when the first PT may be any: the
/// kinds of RFC 3550, 4585 and 3611.
bool may_begin(const RawPacket& raw, RtcpForm form) {
  if (form == RtcpForm::kCompound) return is_report(raw);
  return raw.type >= SenderReport::kType && raw.type <= Xr::kType;
}

/// Only the last packet is padded, and a report that begins a datagram never is (A.2).
bool may_be_padded(const RawPacket& raw, bool first, bool last) {
  return last && !(first && is_report(raw));
}

/// Every check of A.2 before any body is looked at: either all of the datagram is RTCP or none of
/// it.
std::variant<std::vector<RawPacket>, RtcpDrop> split(Bytes datagram, RtcpForm form) {
  std::vector<RawPacket> packets;
  for (Reader r(datagram); r.left() > 0;) {
    const auto taken = take_packet(r);
    if (const auto* drop = std::get_if<RtcpDrop>(&taken)) return *drop;
    const auto& raw = std::get<RawPacket>(taken);
    const bool first = packets.empty();
    if (first && !may_begin(raw, form)) return RtcpDrop::kFirstType;
    if (raw.padded && !may_be_padded(raw, first, r.left() == 0)) return RtcpDrop::kFirstPadded;
    packets.push_back(raw);
  }
  return packets;
}

void add(RtcpPacket packet, Compound& compound) {
  if (const auto* xr = std::get_if<Xr>(&packet)) compound.malformed += xr->malformed;
  compound.packets.push_back(std::move(packet));
}

}  // namespace

std::string_view to_string(RtcpDrop drop) {
  switch (drop) {
    case RtcpDrop::kTooShort:
      return "too_short";
    case RtcpDrop::kTooLong:
      return "too_long";
    case RtcpDrop::kVersion:
      return "version";
    case RtcpDrop::kFirstType:
      return "first_type";
    case RtcpDrop::kFirstPadded:
      return "first_padded";
    case RtcpDrop::kLength:
      return "length";
    case RtcpDrop::kMalformed:
      return "malformed";
    case RtcpDrop::kCount:
      break;
  }
  return "unknown";
}

std::variant<Compound, RtcpDrop> parse_compound(Bytes datagram, RtcpForm form) {
  if (datagram.size() < kRtcpHeader) return RtcpDrop::kTooShort;
  if (datagram.size() > kLongestDatagram) return RtcpDrop::kTooLong;
  auto whole = split(datagram, form);
  if (const auto* drop = std::get_if<RtcpDrop>(&whole)) return *drop;
  auto& packets = std::get<std::vector<RawPacket>>(whole);
  Compound compound;
  compound.reduced_size = !is_report(packets.front());
  for (RawPacket& raw : packets) {
    std::optional<RtcpPacket> packet;
    if (!raw.padded || strip_padding(raw)) packet = parse_packet(raw.type, raw.count, raw.body);
    if (packet)
      add(std::move(*packet), compound);
    else
      ++compound.malformed;
  }
  return compound;
}

Buffer serialize(const std::vector<RtcpPacket>& packets) {
  Buffer out;
  Writer w(out);
  for (const RtcpPacket& packet : packets) serialize(packet, w);
  return out;
}

}  // namespace ptimed
