// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// An experiment that repeats figures RFC 4586 printed: cases with their plan and the RFC's cells,
// and what was found, side by side. A file looks like this:
//
//   experiment: rfc4586-bandwidth
//   about: Tables 1 and 2
//   within: {rtcp_pct: 0.15}              # allowed distance, by the last word of a measure
//   widen: [0.75, 1.25]                   # of cells that are ranges
//   base: {...}                           # plan of every case
//   cases:
//     - case: 2 Mbit/s, A1 sends
//       plan: {...}                       # what differs from the base
//       rfc: {A1.rtcp_pct: 2.42}          # number, or [low, high]
//       target: {A2.mwt_s: [2.4, 2.7]}    # in place of the rules above
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/base/yaml_schema.h"

namespace ptimed {

struct Rfc4586Range {
  double low = 0, high = 0;  ///< equal for a single figure
};

struct Rfc4586Cell {
  std::string measure;  ///< "A2.mwt_s": agent and figure, or figure alone
  Rfc4586Range rfc;
  std::optional<Rfc4586Range> target;  ///< where our figure should lie; empty: shown only
  std::optional<Rfc4586Range> ours;    ///< empty: not measured
  bool is_range = false;
  bool hit() const;
};

struct Rfc4586Case {
  std::string name;
  YamlNode plan;
  std::vector<Rfc4586Cell> cells;
};

struct Rfc4586Experiment {
  std::string name, about;
  YamlNode base;
  std::vector<Rfc4586Case> cases;
};

std::variant<Rfc4586Experiment, Diagnostics> parse_rfc4586_experiment(std::string_view text,
                                                                      std::string_view file);

/// One line per case, "measure ours/RFC" in each cell, "!" where a target was missed, and a count
/// of hits.
std::string rfc4586_table(const Rfc4586Experiment& experiment);
/// case,measure,rfc_low,rfc_high,ours_low,ours_high,target_low,target_high,hit
std::string rfc4586_csv(const Rfc4586Experiment& experiment);

}  // namespace ptimed
