// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/patent_2005.h"

#include <algorithm>

#include "lib/policy/decision.h"

namespace ptimed {
namespace {

constexpr std::string_view kG711Ladder = "2:20ms,inf:30ms";
constexpr std::string_view kG729Ladder = "2:30ms,4:40ms,6:50ms,8:60ms,10:70ms,inf:80ms";

LossLadder default_ladder(std::string_view codec) {
  return *LossLadder::parse(codec.ends_with("g729") ? kG729Ladder : kG711Ladder);
}

/// The rung's ptime, not below the optimum and within the limits.
Ptime target_of(const LossLadder::Rung& rung, const PtimeLimits& limits) {
  return within(limits, std::max(rung.ptime, limits.optimum));
}

}  // namespace

std::unique_ptr<PtimePolicy> Patent2005Policy::make(ParameterReader& parameters,
                                                    std::string_view codec) {
  Config config{.ladder = parameters.ladder("ladder", default_ladder(codec))};
  config.down =
      parameters.choice("down", "step", {"step", "jump"}) == "jump" ? Down::kJump : Down::kStep;
  config.step = parameters.ptime("step", config.step, kFrame);
  config.nack_step = parameters.ptime("nack_step", config.nack_step, Ptime{0});
  return std::make_unique<Patent2005Policy>(std::move(config));
}

PtimeDecision Patent2005Policy::on_report(Time, const PathStats& path) {
  if (!path.loss_fraction) return hold_without_loss_figure(path);
  const double loss = 100 * *path.loss_fraction;
  const size_t rung = config_.ladder.rung_of(loss);
  const Ptime target = target_of(config_.ladder[rung], path.limits);
  if (target > path.current)
    return decide(path, step_up(path.current, target), figure(loss, rung, true));
  if (target < path.current)
    return decide(path, step_down(path.current, target, rung), figure(loss, rung, false));
  return decide(path, path.current, "loss " + percent_text(loss));
}

PtimeDecision Patent2005Policy::on_nack(Time, const NackEvent& nack, const PathStats& path) {
  return step_on_nack(path, nack, config_.nack_step);
}

/// "loss 3.12 % > 2 %": the loss and the bound of its rung that speaks for the step.
std::string Patent2005Policy::figure(double loss, size_t rung, bool upwards) const {
  const std::string text = "loss " + percent_text(loss);
  const bool last = rung + 1 == config_.ladder.size();
  if (rung > 0 && (upwards || last))
    return text + " > " + percent_text(config_.ladder[rung - 1].up_to);
  return last ? text : text + " <= " + percent_text(config_.ladder[rung].up_to);
}

Ptime Patent2005Policy::step_up(Ptime current, Ptime target) const {
  return std::min(target, current + config_.step);
}

Ptime Patent2005Policy::step_down(Ptime current, Ptime target, size_t rung) const {
  if (config_.down == Down::kStep) return std::max(target, current - config_.step);
  return rung == 0 ? target : current;
}

}  // namespace ptimed
