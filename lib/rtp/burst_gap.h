// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Bursts and gaps as RFC 3611 section 4.7.2 defines them, scanned exactly and as the packets come.
// The counters of appendix A.2 count the same bursts, but only those that a later loss has closed,
// and their gaps leave out the last one.
#include <cstdint>

#include "lib/base/time.h"

namespace ptimed {

enum class PacketFate : uint8_t {
  kReceived,
  kLost,
  kDiscarded,  ///< came too late to be played; duplicates are no packets of their own
};

struct BurstGapMetrics {
  int64_t expected = 0, received = 0, lost = 0, discarded = 0;
  int64_t bursts = 0, gaps = 0;
  // 0..1, and 0 while no packet has come at all, as 4.7.1 and 4.7.2 demand.
  double loss_rate = 0, discard_rate = 0;     ///< of the packets expected
  double burst_density = 0, gap_density = 0;  ///< missing, of the packets within bursts, gaps
  /// Means in media time; 0 where there are none.
  Duration burst_duration{0}, gap_duration{0};
};

class BurstGapScan {
 public:
  static constexpr int kGmin = 16;  ///< RECOMMENDED in 4.7.2
  explicit BurstGapScan(int gmin = kGmin);

  /// The next packet in sequence order, and the media time it carries or would have carried.
  void on_packet(PacketFate fate, Duration length);
  /// Of all packets so far, as if Gmin received ones came before and after them (4.7.2).
  BurstGapMetrics metrics() const;

 private:
  struct Stretch {
    int64_t packets = 0, missing = 0;
    Duration length{0};
    void add(const Stretch& other);
  };
  void settle();

  int gmin_;
  int64_t received_ = 0, lost_ = 0, discarded_ = 0;
  /// From a missing packet to the last missing one that fewer than Gmin received ones part from it.
  Stretch open_;
  Stretch good_;  ///< received since the last missing packet, while fewer than Gmin
  Stretch gap_;   ///< since the last burst
  Stretch all_bursts_, all_gaps_;
  int64_t bursts_ = 0, gaps_ = 0;
};

}  // namespace ptimed
