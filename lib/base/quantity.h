// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Durations ("20ms", "1m30s") and rates ("300kbit") as people write them, both ways.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lib/base/time.h"

namespace ptimed {

/// Numbers with units h, m, s, ms, us, ns, largest first, decimals allowed ("1.5s"); "0" needs no
/// unit. Empty for anything else, negative values and values beyond 292 years.
std::optional<Duration> parse_duration(std::string_view text);
/// The shortest exact form: "1m30s", "20ms", "0s".
std::string format_duration(Duration d);

/// Bits per second: a number with unit bit, kbit, Mbit or Gbit (powers of 1000, as tc reads them).
std::optional<int64_t> parse_rate(std::string_view text);
/// The shortest exact form: "300kbit".
std::string format_rate(int64_t bits_per_second);

}  // namespace ptimed
