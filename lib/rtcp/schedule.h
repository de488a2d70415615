// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// When to send RTCP: RFC 3550 sections 6.2, 6.3 and A.7, with the RFC's names for its variables. Sans-IO; the caller
// says what was sent and heard and asks when to send next.
#include <optional>

#include "lib/base/rng.h"
#include "lib/base/time.h"

namespace ptimed {

struct RtcpScheduleConfig {
  double session_bandwidth_bps = 64'000;  ///< of RTP, IP and UDP headers included
  double rtcp_fraction = 0.05;            ///< of the session bandwidth (6.2)
  bool reduced_minimum = false;           ///< 360 / session kbit/s seconds in place of 5 s (6.2)
  std::optional<Duration> fixed_interval; ///< a constant interval, first report after it, without randomness (the 2005 study)
};

class RtcpSchedule {
 public:
  /// The session begins at `now`; `first_size` is the expected size of the first compound, UDP and IP included.
  RtcpSchedule(const RtcpScheduleConfig& config, Time now, double first_size, Rng& rng);

  /// tn: when on_timer is due.
  Time next() const { return tn_; }
  /// tn has come. True: send a compound now and then call on_sent. False: reconsidered, next() has moved.
  bool on_timer(Time now);
  /// Sizes in octets with UDP and IP headers.
  void on_sent(Time now, double size);
  void on_received(double size);

  void set_members(int members, int senders);
  void set_we_sent(bool we_sent) { we_sent_ = we_sent; }
  void set_session_bandwidth(double bps);

  /// Td without randomisation and with the 5 s minimum, for timeouts (6.3.5).
  Duration deterministic_interval() const;
  double average_size() const { return avg_rtcp_size_; }

 private:
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
