// SPDX-License-Identifier: AGPL-3.0-or-later
// Compound RTCP (RFC 3550 A.2): either a drop with a cause or packets with one stable form.
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/rtcp_properties.h"

using namespace ptimed;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto parsed = parse_compound(Bytes(data, size));
  if (const auto* compound = std::get_if<Compound>(&parsed)) {
    FUZZ_CHECK(!compound->reduced_size);
    check_packets(*compound);
  } else {
    FUZZ_CHECK(std::get<RtcpDrop>(parsed) < RtcpDrop::kMalformed);
  }
  return 0;
}
