// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What systemd is told (sd_notify(3)); nothing at all when it did not start us.
#include <optional>
#include <string>

#include "lib/base/time.h"

namespace ptimed::service_manager {

void ready(const std::string& status);
void reloading(Time now);
void stopping();
void ping_watchdog();
/// How often to ping: half of what the unit's WatchdogSec asks for. Empty when it asks for none.
std::optional<Duration> watchdog_period();

}  // namespace ptimed::service_manager
