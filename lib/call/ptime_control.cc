// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/call/ptime_control.h"

#include <cassert>

namespace ptimed {
namespace {

constexpr double kSmoothing = 0.3;  ///< weight of the newest report in PathStats::loss_smoothed

}  // namespace

PtimeControl::PtimeControl(const CallConfig& config, const CodecTraits& codec)
    : bounds_(config, codec), codec_(config.codec) {
  path_.limits = bounds_.limits();
  path_.current = bounds_.clamp(config.ptime_initial).ptime;
  [[maybe_unused]] const auto problems = set_policy(config.policy, config.policy_parameters);
  assert(problems.empty() && "the schema checked the policy");
}

PtimeControl::Outcome PtimeControl::on_report(Time now, const ReportBlock& block,
                                              std::optional<Duration> rtt) {
  ++path_.reports;
  path_.rtt = rtt;
  path_.jitter = media_time(block.jitter);
  // A report that saw nothing new of our stream says nothing about loss: unknown is never a good
  // score.
  const bool stalled = last_highest_seq_ == block.extended_highest_seq;
  last_highest_seq_ = block.extended_highest_seq;
  path_.loss_fraction.reset();
  if (!stalled) {
    const double loss = block.fraction_lost / 256.0;
    path_.loss_fraction = loss;
    path_.loss_smoothed = (1 - kSmoothing) * path_.loss_smoothed.value_or(0.0) + kSmoothing * loss;
  }
  return apply(policy_->on_report(now, path_));
}

PtimeControl::Outcome PtimeControl::on_nack(Time now, int packets) {
  path_.nacks += static_cast<uint64_t>(packets);
  return apply(policy_->on_nack(now, NackEvent{packets}, path_));
}

PtimeControl::Outcome PtimeControl::on_timer(Time now) {
  return apply(policy_->on_timer(now, path_));
}

PtimeControl::Outcome PtimeControl::command(Ptime wanted) { return apply({wanted, "command"}); }

PtimeControl::Outcome PtimeControl::hold_longest(std::string_view reason) {
  held_ = true;
  return apply({path_.limits.max, std::string(reason)});
}

std::vector<PolicyProblem> PtimeControl::set_policy(std::string_view name,
                                                    const PolicyParameters& parameters) {
  auto made = make_policy(name, parameters, codec_);
  if (auto* problems = std::get_if<std::vector<PolicyProblem>>(&made)) return std::move(*problems);
  policy_ = std::move(std::get<std::unique_ptr<PtimePolicy>>(made));
  return {};
}

PtimeControl::Outcome PtimeControl::apply(const PtimeDecision& decision) {
  Outcome outcome;
  LimitedPtime limited = bounds_.clamp(decision.ptime);
  if (held_ && limited.ptime < path_.limits.max) limited = {path_.limits.max, "breaker"};
  if (!limited.limit.empty()) {
    ++limited_;
    outcome.push_back(PtimeLimited{decision.ptime, limited.ptime, std::string(limited.limit)});
  }
  if (limited.ptime == path_.current) return outcome;
  ++changes_;
  outcome.push_back(PtimeChanged{path_.current, limited.ptime, decision.reason});
  path_.current = limited.ptime;
  return outcome;
}

}  // namespace ptimed
