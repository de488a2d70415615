// SPDX-License-Identifier: AGPL-3.0-or-later
// Reduced-size RTCP (RFC 5506): takes all that compounds are, and what it takes can be cut.
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/rtcp_properties.h"

using namespace ptimed;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Bytes datagram(data, size);
  const auto parsed = parse_compound(datagram, RtcpForm::kReducedSize);
  const bool strict = std::holds_alternative<Compound>(parse_compound(datagram));
  const auto* compound = std::get_if<Compound>(&parsed);
  FUZZ_CHECK(strict == (compound && !compound->reduced_size));
  if (!compound) return 0;
  check_packets(*compound);
  check_building(*compound);
  return 0;
}
