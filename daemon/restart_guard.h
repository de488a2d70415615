// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// RFC 8083 section 4.5: a flow that a circuit breaker has stopped is not started again for as long
// as it took to trip it.
#include <optional>
#include <string>
#include <vector>

#include "lib/base/time.h"
#include "lib/call/config.h"
#include "lib/trace/event.h"

namespace ptimed {

class RestartGuard {
 public:
  /// An event of a call; those that stop it by a breaker are kept.
  void on_event(const CallEntry& entry, const Event& event);
  /// Why this call may not start at `now`, or nothing. It is the same flow when it has the id or
  /// the two addresses of the stopped one.
  std::optional<std::string> refusal(const CallEntry& entry, Time now) const;

 private:
  struct Rest {
    std::string id, breaker;
    EndpointAddress local, remote;
    Time until;
  };
  std::vector<Rest> rests_;
};

}  // namespace ptimed
