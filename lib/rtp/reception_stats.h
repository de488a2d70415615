// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Reception statistics of one source: RFC 3550 A.1 (sequence validation), A.3 (loss), A.8 (jitter).
#include <cstdint>
#include <optional>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

/// The numbers of one reception report block (RFC 3550 section 6.4.1).
struct ReceptionReport {
  uint8_t fraction_lost = 0;    ///< lost/expected of the interval since the last report, in 1/256
  int32_t cumulative_lost = 0;  ///< clamped to signed 24 bits; negative with duplicates
  uint32_t extended_highest_seq = 0;
  uint32_t jitter = 0;  ///< timestamp units
};

class ReceptionStats {
 public:
  enum class Verdict : uint8_t {
    kProbation,   ///< not yet a valid source (A.1); the packet is kept by the caller's choice
    kAccepted,    ///< counted
    kRestarted,   ///< the source jumped and two packets in a row confirm it: statistics start anew at this packet
    kJump,        ///< first packet of a possible restart; not counted
  };
  struct Result {
    Verdict verdict;
    ExtSeq seq;  ///< extended sequence number of this packet, also for late ones; meaningless for kJump
    bool duplicate = false;  ///< this very sequence number was counted before (within the last 1024)
    bool reordered = false;  ///< older than the highest seen
    int gap = 0;  ///< packets skipped between the highest before and this one; > 0 only when it is the new highest
  };

  /// `arrival` and the packet's sequence number and timestamp.
  Result on_packet(Time arrival, SeqNo seq, RtpTime timestamp);

  bool valid() const;
  /// Report for the interval since the last call, which it closes. Empty before the source is valid.
  std::optional<ReceptionReport> take_report();

  uint64_t received() const;    ///< counted packets, duplicates included (A.3)
  int64_t expected() const;     ///< extended highest - first + 1
  int64_t lost() const { return expected() - static_cast<int64_t>(received()); }
  uint64_t duplicates() const;
  uint64_t reordered() const;
  uint64_t restarts() const;
  double jitter_s() const;      ///< A.8 estimate, seconds
};

}  // namespace ptimed
