// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <functional>
#include <string_view>

namespace ptimed {

/// Where oRTP's log lines go, without newline; an empty function drops them, as is the default from
/// the first session on. Process-wide: call it before any thread makes a session. oRTP may log once
/// per packet: limit the rate.
void set_rtp_log_handler(std::function<void(std::string_view line)> handler);

}  // namespace ptimed
