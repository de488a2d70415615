// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/trace/json_lines.h"

namespace ptimed {

JsonLines read_json_lines(std::string_view text) {
  JsonLines out;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    out.torn = end == std::string_view::npos;
    if (out.torn) break;
    auto json = nlohmann::ordered_json::parse(text.substr(0, end), nullptr,
                                              /*allow_exceptions=*/false);
    text.remove_prefix(end + 1);
    if (json.is_object())
      out.objects.push_back(std::move(json));
    else
      ++out.bad_lines;
  }
  return out;
}

}  // namespace ptimed
