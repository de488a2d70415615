// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/busse_1996.h"

#include "lib/policy/decision.h"
#include "lib/policy/parameter_text.h"

namespace ptimed {

std::unique_ptr<PtimePolicy> Busse1996Policy::make(ParameterReader& parameters, std::string_view) {
  Config config;
  config.alpha = parameters.number("alpha", config.alpha, {0.001, 1});
  config.unloaded = parameters.number("unloaded", config.unloaded, {0, 100});
  config.congested = parameters.number("congested", config.congested, {0, 100});
  config.step = parameters.ptime("step", config.step, kFrame);
  config.nack_step = parameters.ptime("nack_step", config.nack_step, Ptime{0});
  if (config.congested < config.unloaded)
    parameters.complain("congested", exact_text(config.congested) + " is below unloaded",
                        "at least " + exact_text(config.unloaded));
  return std::make_unique<Busse1996Policy>(config);
}

PtimeDecision Busse1996Policy::on_report(Time, const PathStats& path) {
  if (!path.loss_fraction) return hold_without_loss_figure(path);
  lambda_ = (1 - config_.alpha) * lambda_ + config_.alpha * 100 * *path.loss_fraction;
  const std::string figure = "smoothed loss " + percent_text(lambda_);
  if (lambda_ < config_.unloaded)
    return decide(path, path.current - config_.step,
                  figure + " < " + percent_text(config_.unloaded));
  if (lambda_ > config_.congested)
    return decide(path, path.current + config_.step,
                  figure + " > " + percent_text(config_.congested));
  return decide(path, path.current, figure);
}

PtimeDecision Busse1996Policy::on_nack(Time, const NackEvent& nack, const PathStats& path) {
  return step_on_nack(path, nack, config_.nack_step);
}

}  // namespace ptimed
