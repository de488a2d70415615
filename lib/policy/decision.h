// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// The parts decisions are made of: bounded steps and reasons in one wording.
#include <string>
#include <string_view>

#include "lib/policy/ptime_policy.h"

namespace ptimed {

/// `wanted` within min..max; min counts for less where the two contradict.
Ptime within(const PtimeLimits& limits, Ptime wanted);

/// "why: 20 -> 30 ms", or "why: hold 20 ms" when `wanted` comes to the ptime in force.
PtimeDecision decide(const PathStats& path, Ptime wanted, std::string_view why);

/// Nothing is known of the path: the ptime stays.
PtimeDecision hold_without_loss_figure(const PathStats& path);

/// Up by `step` for a NACK, whatever the loss figures say.
PtimeDecision step_on_nack(const PathStats& path, const NackEvent& nack, Ptime step);

/// At most two decimals: "3.12", "2", "0.5".
std::string number_text(double value);
/// "3.12 %"
std::string percent_text(double percent);

}  // namespace ptimed
