// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Conversational quality by the simplified E-model (ITU-T G.107): R = 93.2 - Id - Ie,eff + A with
// every other parameter at its default. MOS here is MOS-CQ.
#include <optional>

#include "lib/base/time.h"

namespace ptimed {

/// Id: impairment by mouth-to-ear delay, with its knee at 177.3 ms.
double delay_impairment(Duration one_way);

/// Ie,eff: impairment by codec and loss. `ie` and `bpl` are the codec's (G.113 Appendix I),
/// `loss_pct` 0..100. Loss in bursts (burst_ratio > 1) hurts more than the same loss at random (1).
double loss_impairment(double ie, double bpl, double loss_pct, double burst_ratio = 1);

/// BurstR: mean length of loss runs over what random loss of the same share would give, 1 / (1 -
/// loss). `loss` 0..1. Empty without a loss, and when all is lost: there is nothing to compare.
std::optional<double> burst_ratio(double mean_run_packets, double loss);

/// MOS of a rating: 1 to 4.5, never below 1 although the formula dips there for R < 6.5.
double mos_from_r(double r);

struct EModelInput {
  std::optional<Duration> one_way = std::nullopt;    ///< mouth to ear
  std::optional<double> loss_pct = std::nullopt;     ///< lost and late packets, 0..100
  std::optional<double> burst_ratio = std::nullopt;  ///< taken as 1 when empty
  double ie = 0;         ///< equipment impairment of the codec, without loss
  double bpl = 4.3;      ///< packet-loss robustness of the codec with its concealment
  double advantage = 0;  ///< A: what users put up with for mobility, 0..20
};

struct SpeechQuality {
  double r = 0;  ///< R, at most 93.2 + A; below 0 for the worst
  double mos_cq = 1;
};

/// Empty while delay or loss is unknown: what is unknown is never a good score.
std::optional<SpeechQuality> rate_speech(const EModelInput& input);

}  // namespace ptimed
