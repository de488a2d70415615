// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Clips: runs of consecutive lost packets of one source, in packets and in media time. A packet counts as lost when
// it has not come by the time `reorder_window` later packets have, so reordering makes no clip.
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "lib/base/units.h"

namespace ptimed {

struct LossRun {
  ExtSeq first;
  int packets = 0;
  std::chrono::milliseconds length{0};  ///< media time lost, from the timestamps around the run
};

class LossRuns {
 public:
  explicit LossRuns(int reorder_window = 32);

  /// A counted packet. `samples` is the media time it carries.
  void on_packet(ExtSeq seq, RtpTime timestamp, int samples);
  /// Closes what is still open: packets missing below the highest are lost. Called at the end and at a restart.
  void finish();
  /// Runs closed since the last call.
  std::vector<LossRun> take_closed();

  uint64_t runs() const;                            ///< clips so far
  uint64_t packets() const;                         ///< packets lost in them
  std::chrono::milliseconds total() const;          ///< media time lost
  std::chrono::milliseconds longest() const;
  /// Clip lengths: packets in the run -> how many runs.
  const std::map<int, uint64_t>& histogram() const;
};

}  // namespace ptimed
