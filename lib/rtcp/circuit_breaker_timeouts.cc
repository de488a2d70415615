// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/circuit_breaker_timeouts.h"

#include <algorithm>

namespace ptimed {

Time RtcpTimeoutBreaker::quiet_since(Time sending_since) const {
  return std::max(sending_since, quiet_since_.value_or(sending_since));
}

Time RtcpTimeoutBreaker::due(Time sending_since, Duration timeout) const {
  return quiet_since(sending_since) + timeout;
}

bool MediaTimeoutBreaker::on_report(Time now, uint32_t extended_highest_seq, int timeout) {
  // Against the report before and modulo 2^32: a receiver that counts anew is stalled once at most.
  const bool progressed = !highest_ || static_cast<int32_t>(extended_highest_seq - *highest_) > 0;
  highest_ = extended_highest_seq;
  if (progressed) {
    progress_ = now;
    stalled_ = 0;
    timeout_ = timeout;
    return false;
  }
  timeout_ = std::max(timeout_, timeout);  // reconsidered: a stalled report can only extend it
  return ++stalled_ >= timeout_;
}

void MediaTimeoutBreaker::cancel() {
  highest_.reset();
  stalled_ = 0;
}

}  // namespace ptimed
