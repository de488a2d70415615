// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// scenario.yaml, as far as the evaluation names it in its tables.
#include <string>
#include <string_view>
#include <variant>

#include "lib/base/diagnostic.h"

namespace ptimed {

/// As text, as it stands in the file; empty where the file says nothing.
struct ScenarioInfo {
  std::string experiment, scenario, backend, policy, rtcp_mode, calls, bandwidth_kbps, seed,
      duration_s;
};

/// Other keys are left to those who wrote them.
std::variant<ScenarioInfo, Diagnostics> parse_scenario_info(std::string_view yaml,
                                                            std::string_view file);

}  // namespace ptimed
