// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Changes of ptime, told apart: a downward step undone within 2 s without loss is a probe, neither
// a change nor a reversal; a reversal is a non-probe step in the direction opposite to the one
// before.
#include <cstdint>
#include <optional>
#include <vector>

#include "lib/lab/join.h"

namespace ptimed {

struct PtimeStep {
  int64_t at_ns = 0;
  Ptime from{0}, to{0};
  bool up() const { return to > from; }
  bool operator==(const PtimeStep&) const = default;
};

struct PtimeSteps {
  int changes = 0;
  int reversals = 0;
  int probes = 0;
  Duration probing{0};          ///< time spent in probes
  std::vector<PtimeStep> kept;  ///< the changes, in order
};

PtimeSteps count_steps(const std::vector<JoinedPacket>& packets);

/// From the first lost packet to the next upward step, in seconds; empty without either.
std::optional<double> reaction_s(const std::vector<JoinedPacket>& packets, const PtimeSteps& steps);

}  // namespace ptimed
