// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace ptimed {

/// events.jsonl or rtcp.jsonl read back.
struct JsonLines {
  std::vector<nlohmann::ordered_json> objects;
  int bad_lines = 0;  ///< lines that hold no JSON object
  bool torn = false;  ///< the last line has no end: its writer was killed; it is left out
};
JsonLines read_json_lines(std::string_view text);

}  // namespace ptimed
