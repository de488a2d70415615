// SPDX-License-Identifier: AGPL-3.0-or-later
// WAN profiles: all their mistakes, or a profile that prints as one that reads the same.
#include "lib/link/profile.h"
#include "tests/fuzz/fuzz.h"

using namespace ptimed;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = parse_wan_profile(text, "fuzz.yaml");
  if (const auto* problems = std::get_if<Diagnostics>(&parsed)) {
    FUZZ_CHECK(!problems->empty());
    return 0;
  }
  const auto& profile = std::get<WanProfile>(parsed);
  const std::string printed = print_wan_profile(profile);
  const auto again = parse_wan_profile(printed, "printed.yaml");
  FUZZ_CHECK(std::holds_alternative<WanProfile>(again));
  FUZZ_CHECK(print_wan_profile(std::get<WanProfile>(again)) == printed);
  return 0;
}
