// SPDX-License-Identifier: AGPL-3.0-or-later
// Lines of the control socket: a request, or words about what is wrong with it.
#include "daemon/control_request.h"
#include "tests/fuzz/fuzz.h"

using namespace ptimed;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto parsed = parse_request({reinterpret_cast<const char*>(data), size});
  if (const auto* problem = std::get_if<std::string>(&parsed)) {
    FUZZ_CHECK(!problem->empty());
    return 0;
  }
  const auto& request = std::get<ControlRequest>(parsed);
  if (const auto* ptime = std::get_if<PtimeRequest>(&request))
    FUZZ_CHECK(ptime->ptime >= kFrame && ptime->ptime % kFrame == Ptime::zero());
  return 0;
}
