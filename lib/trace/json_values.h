// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// How values look in our JSON: SSRCs as 8 hex digits, durations as numbers with their unit in the
// key, unknown as null.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

std::string json_value(Ssrc ssrc);
/// Seconds, rounded to microseconds.
double json_seconds(Duration d);
/// Milliseconds, rounded to microseconds.
double json_ms(Duration d);
nlohmann::ordered_json json_ms(const std::optional<Duration>& d);
nlohmann::ordered_json json_value(const std::optional<double>& value);
/// On one line; text that is no UTF-8 (it may come from the network) is replaced, not refused.
std::string dump_line(const nlohmann::ordered_json& json);

}  // namespace ptimed
