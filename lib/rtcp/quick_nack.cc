// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/quick_nack.h"

#include <cassert>
#include <cmath>

namespace ptimed {

QuickNackBudget::QuickNackBudget(const QuickNackConfig& config, double session_bandwidth_bps)
    : config_(config) {
  assert(config.packet_bytes > 0);
  refill(session_bandwidth_bps);
}

void QuickNackBudget::refill(double session_bandwidth_bps) {
  const double bytes = to_seconds(config_.window) * config_.share * session_bandwidth_bps / 8;
  constexpr double kRounding =
      1e-9;  // 0.025 has no exact binary form; a whole number must stay one
  left_ = static_cast<int>(std::floor(bytes / config_.packet_bytes + kRounding));
}

bool QuickNackBudget::take() {
  if (left_ <= 0) {
    ++denied_;
    return false;
  }
  --left_;
  return true;
}

}  // namespace ptimed
