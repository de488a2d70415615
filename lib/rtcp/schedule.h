// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// When to send RTCP: RFC 3550 sections 6.2, 6.3 and A.7, with the RFC's names for its variables.
// Sans-IO; the caller says what was sent and heard and asks when to send next.
#include <optional>

#include "lib/base/rng.h"
#include "lib/base/time.h"
#include "lib/rtcp/interval.h"

namespace ptimed {

struct RtcpScheduleConfig {
  double session_bandwidth_bps = 64'000;  ///< of RTP, IP and UDP headers included
  double rtcp_fraction = 0.05;            ///< of the session bandwidth (6.2)
  /// 360 / session kbit/s seconds in place of 5 s where that is less (6.2). The first report still
  /// waits for half the minimum, randomised, as A.7 has it: for unicast 6.2 allows no delay at all
  /// (MAY), but asks for one (SHOULD) and for randomisation against endpoints that start together.
  bool reduced_minimum = false;
  /// A constant interval, the first report after it, without randomness or reconsideration (the
  /// 2005 study).
  std::optional<Duration> fixed_interval = std::nullopt;
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

  void set_members(int members, int senders);
  void set_we_sent(bool we_sent) { we_sent_ = we_sent; }
  /// Counts from the next computation of T on.
  void set_session_bandwidth(double bps);

  /// Td as a receiver, without randomisation and with the 5 s minimum, for timeouts (6.3.5).
  Duration deterministic_interval() const;
  double average_size() const { return avg_rtcp_size_; }

 private:
  Duration calculated_interval();
  double minimum_interval() const;
  RtcpIntervalInput interval_input() const;
  void count_size(double size);

  RtcpScheduleConfig config_;
  Rng& rng_;
  Time tp_;
  Time tn_;
  double avg_rtcp_size_;
  int members_ = 1;
  int senders_ = 0;
  int pmembers_ = 1;
  bool we_sent_ = false;
  bool initial_ = true;
};

}  // namespace ptimed
