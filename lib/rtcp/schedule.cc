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
  if (config_.fixed_interval) {
    while (tn_ <= now) tn_ += *config_.fixed_interval;
  } else {
    tp_ = now;
    tn_ = now + calculated_interval();  // while still initial, as A.7 draws it
  }
  initial_ = false;
}

void RtcpSchedule::on_received(double size) { count_size(size); }

void RtcpSchedule::set_members(int members, int senders) {
  assert(members >= 1 && senders >= 0 && senders <= members);
  members_ = members;
  senders_ = senders;
}

void RtcpSchedule::set_session_bandwidth(double bps) { config_.session_bandwidth_bps = bps; }

Duration RtcpSchedule::deterministic_interval() const {
  RtcpIntervalInput as_receiver = interval_input();
  as_receiver.we_sent = false;
  const Duration td = to_interval(deterministic_rtcp_interval(as_receiver, kRtcpMinTime));
  return std::max(td, config_.fixed_interval.value_or(Duration::zero()));
}

Duration RtcpSchedule::calculated_interval() {
  if (config_.fixed_interval) return *config_.fixed_interval;
  const double td = deterministic_rtcp_interval(interval_input(), minimum_interval());
  return to_interval(randomised_rtcp_interval(td, rng_));
}

double RtcpSchedule::minimum_interval() const {
  const double minimum =
      config_.reduced_minimum ? reduced_rtcp_minimum(config_.session_bandwidth_bps) : kRtcpMinTime;
  return initial_ ? minimum / 2 : minimum;
}

RtcpIntervalInput RtcpSchedule::interval_input() const {
  return {.members = members_,
          .senders = senders_,
          .we_sent = we_sent_,
          .rtcp_bw = config_.rtcp_fraction * config_.session_bandwidth_bps / 8,
          .avg_rtcp_size = avg_rtcp_size_};
}

void RtcpSchedule::count_size(double size) { avg_rtcp_size_ += (size - avg_rtcp_size_) / 16; }

}  // namespace ptimed
