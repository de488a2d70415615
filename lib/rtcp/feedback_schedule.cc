// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/feedback_schedule.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ptimed {
namespace {

/// Tmin of a multiparty session until the first packet (3.5.1).
constexpr Duration kInitialMinimum = std::chrono::seconds(1);

RtcpScheduleConfig with_profile(const FeedbackConfig& config) {
  RtcpScheduleConfig rtcp = config.rtcp;
  if (config.profile == FeedbackProfile::kAvpf)
    rtcp.avpf_initial_minimum = config.point_to_point ? Duration::zero() : kInitialMinimum;
  return rtcp;
}

bool contains(std::span<const FeedbackItem> items, const FeedbackItem& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

}  // namespace

FeedbackSchedule::FeedbackSchedule(const FeedbackConfig& config, Time now, double first_size,
                                   Rng& rng)
    : config_(config), rng_(rng), rtcp_(with_profile(config), now, first_size, rng) {
  assert(config.t_retention >= std::chrono::seconds(2));
  assert(config.dither_fraction >= 0);
}

FeedbackSchedule::Verdict FeedbackSchedule::on_event(Time t0, const FeedbackItem& item) {
  if (was_heard(t0, item)) return Verdict::kSuppressed;
  if (!waiting_.empty()) {
    if (!contains(waiting_, item)) waiting_.push_back(item);
    return Verdict::kMerged;
  }
  const Verdict verdict = schedule_feedback(t0);
  if (verdict != Verdict::kDiscarded) waiting_.push_back(item);
  return verdict;
}

FeedbackSchedule::Verdict FeedbackSchedule::schedule_feedback(Time t0) {
  if (config_.profile == FeedbackProfile::kAvp) return Verdict::kRegular;
  const Time tn = rtcp_.next();
  const Duration t_dither_max =
      config_.point_to_point
          ? Duration::zero()
          : from_seconds(config_.dither_fraction * to_seconds(rtcp_.last_interval()));
  if (t0 + t_dither_max > tn) return Verdict::kRegular;  // 3a
  if (!allow_early_)
    return tn - t0 < config_.t_max_fb_delay ? Verdict::kRegular : Verdict::kDiscarded;  // 4a
  te_ = t0 + from_seconds(rng_.unit() * to_seconds(t_dither_max));
  return Verdict::kEarly;
}

std::vector<FeedbackItem> FeedbackSchedule::on_feedback_heard(Time now,
                                                              std::span<const FeedbackItem> items) {
  for (const FeedbackItem& item : items) heard_.push_back({now, item});
  while (heard_.front().at < now - config_.t_retention) heard_.pop_front();
  std::vector<FeedbackItem> told;
  std::erase_if(waiting_, [&](const FeedbackItem& own) {
    if (!contains(items, own)) return false;
    told.push_back(own);
    return true;
  });
  if (waiting_.empty()) te_.reset();
  return told;
}

bool FeedbackSchedule::was_heard(Time t0, const FeedbackItem& item) {
  while (!heard_.empty() && heard_.front().at < t0 - config_.t_retention) heard_.pop_front();
  return std::any_of(heard_.begin(), heard_.end(),
                     [&](const Heard& heard) { return heard.item == item; });
}

Time FeedbackSchedule::next() const { return te_ ? std::min(*te_, rtcp_.next()) : rtcp_.next(); }

FeedbackSchedule::Due FeedbackSchedule::on_timer(Time now) {
  const Time tn = rtcp_.next();
  if (te_ && *te_ <= now && *te_ <= tn) {
    te_.reset();
    allow_early_ = false;
    return {Send::kEarly, take_waiting()};
  }
  if (!rtcp_.on_timer(now)) return {};
  te_.reset();  // where tn came nearer by reverse reconsideration, the Regular packet takes it
                // along
  return regular_due(tn, now);
}

FeedbackSchedule::Due FeedbackSchedule::regular_due(Time tn, Time now) {
  allow_early_ = true;
  if (!held_back_by_t_rr_interval(tn)) {
    t_rr_last_ = tn;
    return {Send::kRegular, take_waiting()};
  }
  if (!waiting_.empty()) return {Send::kMinimal, take_waiting()};
  rtcp_.on_suppressed(now);
  return {};
}

bool FeedbackSchedule::held_back_by_t_rr_interval(Time tn) {
  if (config_.t_rr_interval == Duration::zero() || !t_rr_last_) return false;
  const double t_rr_current_interval = rng_.uniform(0.5, 1.5) * to_seconds(config_.t_rr_interval);
  return *t_rr_last_ + from_seconds(t_rr_current_interval) > tn;
}

void FeedbackSchedule::on_sent(Time now, double size) { rtcp_.on_sent(now, size); }

void FeedbackSchedule::on_sent_early(double size) { rtcp_.on_sent_early(size); }

std::vector<FeedbackItem> FeedbackSchedule::take_waiting() { return std::exchange(waiting_, {}); }

}  // namespace ptimed
