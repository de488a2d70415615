// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/circuit_breaker.h"

#include <algorithm>
#include <cstdio>

namespace ptimed {
namespace {

template <class... Values>
std::string format(const char* form, Values... values) {
  char text[160];
  std::snprintf(text, sizeof text, form, values...);
  return text;
}

double kbit(double octets_per_second) { return octets_per_second * 8 / 1000; }

/// A talker without a packet for longer than two of them has stopped sending for now: a report
/// without progress is no sign of trouble then.
Duration longest_gap(const SentStream& stream, Time now) { return 2 * stream.frame_interval(now); }

}  // namespace

std::string_view to_string(Breaker breaker) {
  switch (breaker) {
    case Breaker::kRtcpTimeout:
      return "rtcp timeout";
    case Breaker::kMediaTimeout:
      return "media timeout";
    case Breaker::kCongestion:
      return "congestion";
    case Breaker::kUsability:
      break;
  }
  return "usability";
}

CircuitBreaker::CircuitBreaker(const UsabilityLimits& limits)
    : usability_(limits),
      usability_received_(limits),
      cb_interval_(cb_interval(intervals_, Duration{0}, Duration{0})) {}

void CircuitBreaker::on_packet_sent(Time now, size_t octets, Ptime ptime) {
  stream_.on_packet(now, octets, ptime, intervals_.td);
}

std::optional<BreakerTrip> CircuitBreaker::on_report(Time now, const ReportBlock& block,
                                                     std::optional<Duration> rtt,
                                                     const BreakerIntervals& intervals) {
  rtcp_timeout_.on_heard(now);
  intervals_ = intervals;
  smooth(rtt);
  if (!stream_.sending_since(now, longest_gap(stream_, now))) {
    forget_stream(now);
    return std::nullopt;
  }
  const double fraction_lost = block.fraction_lost / 256.0;
  const Time since = last_report_.value_or(*stream_.sending_since(now, intervals_.td));
  last_report_ = now;
  auto media = judge_media(now, block.extended_highest_seq);
  auto congestion = judge_congestion(now, fraction_lost);
  auto usability = judge_usability(since, now, fraction_lost, rtt);
  cb_interval_ = cb_interval(intervals_, stream_.frame_interval(now), tr_.value_or(Duration{0}));
  return media ? media : congestion ? congestion : usability;
}

void CircuitBreaker::smooth(std::optional<Duration> rtt) {
  if (!rtt) return;
  tr_ = tr_ ? (4 * *tr_ + *rtt) / 5 : *rtt;  // 0.8 * Tr + 0.2 * Tr_new
}

void CircuitBreaker::forget_stream(Time now) {
  last_report_ = now;
  media_.cancel();
  congestion_.restart();
  usability_.restart();
}

std::optional<BreakerTrip> CircuitBreaker::judge_media(Time now, uint32_t extended_highest_seq) {
  const int timeout =
      media_timeout(intervals_, stream_.frame_interval(now), tr_.value_or(Duration{0}));
  if (!media_.on_report(now, extended_highest_seq, timeout)) return std::nullopt;
  BreakerTrip trip{.breaker = Breaker::kMediaTimeout, .over = now - media_.progress(), .rtt = tr_};
  trip.text = format("%d reports in %.1f s show nothing of what was sent", media_.stalled(),
                     to_seconds(trip.over));
  media_.cancel();
  return trip;
}

std::optional<BreakerTrip> CircuitBreaker::judge_congestion(Time now, double fraction_lost) {
  const auto verdict =
      congestion_.on_report({.at = now,
                             .fraction_lost = fraction_lost,
                             .packets = stream_.packets(),
                             .octets = stream_.octets(),
                             .rtt = tr_,
                             .packet_size = stream_.packet_size(),
                             .rarest = std::max(intervals_.tdr, tr_.value_or(Duration{0}))},
                            cb_interval_);
  if (!verdict) return std::nullopt;
  if (!verdict->trips) {
    watches_cut_ = false;
    return std::nullopt;
  }
  congestion_.restart();
  BreakerTrip trip{.breaker = Breaker::kCongestion,
                   .over = verdict->over,
                   .loss = verdict->loss,
                   .rtt = tr_,
                   .rate = verdict->rate,
                   .tcp_throughput = verdict->tcp_throughput};
  trip.text =
      format("%.1f kbit/s at %.1f %% loss and %.0f ms round trip, where TCP would get %.1f",
             kbit(verdict->rate), 100 * verdict->loss, to_ms(*tr_), kbit(verdict->tcp_throughput));
  return trip;
}

std::optional<BreakerTrip> CircuitBreaker::judge_usability(Time since, Time now,
                                                           double fraction_lost,
                                                           std::optional<Duration> rtt) {
  // A report that saw nothing new says nothing about loss.
  const auto loss = media_.stalled() == 0 ? std::optional(fraction_lost) : std::nullopt;
  const auto one_way = rtt ? std::optional(*rtt / 2) : std::nullopt;
  if (!usability_.on_report(since, now, loss, one_way)) return std::nullopt;
  BreakerTrip trip{.breaker = Breaker::kUsability,
                   .over = now - usability_.unusable_since(now),
                   .loss = loss,
                   .rtt = rtt};
  trip.text = "unusable at the far end for " + format("%.1f s", to_seconds(trip.over));
  if (loss) trip.text += format(": loss %.1f %%", 100 * *loss);
  if (one_way) trip.text += format("%s one way %.0f ms", loss ? "," : ":", to_ms(*one_way));
  usability_.restart();
  return trip;
}

std::optional<BreakerTrip> CircuitBreaker::on_reception(Time now, double loss) {
  const Time since = last_reception_.value_or(now);
  last_reception_ = now;
  if (!usability_received_.on_report(since, now, loss, std::nullopt)) return std::nullopt;
  BreakerTrip trip{.breaker = Breaker::kUsability,
                   .over = now - usability_received_.unusable_since(now),
                   .loss = loss};
  trip.text =
      format("unusable as received for %.1f s: loss %.1f %%", to_seconds(trip.over), 100 * loss);
  usability_received_.restart();
  return trip;
}

Time CircuitBreaker::next_timeout() const {
  const auto since = stream_.spell();
  if (!since) return kNever;
  const Time due = rtcp_timeout_.due(*since, rtcp_timeout(intervals_));
  return stream_.sending_since(due, intervals_.td) ? due : kNever;
}

std::optional<BreakerTrip> CircuitBreaker::on_timer(Time now) {
  const Time due = next_timeout();
  if (now < due) return std::nullopt;
  const Time quiet_since = rtcp_timeout_.quiet_since(*stream_.spell());
  rtcp_timeout_.restart(now);
  BreakerTrip trip{.breaker = Breaker::kRtcpTimeout, .over = now - quiet_since, .rtt = tr_};
  trip.text = format("no report for %.1f s while sending", to_seconds(trip.over));
  return trip;
}

}  // namespace ptimed
