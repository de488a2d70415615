// SPDX-License-Identifier: AGPL-3.0-or-later
// Configuration files: all their mistakes, or a configuration that prints as one that reads the
// same.
#include "lib/call/config_yaml.h"
#include "tests/fuzz/fuzz.h"

using namespace ptimed;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto parsed = parse_config(text, "fuzz.yaml");
  if (const auto* problems = std::get_if<Diagnostics>(&parsed)) {
    FUZZ_CHECK(!problems->empty());
    return 0;
  }
  const std::string printed = print_config(std::get<DaemonConfig>(parsed));
  const auto again = parse_config(printed, "printed.yaml");
  FUZZ_CHECK(std::holds_alternative<DaemonConfig>(again));
  FUZZ_CHECK(print_config(std::get<DaemonConfig>(again)) == printed);
  return 0;
}
