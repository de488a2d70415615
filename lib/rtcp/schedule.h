// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// When to send RTCP: RFC 3550 sections 6.2, 6.3 and A.7, with the RFC's names for its variables.
// Sans-IO; the caller says what was sent and heard and asks when to send next.
#include <cstdint>
#include <optional>

#include "lib/base/rng.h"
#include "lib/base/time.h"
#include "lib/rtcp/interval.h"

namespace ptimed {

/// How long the first report waits, before randomisation (6.2).
enum class RtcpFirstInterval : uint8_t {
  kHalf,    ///< half the minimum, as A.7 has it
  kWhole,   ///< the whole minimum: half is a SHOULD
  kAtOnce,  ///< no wait: a MAY, for unicast sessions only
};

struct RtcpScheduleConfig {
  double session_bandwidth_bps = 64'000;  ///< of RTP, IP and UDP headers included
  double rtcp_fraction = 0.05;            ///< of the session bandwidth (6.2)
  /// 360 / session kbit/s seconds in place of 5 s where that is less (6.2).
  bool reduced_minimum = false;
  /// A constant interval, the first report after it, without randomness or reconsideration (the
  /// 2005 study).
  std::optional<Duration> fixed_interval = std::nullopt;
  RtcpFirstInterval first_interval = RtcpFirstInterval::kHalf;
  /// S and R (RFC 3556) in place of rtcp_fraction and the quarter for senders.
  std::optional<RtcpBandwidth> bandwidth = std::nullopt;
  /// Profile AVPF: Tmin until the first RTCP packet was sent; after it Tmin is 0 (RFC 4585 section
  /// 3.5.1: 1 s, or 0 point to point). The minima above have no part in it.
  std::optional<Duration> avpf_initial_minimum = std::nullopt;
  /// The Regular packet that an Early one replaces goes through timer reconsideration as if it were
  /// sent. By the letter of RFC 4585 section 3.5.2 step 6, tn = tp + 2 * T_rr, its interval is a
  /// single draw of T, 18 % shorter on average than reconsideration makes it, and members with
  /// feedback in every interval take 5.5 % in place of 5 %.
  bool reconsider_skipped = true;
};

class RtcpSchedule {
 public:
  /// The session begins at `now`; `first_size` is the expected size of the first compound, UDP and
  /// IP included.
  RtcpSchedule(const RtcpScheduleConfig& config, Time now, double first_size, Rng& rng);

  /// tn: when on_timer is due.
  Time next() const { return tn_; }
  /// tn has come. True: send a compound now and then call on_sent. False: reconsidered, next() has
  /// moved.
  bool on_timer(Time now);
  /// Sizes in octets with UDP and IP headers. Each counts 1/16 in the average (6.3.3, 6.3.6).
  void on_sent(Time now, double size);
  void on_received(double size);

  /// A Regular packet was due but is withheld (RFC 4585 section 3.5.3, 2c): tp and tn go on.
  void on_suppressed(Time now);
  /// An Early packet was sent: it takes the place of the next Regular one (RFC 4585 section 3.5.2
  /// step 6).
  void on_sent_early(double size);

  void set_members(int members, int senders);
  void set_we_sent(bool we_sent) { we_sent_ = we_sent; }
  /// Reverse reconsideration (6.3.4): after a BYE, a timeout (6.3.5) or the first RTP packet of our
  /// own (6.3.8). Brings tn and tp nearer to `now` where members fell below pmembers.
  void reverse_reconsider(Time now);
  /// Counts from the next computation of T on.
  void set_session_bandwidth(double bps);

  /// Td as a receiver, without randomisation and with the 5 s minimum, for timeouts (6.3.5).
  Duration deterministic_interval() const;
  double average_size() const { return avg_rtcp_size_; }
  Time previous() const { return tp_; }
  /// T as computed last: T_rr of RFC 4585 section 3.4 e.
  Duration last_interval() const { return t_; }
  int members() const { return members_; }
  int previous_members() const { return pmembers_; }

 private:
  Duration calculated_interval();
  Duration draw_interval();
  void skip_reconsidered();
  double minimum_interval() const;
  RtcpIntervalInput interval_input() const;
  void count_size(double size);

  RtcpScheduleConfig config_;
  Rng& rng_;
  Time tp_;
  Time tn_;
  Duration t_{0};
  double avg_rtcp_size_;
  int members_ = 1;
  int senders_ = 0;
  int pmembers_ = 1;
  bool we_sent_ = false;
  bool initial_ = true;
};

}  // namespace ptimed
