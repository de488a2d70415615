// SPDX-License-Identifier: AGPL-3.0-or-later
// Received RTP: a packet that is accepted lies inside its datagram.
#include "lib/rtp/packet.h"
#include "tests/fuzz/fuzz.h"

using namespace ptimed;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Bytes datagram(data, size);
  const auto parsed = parse_rtp(datagram);
  if (const auto* drop = std::get_if<RtpDrop>(&parsed)) {
    FUZZ_CHECK(*drop < RtpDrop::kCount);
    return 0;
  }
  const auto& packet = std::get<RtpPacketView>(parsed);
  FUZZ_CHECK(!looks_like_rtcp(datagram));
  FUZZ_CHECK(packet.payload_type < 128);
  FUZZ_CHECK(packet.payload.size() + kRtpHeader <= size);
  if (packet.payload.empty()) return 0;
  FUZZ_CHECK(packet.payload.data() >= data + kRtpHeader);
  FUZZ_CHECK(packet.payload.data() + packet.payload.size() <= data + size);
  return 0;
}
