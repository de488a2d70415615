// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <string>

#include "lib/trace/event_writer.h"

namespace ptimed {

/// What a watching client gets: the line of events.jsonl with the call's id, a name that needs no
/// escapes, in front.
inline std::string event_line(const std::string& call, const Event& event, const WallClock& wall,
                              Time start) {
  return R"({"call":")" + call + "\"," + event_json(event, wall, start).substr(1);
}

}  // namespace ptimed
