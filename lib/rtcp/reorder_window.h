// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// From missing sequence numbers to NACKs: a packet that is merely out of order is not asked for,
// and a lost one only a few times. RFC 4585 says neither how long to wait nor how often to ask.
#include <deque>
#include <optional>
#include <vector>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

struct ReorderWindowConfig {
  /// A packet counts as lost when more later ones than this have come, or ...
  int packets = 2;
  /// ... this long after the first later one, whichever is first.
  Duration wait = std::chrono::milliseconds(20);
  /// Longest gap that is told packet by packet; a longer one is an outage, and only its newest
  /// packets are.
  int longest_gap = 64;
  int nacks_per_loss = 1;
  /// Between two NACKs for one packet.
  Duration repeat = std::chrono::milliseconds(500);
};

class ReorderWindow {
 public:
  explicit ReorderWindow(const ReorderWindowConfig& config);

  /// A packet of the stream; `seq` extended (RFC 3550 A.1).
  void on_packet(Time now, ExtSeq seq);
  /// Packets to be asked for by now, in order, each at most nacks_per_loss times.
  std::vector<ExtSeq> take(Time now);
  /// When take() has something to say without a further packet; kNever when nothing is missing.
  Time next() const;
  int missing() const { return static_cast<int>(gaps_.size()); }

 private:
  struct Missing {
    ExtSeq seq;
    Time due;
    int later = 0;  ///< packets beyond it that have come
    int asked = 0;
  };
  std::optional<ExtSeq> highest_;
  ReorderWindowConfig config_;
  std::deque<Missing> gaps_;  ///< in order of seq
};

}  // namespace ptimed
