// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/sender_report.h"

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {

std::optional<SenderReport> SenderReport::parse(uint8_t count, Bytes body) {
  Reader r(body);
  SenderReport sr;
  sr.sender = Ssrc(r.u32());
  sr.ntp = NtpTime{r.u64()};
  sr.rtp = RtpTime(r.u32());
  sr.packets = r.u32();
  sr.octets = r.u32();
  sr.blocks = ReportBlock::read_all(r, count);
  if (!r.ok()) return std::nullopt;
  return sr;
}

void SenderReport::serialize(Writer& w) const {
  const RtcpFraming framing(w, blocks.size(), kType);
  w.u32(sender.value);
  w.u64(ntp.value);
  w.u32(rtp.value);
  w.u32(packets);
  w.u32(octets);
  for (const ReportBlock& block : blocks) block.write(w);
}

std::string SenderReport::to_string() const {
  std::string text = "SR " + hex(sender) + " rtp " + std::to_string(rtp.value) + " packets " +
                     std::to_string(packets) + " octets " + std::to_string(octets);
  for (const ReportBlock& block : blocks) text += " " + block.to_string();
  return text;
}

}  // namespace ptimed
