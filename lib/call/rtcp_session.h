// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The RTCP of one call: what to send when, and what the peer's reports say. It knows messages and
// timing; media and ptime are told to it or read from it by the call.
#include <optional>
#include <string>
#include <vector>

#include "lib/base/rng.h"
#include "lib/call/config.h"
#include "lib/call/media_receiver.h"
#include "lib/call/media_sender.h"
#include "lib/rtcp/compound.h"
#include "lib/rtcp/quick_nack.h"
#include "lib/rtcp/schedule.h"

namespace ptimed {

/// "SR ...; SDES ...": the packets of one datagram on one line.
std::string describe(const std::vector<RtcpPacket>& packets);

class RtcpSession {
 public:
  RtcpSession(const CallConfig& config, const WallClock& wall, Ssrc own, double session_bps,
              Rng& rng, Time now);

  /// When a regular report is due.
  Time next_report() const { return schedule_.next(); }
  /// What the RTCP share is of and divided by: the RTP rate, and who takes part.
  struct Membership {
    double session_bps;
    bool we_sent;       ///< RTP since the report before last
    bool peer_present;  ///< heard, and not gone by BYE
    bool peer_sends;
  };
  /// True when a report is to be sent now (RFC 3550 section 6.3.6 may put it off).
  bool report_due(Time now, const Membership& membership);

  /// SR or RR, SDES CNAME. `sender` null while this end does not send.
  std::vector<RtcpPacket> report(Time now, const MediaSender* sender, MediaReceiver& receiver);
  void on_sent(Time now, size_t datagram_bytes);
  /// Feedback outside the regular schedule: counts in the mean size, moves no timer.
  void on_sent_early(size_t datagram_bytes);

  /// What a datagram from the peer says, digested for the call.
  struct Heard {
    std::vector<ReportBlock> about_us;
    std::vector<SeqNo> nacked;
    std::optional<Bye> bye;
    std::string text;  ///< the packets, readable
  };
  std::variant<Heard, RtcpDrop> on_datagram(Time arrival, Bytes datagram);

  /// Mode quick-2005: a compound with a NACK naming the gap if the budget allows it, else empty.
  /// Its RR has no block: a block would close the report interval and show the policy more reports
  /// than the rule it reproduces gets.
  std::vector<RtcpPacket> quick_nack(Ssrc media, SeqNo first, int packets);

  std::optional<Duration> rtt() const { return rtt_; }
  std::optional<Duration> rtt_mean() const;
  /// Td of timeouts (RFC 3550 section 6.3.5), and the mean size of RTCP datagrams.
  Duration deterministic_interval() const { return schedule_.deterministic_interval(); }
  double average_size() const { return schedule_.average_size(); }
  const std::string& cname() const { return cname_; }
  bool heard_any() const { return heard_packets_ > 0; }
  bool sent_any() const { return sent_packets_ > 0; }
  bool is_quick() const { return budget_.has_value(); }
  int budget_left() const { return budget_ ? budget_->left() : 0; }
  void fill(SentSummary& sent, ReceivedSummary& received) const;

 private:
  void remember_sender_report(Time arrival, const SenderReport& sr);
  void measure_rtt(Time arrival, const ReportBlock& block);
  void digest(Time arrival, const RtcpPacket& packet, Heard& heard);
  std::vector<ReportBlock> blocks(Time now, MediaReceiver& receiver);
  size_t count_sent(size_t datagram_bytes);

  WallClock wall_;
  Ssrc own_;
  std::string cname_;
  int ip_overhead_;
  RtcpSchedule schedule_;
  std::optional<QuickNackBudget> budget_;
  struct LastSenderReport {
    Ssrc source;
    uint32_t lsr;
    Time arrival;
  };
  std::optional<LastSenderReport> last_sr_;
  std::optional<Duration> rtt_;
  Duration rtt_sum_{0};
  int64_t rtt_samples_ = 0;
  uint64_t sent_packets_ = 0, sent_octets_ = 0, nacks_sent_ = 0;
  uint64_t heard_packets_ = 0, heard_octets_ = 0, nacks_heard_ = 0;
  RtcpDropCounts drops_{};
};

}  // namespace ptimed
