// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/circuit_breaker_congestion.h"

#include "lib/rtcp/circuit_breaker_rules.h"

namespace ptimed {

std::optional<CongestionBreaker::Verdict> CongestionBreaker::on_report(const Report& report,
                                                                       int interval) {
  if (last_)
    spans_.push_back({report.at - last_->at, report.fraction_lost, report.packets - last_->packets,
                      report.octets - last_->octets});
  last_ = report;
  const auto wanted = static_cast<size_t>(interval);
  while (spans_.size() > wanted) spans_.pop_front();
  if (spans_.size() < wanted || !report.rtt) return std::nullopt;

  double weighted_loss = 0, seconds = 0, packets = 0, octets = 0;
  for (const Span& span : spans_) {
    weighted_loss += span.fraction_lost * to_seconds(span.length);
    seconds += to_seconds(span.length);
    packets += static_cast<double>(span.packets);
    octets += static_cast<double>(span.octets);
  }
  if (seconds <= 0 || packets * to_seconds(report.rarest) < seconds) return std::nullopt;
  const double p = weighted_loss / seconds, rate = octets / seconds;
  const double x = tcp_throughput(report.packet_size, *report.rtt, p);
  return Verdict{.loss = p,
                 .rate = rate,
                 .tcp_throughput = x,
                 .over = from_seconds(seconds),
                 .trips = rate > kTcpMargin * x};
}

}  // namespace ptimed
