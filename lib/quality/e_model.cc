// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/quality/e_model.h"

#include <algorithm>

namespace ptimed {
namespace {

/// Ro - Is with all parameters at their defaults, rounded as the simplified model has it.
constexpr double kBestRating = 93.2;
constexpr double kKneeMs = 177.3;

}  // namespace

double delay_impairment(Duration one_way) {
  const double d = to_ms(one_way);
  return 0.024 * d + 0.11 * std::max(0.0, d - kKneeMs);
}

double loss_impairment(double ie, double bpl, double loss_pct, double burst_ratio) {
  if (loss_pct <= 0) return ie;
  return ie + (95 - ie) * loss_pct / (loss_pct / burst_ratio + bpl);
}

std::optional<double> burst_ratio(double mean_run_packets, double loss) {
  if (mean_run_packets < 1 || loss <= 0 || loss >= 1) return std::nullopt;
  return mean_run_packets * (1 - loss);
}

double mos_from_r(double r) {
  if (r <= 0) return 1;
  if (r >= 100) return 4.5;
  return std::max(1.0, 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6);
}

std::optional<SpeechQuality> rate_speech(const EModelInput& input) {
  if (!input.one_way || !input.loss_pct) return std::nullopt;
  const double r =
      kBestRating - delay_impairment(*input.one_way) -
      loss_impairment(input.ie, input.bpl, *input.loss_pct, input.burst_ratio.value_or(1)) +
      input.advantage;
  return SpeechQuality{r, mos_from_r(r)};
}

}  // namespace ptimed
