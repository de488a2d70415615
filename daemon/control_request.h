// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What may be asked over the control socket: one JSON object a line, {"request": "ptime", "call":
// "a", "ms": 30}.
#include <string>
#include <string_view>
#include <variant>

#include "lib/base/units.h"
#include "lib/policy/registry.h"

namespace ptimed {

struct StatusRequest {};
struct CallsRequest {};
struct ShowRequest {
  std::string call;
};
struct SdpRequest {
  std::string call;
};
struct WatchRequest {};
struct PtimeRequest {
  std::string call;
  Ptime ptime;
};
struct PolicyRequest {
  std::string call, name;
  PolicyParameters parameters;
};
struct AddRequest {
  std::string text, file;
};
struct RemoveRequest {
  std::string call;
};
struct ReloadRequest {};

using ControlRequest =
    std::variant<StatusRequest, CallsRequest, ShowRequest, WatchRequest, PtimeRequest,
                 PolicyRequest, SdpRequest, AddRequest, RemoveRequest, ReloadRequest>;

/// Either a request or what is wrong with the line.
std::variant<ControlRequest, std::string> parse_request(std::string_view line);

}  // namespace ptimed
