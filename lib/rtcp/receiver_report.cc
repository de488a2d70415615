// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/receiver_report.h"

#include "lib/rtcp/text.h"
#include "lib/rtcp/wire.h"

namespace ptimed {

std::optional<ReceiverReport> ReceiverReport::parse(uint8_t count, Bytes body) {
  Reader r(body);
  ReceiverReport rr;
  rr.sender = Ssrc(r.u32());
  rr.blocks = ReportBlock::read_all(r, count);
  if (!r.ok()) return std::nullopt;
  return rr;
}

void ReceiverReport::serialize(Writer& w) const {
  const RtcpFraming framing(w, blocks.size(), kType);
  w.u32(sender.value);
  for (const ReportBlock& block : blocks) block.write(w);
}

std::string ReceiverReport::to_string() const {
  std::string text = "RR " + hex(sender);
  for (const ReportBlock& block : blocks) text += " " + block.to_string();
  return text;
}

}  // namespace ptimed
