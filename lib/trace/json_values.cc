// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/json_values.h"

#include <cmath>
#include <cstdio>

namespace ptimed {

std::string json_value(Ssrc ssrc) {
  char text[16];
  std::snprintf(text, sizeof text, "%08x", ssrc.value);
  return text;
}

double json_seconds(Duration d) { return std::round(to_seconds(d) * 1e6) / 1e6; }
double json_ms(Duration d) { return std::round(to_ms(d) * 1e3) / 1e3; }

nlohmann::ordered_json json_ms(const std::optional<Duration>& d) {
  if (!d) return nullptr;
  return json_ms(*d);
}

nlohmann::ordered_json json_value(const std::optional<double>& value) {
  if (!value) return nullptr;
  return *value;
}

std::string dump_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace ptimed
