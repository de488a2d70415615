// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/service_manager.h"

#include <systemd/sd-daemon.h>

namespace ptimed::service_manager {

void ready(const std::string& status) { sd_notify(0, ("READY=1\nSTATUS=" + status).c_str()); }

void reloading(Time now) {
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch());
  sd_notify(0, ("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(us.count())).c_str());
}

void stopping() { sd_notify(0, "STOPPING=1"); }
void ping_watchdog() { sd_notify(0, "WATCHDOG=1"); }

std::optional<Duration> watchdog_period() {
  uint64_t us = 0;
  if (sd_watchdog_enabled(0, &us) <= 0 || us == 0) return std::nullopt;
  return std::chrono::microseconds(us / 2);
}

}  // namespace ptimed::service_manager
