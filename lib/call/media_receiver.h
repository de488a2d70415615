// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// RTP in: validation, reception statistics, clips, playout, decoding. One source is heard at a
// time; another one takes over once it has passed RFC 3550 A.1 probation.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codecs/codec.h"
#include "lib/call/config.h"
#include "lib/rtp/loss_runs.h"
#include "lib/rtp/packet.h"
#include "lib/rtp/playout.h"
#include "lib/rtp/reception_stats.h"
#include "lib/trace/call_summary.h"
#include "lib/trace/observer.h"

namespace ptimed {

class MediaReceiver {
 public:
  /// `observer` gets packets, events and audio.
  MediaReceiver(const CallConfig& config, const Codec& codec, CallObserver& observer);

  /// Packets skipped just before the one that came: what a NACK names. Empty for most packets.
  struct Gap {
    SeqNo first;
    int packets = 0;
  };
  Gap on_rtp(Time arrival, Bytes datagram);
  /// The source said BYE: its clips are closed, its statistics stay.
  void on_bye(Time now);
  bool source_gone() const { return gone_; }
  /// No media is expected but what is under way: an empty buffer is the end, not a loss.
  void expect_end() { ending_ = true; }

  /// kNever once all that is to come has been played: what follows is no loss.
  Time next_slot() const {
    return (gone_ || ending_) && playout_.drained() ? kNever : playout_.next_slot();
  }
  void play_due(Time now);
  /// Plays what waits and closes open clips.
  void finish(Time now);

  /// The source being heard; empty before the first packet.
  std::optional<Ssrc> source() const;
  /// Closes the report interval (RFC 3550 A.3). Empty before the source is valid.
  std::optional<ReceptionReport> take_report();
  void fill(ReceivedSummary& out) const;

 private:
  struct Source {
    explicit Source(Ssrc id) : ssrc(id) {}
    Ssrc ssrc;
    ReceptionStats stats;
  };

  std::optional<ReceptionStats::Result> count(Time arrival, const RtpPacketView& packet,
                                              int samples);
  std::optional<ReceptionStats::Result> count_candidate(Time arrival, const RtpPacketView& packet,
                                                        int samples);
  void accept(Time arrival, const RtpPacketView& packet, const std::vector<Bytes>& frames,
              const ReceptionStats::Result& counted, int ip_bytes);
  void start_anew(Time now, std::string_view what);
  void note_ptime(Time now, Ptime ptime);
  void keep_totals();
  void report_clips(Time now);
  void report_adjustments();
  void play_slot(Time now);
  void discard(std::string_view cause) { discarded_[std::string(cause)] += 1; }

  const Codec& codec_;
  CallObserver& observer_;
  int ip_overhead_;
  std::unique_ptr<Decoder> decoder_;
  std::optional<Source> current_;
  std::optional<Source> candidate_;
  LossRuns loss_runs_;
  PlayoutBuffer playout_;
  Ptime ptime_{0};
  bool announced_ = false;
  bool ending_ = false;
  bool gone_ = false;        ///< the source being heard has said BYE
  ReceivedSummary earlier_;  ///< totals of sources heard before the current one
  uint64_t restarts_ = 0;
  std::map<std::string, uint64_t> discarded_;
  Duration playout_delay_sum_{0};
  uint64_t playout_delay_samples_ = 0;
};

}  // namespace ptimed
