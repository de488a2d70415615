// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// RFC 8083 section 4.4: speech that nobody can use any more. The RFC leaves the numbers to the
// application.
#include <optional>

#include "lib/base/time.h"

namespace ptimed {

struct UsabilityLimits {
  double loss = 0.2;                                 ///< 0..1; more is not understood
  Duration one_way{std::chrono::milliseconds(400)};  ///< G.114: not to be exceeded for speech
  Duration time{std::chrono::seconds(15)};  ///< for so long without a usable report between
  bool operator==(const UsabilityLimits&) const = default;
};

class UsabilityBreaker {
 public:
  explicit UsabilityBreaker(const UsabilityLimits& limits) : limits_(limits) {}

  /// What a report says of the time since the one before it, which began at `since`; empty what it
  /// does not say. True: it trips.
  bool on_report(Time since, Time now, std::optional<double> loss, std::optional<Duration> one_way);
  void restart() { unusable_since_.reset(); }
  /// Meaningful when it trips.
  Time unusable_since(Time now) const { return unusable_since_.value_or(now); }

 private:
  UsabilityLimits limits_;
  std::optional<Time> unusable_since_;
};

}  // namespace ptimed
