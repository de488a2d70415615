// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What the control socket answers: {"ok": true, ...} or {"ok": false, "error": "...", "problems":
// [...]}.
#include <string_view>

#include "daemon/control_server.h"

namespace ptimed {

class Daemon;

ControlServer::Answer answer_control(Daemon& daemon, std::string_view line);

}  // namespace ptimed
