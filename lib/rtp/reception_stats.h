// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Reception statistics of one source: RFC 3550 A.1 (sequence validation), A.3 (loss), A.8 (jitter).
//
// Two departures. The packets of a completed probation are counted, so that a source heard from its
// first packet on has received == expected from any sequence number; A.1 counts from the second
// one. Transit is taken at the end of a packet's media instead of its timestamp, so that a ptime
// change, which moves departures by the difference, is no jitter; with a constant ptime both give
// the same.
#include <bitset>
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
    kProbation,  ///< not yet a valid source (A.1); the packet is kept by the caller's choice
    kAccepted,   ///< counted
    kRestarted,  ///< the source jumped and two packets in a row confirm it: statistics start anew
                 ///< at this packet
    kJump,       ///< first packet of a possible restart; not counted
  };
  struct Result {
    Verdict verdict;
    ExtSeq seq;  ///< extended sequence number of this packet, also for late ones; meaningless for
                 ///< kJump
    bool duplicate =
        false;  ///< this very sequence number was counted before (within the last 1024)
    bool reordered = false;  ///< older than the highest seen
    int gap = 0;  ///< packets skipped between the highest before and this one; > 0 only when it is
                  ///< the new highest
  };

  /// `arrival` and the packet's sequence number and timestamp; `samples` is the media time it
  /// carries.
  Result on_packet(Time arrival, SeqNo seq, RtpTime timestamp, int samples = 0);

  bool valid() const { return heard_ && probation_ == 0; }
  /// Report for the interval since the last call, which it closes. Empty before the source is
  /// valid.
  std::optional<ReceptionReport> take_report();

  // Since the last restart, as A.1 resets them:
  uint64_t received() const { return received_; }  ///< counted packets, duplicates included (A.3)
  int64_t expected() const;  ///< extended highest - first + 1; 0 before the source is valid
  int64_t lost() const { return expected() - static_cast<int64_t>(received()); }
  // Over the whole life of the source, restarts included:
  uint64_t received_in_all() const { return received_before_ + received_; }
  int64_t expected_in_all() const { return expected_before_ + expected(); }
  uint64_t duplicates() const { return duplicates_; }
  uint64_t reordered() const { return reordered_; }
  uint64_t restarts() const { return restarts_; }
  double jitter_s() const { return jitter_s_; }  ///< A.8 estimate, seconds

 private:
  static constexpr int64_t kSeqMod = 1 << 16;
  static constexpr int kMaxDropout = 3000;
  static constexpr int kMaxMisorder = 100;
  static constexpr int kMinSequential = 2;
  static constexpr int64_t kDuplicateWindow = 1024;

  void init_seq(SeqNo seq);
  Result probe(SeqNo seq);
  Result advance(SeqNo seq, int step);
  Result jump(SeqNo seq);
  Result late(SeqNo seq);
  bool mark_seen(int64_t ext);
  void update_jitter(Time arrival, RtpTime media_end);
  int64_t extended_max() const { return cycles_ + max_seq_.value; }

  bool heard_ = false;
  int probation_ = kMinSequential;
  int64_t base_seq_ = 0;
  SeqNo max_seq_;
  int64_t cycles_ = 0;
  std::optional<SeqNo> bad_seq_;
  uint64_t received_ = 0;
  uint64_t received_prior_ = 0;
  int64_t expected_prior_ = 0;

  std::bitset<kDuplicateWindow> seen_;
  uint64_t received_before_ = 0;
  int64_t expected_before_ = 0;
  uint64_t duplicates_ = 0;
  uint64_t reordered_ = 0;
  uint64_t restarts_ = 0;

  struct Previous {
    Time arrival;
    RtpTime media_end;
  };
  std::optional<Previous> previous_;
  double jitter_s_ = 0;
};

}  // namespace ptimed
