// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What the circuit breakers know of the stream being sent: whether it is being sent at all, Tf and
// s (RFC 8083 section 3), and how much went out.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

class SentStream {
 public:
  /// A stream that sends nothing for `longest_pause` has stopped.
  void on_packet(Time now, size_t octets, Ptime ptime, Duration longest_pause);
  /// When the latest spell of sending began; empty before the first packet.
  std::optional<Time> spell() const { return since_; }
  /// The same, but empty when it has ended by `now`.
  std::optional<Time> sending_since(Time now, Duration longest_pause) const;

  /// Tf: the longest inter-frame interval used in the last 10 seconds.
  Duration frame_interval(Time now) const;
  /// s: mean octets of the last 4 * G packets; 0 before the first.
  double packet_size() const;
  uint64_t packets() const { return packets_; }
  uint64_t octets() const { return octets_; }

 private:
  static constexpr size_t kSizes = 4;
  std::optional<Time> since_, last_;
  std::map<Ptime, Time> last_use_;  ///< of each ptime
  std::array<size_t, kSizes> sizes_{};
  uint64_t packets_ = 0, octets_ = 0;
};

}  // namespace ptimed
