// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The words of the configuration file for the values of enumerations.
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/call/config.h"

namespace ptimed {

constexpr std::string_view headroom_name(Headroom headroom) {
  return headroom == Headroom::kPtimeMax ? "ptime_max" : "recent_ptime";
}

inline std::vector<std::pair<std::string, Headroom>> headroom_names() {
  std::vector<std::pair<std::string, Headroom>> names;
  for (const Headroom h : {Headroom::kRecentPtime, Headroom::kPtimeMax})
    names.emplace_back(headroom_name(h), h);
  return names;
}

inline std::vector<std::pair<std::string, MediaDirection>> direction_names() {
  std::vector<std::pair<std::string, MediaDirection>> names;
  for (const MediaDirection d :
       {MediaDirection::kSendRecv, MediaDirection::kSendOnly, MediaDirection::kRecvOnly})
    names.emplace_back(to_string(d), d);
  return names;
}

inline std::vector<std::pair<std::string, BreakerAction>> breaker_action_names() {
  std::vector<std::pair<std::string, BreakerAction>> names;
  for (const BreakerAction a : {BreakerAction::kStop, BreakerAction::kCut, BreakerAction::kNote})
    names.emplace_back(to_string(a), a);
  return names;
}

inline std::vector<std::pair<std::string, RtcpMode>> rtcp_mode_names() {
  std::vector<std::pair<std::string, RtcpMode>> names;
  for (const RtcpMode m : {RtcpMode::kAvp, RtcpMode::kQuick2005})
    names.emplace_back(to_string(m), m);
  return names;
}

}  // namespace ptimed
