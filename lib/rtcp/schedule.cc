// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/schedule.h"

#include <algorithm>
#include <cassert>

namespace ptimed {
namespace {

/// Stands for "never" where the RTCP bandwidth is 0; five of them still fit a Duration.
constexpr double kLongestInterval = 10.0 * 365 * 24 * 3600;

Duration to_interval(double seconds) { return from_seconds(std::min(seconds, kLongestInterval)); }

}  // namespace

RtcpSchedule::RtcpSchedule(const RtcpScheduleConfig& config, Time now, double first_size, Rng& rng)
    : config_(config), rng_(rng), tp_(now), avg_rtcp_size_(first_size) {
  assert(!config.fixed_interval || *config.fixed_interval > Duration::zero());
  assert(!(config.fixed_interval && config.avpf_initial_minimum));
  tn_ = now + calculated_interval();
}

bool RtcpSchedule::on_timer(Time now) {
  if (now < tn_) return false;
  if (config_.fixed_interval) return true;
  // Timer reconsideration (6.3.6): a new T decides whether now is late enough.
  tn_ = tp_ + calculated_interval();
  pmembers_ = members_;
  return tn_ <= now;
}

void RtcpSchedule::on_sent(Time now, double size) {
  count_size(size);
  // A.7 draws the next T while still initial; RFC 4585 section 3.5.3 sets Tmin to 0 before.
  if (config_.avpf_initial_minimum || config_.first_interval == RtcpFirstInterval::kAtOnce)
    initial_ = false;
  on_suppressed(now);
  initial_ = false;
}

void RtcpSchedule::on_suppressed(Time now) {
  if (config_.fixed_interval) {
    while (tn_ <= now) tn_ += *config_.fixed_interval;
  } else {
    tp_ = now;
    tn_ = now + calculated_interval();
  }
}

void RtcpSchedule::on_sent_early(double size) {
  count_size(size);
  initial_ = false;
  if (config_.reconsider_skipped) return skip_reconsidered();
  const Time skipped = tn_;
  tn_ = tp_ + 2 * t_;
  tp_ = skipped;
}

void RtcpSchedule::skip_reconsidered() {
  while (tp_ + calculated_interval() > tn_) tn_ = tp_ + t_;
  tp_ = tn_;
  tn_ = tp_ + calculated_interval();
}

void RtcpSchedule::on_received(double size) { count_size(size); }

void RtcpSchedule::set_members(int members, int senders) {
  assert(members >= 1 && senders >= 0 && senders <= members);
  members_ = members;
  senders_ = senders;
}

void RtcpSchedule::reverse_reconsider(Time now) {
  if (config_.fixed_interval || members_ >= pmembers_) return;
  const double left = static_cast<double>(members_) / pmembers_;
  tn_ = now + from_seconds(left * to_seconds(tn_ - now));
  tp_ = now - from_seconds(left * to_seconds(now - tp_));
  pmembers_ = members_;
}

void RtcpSchedule::set_session_bandwidth(double bps) { config_.session_bandwidth_bps = bps; }

Duration RtcpSchedule::deterministic_interval() const {
  RtcpIntervalInput as_receiver = interval_input();
  as_receiver.we_sent = false;
  const Duration td = to_interval(deterministic_rtcp_interval(as_receiver, kRtcpMinTime));
  return std::max(td, config_.fixed_interval.value_or(Duration::zero()));
}

Duration RtcpSchedule::calculated_interval() { return t_ = draw_interval(); }

Duration RtcpSchedule::draw_interval() {
  if (config_.fixed_interval) return *config_.fixed_interval;
  if (initial_ && config_.first_interval == RtcpFirstInterval::kAtOnce) return Duration::zero();
  const double td = deterministic_rtcp_interval(interval_input(), minimum_interval());
  return to_interval(randomised_rtcp_interval(td, rng_));
}

double RtcpSchedule::minimum_interval() const {
  if (config_.avpf_initial_minimum) return initial_ ? to_seconds(*config_.avpf_initial_minimum) : 0;
  const double minimum =
      config_.reduced_minimum ? reduced_rtcp_minimum(config_.session_bandwidth_bps) : kRtcpMinTime;
  const bool halved = initial_ && config_.first_interval == RtcpFirstInterval::kHalf;
  return halved ? minimum / 2 : minimum;
}

RtcpIntervalInput RtcpSchedule::interval_input() const {
  RtcpIntervalInput in{.members = members_,
                       .senders = senders_,
                       .we_sent = we_sent_,
                       .rtcp_bw = config_.rtcp_fraction * config_.session_bandwidth_bps / 8,
                       .avg_rtcp_size = avg_rtcp_size_};
  if (config_.bandwidth) {
    in.rtcp_bw = config_.bandwidth->total_bps() / 8;
    in.sender_fraction = config_.bandwidth->sender_fraction();
  }
  return in;
}

void RtcpSchedule::count_size(double size) { avg_rtcp_size_ += (size - avg_rtcp_size_) / 16; }

}  // namespace ptimed
