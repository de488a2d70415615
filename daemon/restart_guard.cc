// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/restart_guard.h"

#include <algorithm>

#include "lib/base/quantity.h"

namespace ptimed {
namespace {

bool same(const EndpointAddress& a, const EndpointAddress& b) {
  return a.host == b.host && a.port == b.port;
}

std::string rounded_up(Duration d) {
  return format_duration(std::chrono::ceil<std::chrono::seconds>(d));
}

}  // namespace

void RestartGuard::on_event(const CallEntry& entry, const Event& event) {
  const auto* trip = std::get_if<BreakerTripped>(&event.body);
  if (!trip || trip->action != to_string(BreakerAction::kStop)) return;
  std::erase_if(rests_, [&](const Rest& rest) { return rest.until <= event.at; });
  rests_.push_back(
      {entry.call.id, trip->breaker, entry.local, entry.remote, event.at + trip->over});
}

std::optional<std::string> RestartGuard::refusal(const CallEntry& entry, Time now) const {
  const auto resting = std::ranges::find_if(rests_, [&](const Rest& rest) {
    return now < rest.until && (rest.id == entry.call.id ||
                                (same(rest.local, entry.local) && same(rest.remote, entry.remote)));
  });
  if (resting == rests_.end()) return std::nullopt;
  return "was stopped by its circuit breaker (" + resting->breaker + "); it may start again in " +
         rounded_up(resting->until - now) + " (RFC 8083 section 4.5)";
}

}  // namespace ptimed
