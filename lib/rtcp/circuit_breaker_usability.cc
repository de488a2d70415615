// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/circuit_breaker_usability.h"

namespace ptimed {

bool UsabilityBreaker::on_report(Time since, Time now, std::optional<double> loss,
                                 std::optional<Duration> one_way) {
  const bool unusable = (loss && *loss > limits_.loss) || (one_way && *one_way > limits_.one_way);
  if (!unusable) {
    if (loss) unusable_since_.reset();  // without a loss figure nothing says that it got better
    return false;
  }
  if (!unusable_since_) unusable_since_ = since;
  return now - *unusable_since_ >= limits_.time;
}

}  // namespace ptimed
