// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// RFC 8083 sections 4.1 and 4.2: nothing comes back, and nothing gets there.
#include <cstdint>
#include <optional>

#include "lib/base/time.h"

namespace ptimed {

/// #1: no report on our SSRC for three deterministic intervals while sending.
class RtcpTimeoutBreaker {
 public:
  /// A report on our SSRC, or feedback that counts as one here (section 5).
  void on_heard(Time now) { quiet_since_ = now; }
  /// When it trips unless something is heard, for a spell of sending since `sending_since`.
  Time due(Time sending_since, Duration timeout) const;
  /// Begins to count anew.
  void restart(Time now) { quiet_since_ = now; }
  Time quiet_since(Time sending_since) const;

 private:
  std::optional<Time> quiet_since_;
};

/// #2: MEDIA_TIMEOUT consecutive reports whose extended highest sequence number does not rise.
class MediaTimeoutBreaker {
 public:
  /// A report on our SSRC while sending; `timeout` is MEDIA_TIMEOUT as of now. True: it trips.
  bool on_report(Time now, uint32_t extended_highest_seq, int timeout);
  /// Sending has stopped: what the reports say is no sign any more.
  void cancel();
  int stalled() const { return stalled_; }
  /// The last report that showed progress, or the first of all.
  Time progress() const { return progress_; }

 private:
  std::optional<uint32_t> highest_;
  Time progress_{};
  int timeout_ = 0;
  int stalled_ = 0;
};

}  // namespace ptimed
