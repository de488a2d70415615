// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The budgeted immediate NACK of "VoIP congestion control by changing packet size" (2005), mode
// quick-2005: one NACK per gap seen on arrival as long as the budget lasts; refilled at every
// report timer to floor(interval * share * session bandwidth / size of one RTCP packet).
#include <cstdint>

#include "lib/base/time.h"

namespace ptimed {

struct QuickNackConfig {
  double share =
      0.025;  ///< of the session bandwidth for feedback, each direction (the paper's 2.5 %)
  Duration window = std::chrono::seconds(5);  ///< refill period
  int packet_bytes = 96;  ///< size counted for one feedback packet, IP and UDP included
};

class QuickNackBudget {
 public:
  QuickNackBudget(const QuickNackConfig& config, double session_bandwidth_bps);

  /// A window begins; the budget is set anew, nothing carries over.
  void refill(double session_bandwidth_bps);
  /// Takes one NACK from the budget; false when it is used up, which is counted.
  bool take();

  int left() const { return left_; }
  uint64_t denied() const { return denied_; }

 private:
  QuickNackConfig config_;
  int left_ = 0;
  uint64_t denied_ = 0;
};

}  // namespace ptimed
