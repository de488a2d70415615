// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// When to send RTCP feedback: RFC 4585 sections 3.4 and 3.5, with the RFC's names for its
// variables, on top of RFC 3550's timer. Profile AVP is the same without Early packets: feedback
// waits for the Regular report. One object is one participant, of a call or of a large group.
// Sans-IO:
//
//   on_event(t0, item)             something is to be told
//   on_feedback_heard(now, items)  another participant told it
//   next(), on_timer(now)          what to send, then on_sent or on_sent_early with its size
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "lib/base/units.h"
#include "lib/rtcp/schedule.h"

namespace ptimed {

/// One thing that a feedback message tells. Equal items of two participants are the same feedback.
struct FeedbackItem {
  Ssrc media;
  uint16_t kind = 0;  ///< the application's; items of one kind share a message
  uint32_t what = 0;  ///< of a NACK the sequence number
  auto operator<=>(const FeedbackItem&) const = default;
};

enum class FeedbackProfile : uint8_t { kAvp, kAvpf };

struct FeedbackConfig {
  FeedbackProfile profile = FeedbackProfile::kAvpf;
  /// avpf_initial_minimum is set here, from the profile.
  RtcpScheduleConfig rtcp = {};
  /// Exactly two members and no change of that expected (3.4 g).
  bool point_to_point = true;
  /// l of T_dither_max = l * T_rr (3.5.2, 2b).
  double dither_fraction = 0.5;
  /// The application's; RFC 4586 used 1 s.
  Duration t_max_fb_delay = std::chrono::seconds(1);
  Duration t_rr_interval{0};
  /// At least 2 s (3.4 o).
  Duration t_retention = std::chrono::seconds(2);
};

class FeedbackSchedule {
 public:
  /// The session begins at `now`; `first_size` is the expected size of the first compound, UDP and
  /// IP included.
  FeedbackSchedule(const FeedbackConfig& config, Time now, double first_size, Rng& rng);

  /// What became of an event, by the step of section 3.5.2.
  enum class Verdict : uint8_t {
    kMerged,      ///< 2a: goes with feedback that waits already
    kRegular,     ///< 3a, 4a 1: goes with the Regular packet at tn
    kEarly,       ///< 4b: Early packet at te
    kDiscarded,   ///< 4a 2: too late to be of use
    kSuppressed,  ///< 5a: heard from another within T_retention
  };
  Verdict on_event(Time t0, const FeedbackItem& item);

  /// Feedback of another participant. Takes what it tells out of our own (5a, 5b) and says what
  /// that was; feedback that is left without content is not sent, the Regular packet stays at tn.
  std::vector<FeedbackItem> on_feedback_heard(Time now, std::span<const FeedbackItem> items);

  Time next() const;
  enum class Send : uint8_t {
    kNothing,  ///< not due, put off by reconsideration, or suppressed by T_rr_interval (3.5.3, 2c)
    kEarly,    ///< minimal compound with `items`; call on_sent_early
    kRegular,  ///< full compound, with `items` if any; call on_sent
    kMinimal,  ///< minimal compound with `items` in the place of a Regular one (3.5.3, 2b); on_sent
  };
  struct Due {
    Send send = Send::kNothing;
    std::vector<FeedbackItem> items;
  };
  Due on_timer(Time now);
  void on_sent(Time now, double size);
  void on_sent_early(double size);
  void on_received(double size) { rtcp_.on_received(size); }

  /// Members, senders, we_sent and their reconsideration; sizes and timers go through here.
  RtcpSchedule& rtcp() { return rtcp_; }
  const RtcpSchedule& rtcp() const { return rtcp_; }
  bool allow_early() const { return allow_early_; }
  const std::vector<FeedbackItem>& waiting() const { return waiting_; }
  void set_point_to_point(bool point_to_point) { config_.point_to_point = point_to_point; }

 private:
  Verdict schedule_feedback(Time t0);
  Due regular_due(Time tn, Time now);
  bool held_back_by_t_rr_interval(Time tn);
  bool was_heard(Time t0, const FeedbackItem& item);
  std::vector<FeedbackItem> take_waiting();

  FeedbackConfig config_;
  Rng& rng_;
  RtcpSchedule rtcp_;
  bool allow_early_ = true;
  std::optional<Time> te_;             ///< of the Early packet, if one is scheduled
  std::vector<FeedbackItem> waiting_;  ///< for te, or else for tn; without duplicates
  std::optional<Time> t_rr_last_;      ///< empty is NaN
  struct Heard {
    Time at;
    FeedbackItem item;
  };
  std::deque<Heard> heard_;  ///< of the last T_retention
};

}  // namespace ptimed
