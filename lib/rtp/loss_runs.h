// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Clips: runs of consecutive lost packets of one source, in packets and in media time. A packet
// counts as lost when it has not come by the time `reorder_window` later packets have, so
// reordering makes no clip.
#include <cstdint>
#include <map>
#include <optional>
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
  /// Closes what is still open: packets missing below the highest are lost. Called at the end and
  /// at a restart.
  void finish();
  /// Runs closed since the last call.
  std::vector<LossRun> take_closed();

  uint64_t runs() const { return runs_; }                     ///< clips so far
  uint64_t packets() const { return packets_; }               ///< packets lost in them
  std::chrono::milliseconds total() const { return total_; }  ///< media time lost
  std::chrono::milliseconds longest() const { return longest_; }
  /// Clip lengths: packets in the run -> how many runs.
  const std::map<int, uint64_t>& histogram() const { return histogram_; }

 private:
  struct Packet {
    ExtSeq seq;
    RtpTime timestamp;
    int samples;
  };
  /// The lowest waiting packet can have no earlier one to come: what is missing before it is a run.
  void settle_lowest();
  void close(const Packet& before, const Packet& after);

  size_t reorder_window_;
  std::vector<Packet>
      waiting_;  ///< the highest packets seen, ascending; at most reorder_window - 1
  std::optional<Packet> settled_;
  std::vector<LossRun> closed_;
  uint64_t runs_ = 0;
  uint64_t packets_ = 0;
  std::chrono::milliseconds total_{0};
  std::chrono::milliseconds longest_{0};
  std::map<int, uint64_t> histogram_;
};

}  // namespace ptimed
