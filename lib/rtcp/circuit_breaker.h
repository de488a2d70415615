// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The four circuit breakers of RFC 8083 for one stream being sent, and the last of them for one
// being received. Sans-IO: told what was sent and heard, it says when one trips; what is done then
// is the caller's business. A breaker that has tripped begins to measure anew.
#include <optional>
#include <string>
#include <string_view>

#include "lib/base/time.h"
#include "lib/base/units.h"
#include "lib/rtcp/circuit_breaker_congestion.h"
#include "lib/rtcp/circuit_breaker_rules.h"
#include "lib/rtcp/circuit_breaker_stream.h"
#include "lib/rtcp/circuit_breaker_timeouts.h"
#include "lib/rtcp/circuit_breaker_usability.h"
#include "lib/rtcp/report_block.h"

namespace ptimed {

enum class Breaker : uint8_t { kRtcpTimeout, kMediaTimeout, kCongestion, kUsability };
/// "rtcp timeout", "media timeout", "congestion", "usability".
std::string_view to_string(Breaker breaker);

struct BreakerTrip {
  Breaker breaker;
  Duration over{0};  ///< the triggering interval: what it was measured over
  std::optional<double> loss = std::nullopt;  ///< 0..1
  std::optional<Duration> rtt =
      std::nullopt;  ///< Tr; of usability half of it, the last one, is judged
  std::optional<double> rate = std::nullopt, tcp_throughput = std::nullopt;  ///< octets/s
  std::string text = {};  ///< the figures, for a person
};

class CircuitBreaker {
 public:
  explicit CircuitBreaker(const UsabilityLimits& limits);

  /// `octets` of RTP, header included.
  void on_packet_sent(Time now, size_t octets, Ptime ptime);
  /// What shows that receiver and return path work without reporting on our SSRC: reduced-size RTCP
  /// (section 5) and feedback on our stream.
  void on_feedback(Time now) { rtcp_timeout_.on_heard(now); }
  /// A report block on our SSRC, the round trip it gave, and the intervals as of now.
  std::optional<BreakerTrip> on_report(Time now, const ReportBlock& block,
                                       std::optional<Duration> rtt,
                                       const BreakerIntervals& intervals);
  /// As a receiver (section 4.4): the share lost, 0..1, of what the peer sent since this was last
  /// called.
  std::optional<BreakerTrip> on_reception(Time now, double loss);
  std::optional<BreakerTrip> on_timer(Time now);
  /// When the RTCP timeout is due if nothing else happens.
  Time next_timeout() const;

  /// The rate was cut after a congestion trip: another CB_INTERVAL of reports decides.
  void on_rate_cut() { watches_cut_ = true; }
  /// From a cut until those reports have come and not tripped it again.
  bool watches_cut() const { return watches_cut_; }
  /// Tr; empty before the first.
  std::optional<Duration> rtt() const { return tr_; }

 private:
  std::optional<BreakerTrip> judge_media(Time now, uint32_t extended_highest_seq);
  std::optional<BreakerTrip> judge_congestion(Time now, double fraction_lost);
  std::optional<BreakerTrip> judge_usability(Time since, Time now, double fraction_lost,
                                             std::optional<Duration> rtt);
  void forget_stream(Time now);
  void smooth(std::optional<Duration> rtt);

  BreakerIntervals intervals_;
  SentStream stream_;
  RtcpTimeoutBreaker rtcp_timeout_;
  MediaTimeoutBreaker media_;
  CongestionBreaker congestion_;
  UsabilityBreaker usability_, usability_received_;
  std::optional<Duration> tr_;
  int cb_interval_;
  std::optional<Time> last_report_, last_reception_;
  bool watches_cut_ = false;
};

}  // namespace ptimed
