// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/sim/group_newpred.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

#include "lib/rtcp/feedback_schedule.h"
#include "lib/sim/event_queue.h"
#include "lib/sim/group_plan.h"

namespace ptimed {
namespace {

using Sizes = GroupRtcpSizes;
constexpr Ssrc kSender{1};
constexpr uint16_t kNewpredNack = 1;  // kind of feedback
constexpr uint32_t kMostSegments = 64;

/// Names a segment of a frame in feedback.
uint32_t segment_id(uint32_t frame, uint32_t segment) { return frame * kMostSegments + segment; }

/// One application layer feedback message per frame, 12 + 4 * num octets (section 7.1).
int feedback_size(const std::vector<FeedbackItem>& items) {
  std::map<uint32_t, int> by_frame;
  for (const FeedbackItem& item : items) ++by_frame[item.what / kMostSegments];
  return static_cast<int>(by_frame.size()) * Sizes::kFeedback + 4 * static_cast<int>(items.size());
}

FeedbackConfig timing(const NewpredPlan& plan) {
  FeedbackConfig config;
  config.rtcp.session_bandwidth_bps = plan.session_bps;
  config.t_max_fb_delay = plan.t_max_fb_delay;
  return config;
}

class NewpredRun {
 public:
  explicit NewpredRun(const NewpredPlan& plan)
      : plan_(plan),
        rng_(plan.seed),
        one_way_(plan.edge_delay * 2 + plan.link2_delay),
        at_sender_(timing(plan), Time{}, kSenderReportSize, rng_),
        at_receiver_(timing(plan), Time{}, kReceiverReportSize, rng_),
        refreshed_at_(static_cast<size_t>(plan.segments), 0),
        refresh_(static_cast<size_t>(plan.segments), false),
        damaged_since_(static_cast<size_t>(plan.segments)),
        nacked_at_(static_cast<size_t>(plan.segments)) {
    at_sender_.rtcp().set_members(2, 1);
    at_sender_.rtcp().set_we_sent(true);
    at_receiver_.rtcp().set_members(2, 1);
  }

  NewpredResult run() {
    const Time end = Time{} + plan_.duration;
    const Duration frame_interval = from_seconds(1 / plan_.frames_per_s);
    uint32_t frame = 0;
    for (Time at{}; at < end; at += frame_interval) {
      run_rtcp_until(at);
      send_frame(at, frame++);
    }
    if (result_.recovered > 0) result_.waiting_ms /= static_cast<double>(result_.recovered);
    return result_;
  }

 private:
  static constexpr int kSenderReportSize = Sizes::kHeaders + Sizes::kSenderReport + Sizes::kSdes;
  static constexpr int kReceiverReportSize =
      Sizes::kHeaders + Sizes::kReceiverReport + Sizes::kReportBlock + Sizes::kSdes;

  bool lost() { return rng_.chance(plan_.packet_loss); }
  bool rtcp_lost() { return plan_.loss_both_ways && lost(); }

  /// Encodes a frame; what the NACKs so far named refers to pictures the receiver has.
  void send_frame(Time now, uint32_t frame) {
    std::vector<bool> arrives, refreshed(refresh_);
    for (int segment = 0; segment < plan_.segments; ++segment) arrives.push_back(!lost());
    for (size_t segment = 0; segment < refreshed.size(); ++segment)
      if (refreshed[segment]) refreshed_at_[segment] = frame;
    refresh_.assign(refresh_.size(), false);
    events_.at(now + one_way_, [=, this](Time then) { decode(then, frame, arrives, refreshed); });
  }

  void decode(Time now, uint32_t frame, const std::vector<bool>& arrived,
              const std::vector<bool>& refreshed) {
    for (size_t segment = 0; segment < arrived.size(); ++segment) {
      std::optional<Time>& since = damaged_since_[segment];
      // A lost refresh is a loss of its own: it ends one measurement and begins the next.
      if (since && refreshed[segment]) recover(now, segment);
      if (!arrived[segment] && !since) since = now;
      if (since && nack_is_due(now, segment))
        at_receiver_.on_event(
            now, {kSender, kNewpredNack, segment_id(frame, static_cast<uint32_t>(segment))});
    }
  }

  /// Neither waiting to be sent nor with its answer under way.
  bool nack_is_due(Time now, size_t segment) const {
    if (nacked_at_[segment] && now - *nacked_at_[segment] < 2 * one_way_) return false;
    const auto& waiting = at_receiver_.waiting();
    return std::none_of(waiting.begin(), waiting.end(), [&](const FeedbackItem& item) {
      return item.what % kMostSegments == segment;
    });
  }

  void recover(Time now, size_t segment) {
    std::optional<Time>& since = damaged_since_[segment];
    ++result_.recovered;
    result_.waiting_ms += to_ms(now - *since - 2 * one_way_);
    since.reset();
    nacked_at_[segment].reset();
  }

  /// Frames under way, timers and RTCP, up to but not including `end`.
  void run_rtcp_until(Time end) {
    for (;;) {
      const Time timer = std::min(at_sender_.next(), at_receiver_.next());
      const Time until = std::min(timer, end - Duration{1});
      events_.run_until(until);
      if (std::min(at_sender_.next(), at_receiver_.next()) > events_.now()) {
        if (events_.now() >= end - Duration{1}) return;
        continue;
      }
      if (at_receiver_.next() <= events_.now()) receiver_timer(events_.now());
      if (at_sender_.next() <= events_.now()) sender_timer(events_.now());
    }
  }

  void receiver_timer(Time now) {
    const FeedbackSchedule::Due due = at_receiver_.on_timer(now);
    if (due.send == FeedbackSchedule::Send::kNothing) return;
    for (const FeedbackItem& item : due.items) nacked_at_[item.what % kMostSegments] = now;
    const int size = kReceiverReportSize + feedback_size(due.items);
    if (due.send == FeedbackSchedule::Send::kEarly)
      at_receiver_.on_sent_early(size);
    else
      at_receiver_.on_sent(now, size);
    if (rtcp_lost()) return;
    events_.at(now + one_way_, [=, this, items = due.items](Time) {
      at_sender_.on_received(size);
      for (const FeedbackItem& item : items) on_nack(item);
    });
  }

  /// A NACK of a frame before the latest refresh tells nothing new: that refresh is under way.
  void on_nack(const FeedbackItem& item) {
    const uint32_t frame = item.what / kMostSegments, segment = item.what % kMostSegments;
    if (frame >= refreshed_at_[segment]) refresh_[segment] = true;
  }

  void sender_timer(Time now) {
    if (at_sender_.on_timer(now).send == FeedbackSchedule::Send::kNothing) return;
    at_sender_.on_sent(now, kSenderReportSize);
    if (rtcp_lost()) return;
    events_.at(now + one_way_, [this](Time) { at_receiver_.on_received(kSenderReportSize); });
  }

  NewpredPlan plan_;
  Rng rng_;
  EventQueue events_;
  Duration one_way_;
  FeedbackSchedule at_sender_, at_receiver_;
  std::vector<uint32_t> refreshed_at_;  ///< by segment: latest frame that refers to a good picture
  std::vector<bool> refresh_;           ///< by segment: named in a NACK since the last frame
  std::vector<std::optional<Time>> damaged_since_;  ///< by segment: when its loss was detected
  std::vector<std::optional<Time>> nacked_at_;      ///< by segment: when its last NACK was sent
  NewpredResult result_;
};

}  // namespace

NewpredResult run_newpred(const NewpredPlan& plan) { return NewpredRun(plan).run(); }

NewpredRange run_newpred(const NewpredSweep& sweep) {
  std::optional<NewpredRange> range;
  NewpredPlan plan = sweep.plan;
  for (const double frames_per_s : sweep.frames_per_s) {
    plan.frames_per_s = frames_per_s;
    double waiting = 0;
    for (const Duration delay : sweep.link2_delays) {
      plan.link2_delay = delay;
      waiting += run_newpred(plan).waiting_ms / static_cast<double>(sweep.link2_delays.size());
      ++plan.seed;
    }
    if (!range) range = NewpredRange{waiting, waiting};
    range->low_ms = std::min(range->low_ms, waiting);
    range->high_ms = std::max(range->high_ms, waiting);
  }
  return range.value_or(NewpredRange{});
}

void read_newpred_sweep(YamlMapping& mapping, NewpredSweep& sweep) {
  using std::chrono::seconds;
  NewpredPlan& plan = sweep.plan;
  int64_t session = 0;
  if (mapping.rate("session", session, 1'000, 1'000'000'000))
    plan.session_bps = static_cast<double>(session);
  mapping.integer("segments", plan.segments, 1, static_cast<int>(kMostSegments));
  mapping.share("packet_loss", plan.packet_loss, 0, 0.9);
  mapping.boolean("both_ways", plan.loss_both_ways);
  mapping.duration("edge_delay", plan.edge_delay, Duration::zero(), seconds(10));
  mapping.duration("t_max_fb_delay", plan.t_max_fb_delay, Duration::zero(), seconds(100));
  mapping.duration("duration", plan.duration, seconds(1), seconds(100'000));
  mapping.integer("seed", plan.seed, 0, UINT64_MAX);
  if (mapping.has("frames_per_s")) sweep.frames_per_s.clear();
  for (const YamlNode* node : mapping.list("frames_per_s")) {
    const double rate = std::strtod(node->scalar.c_str(), nullptr);
    if (rate >= 1 && rate <= 240)
      sweep.frames_per_s.push_back(rate);
    else
      mapping.reject("frames_per_s", "holds " + node->scalar, "rates from 1 to 240");
  }
  if (mapping.has("link2_delays_ms")) sweep.link2_delays.clear();
  for (const YamlNode* node : mapping.list("link2_delays_ms")) {
    const double ms = std::strtod(node->scalar.c_str(), nullptr);
    if (ms > 0 && ms <= 10'000)
      sweep.link2_delays.push_back(from_seconds(ms / 1000));
    else
      mapping.reject("link2_delays_ms", "holds " + node->scalar, "delays from 0 to 10000");
  }
}

}  // namespace ptimed
