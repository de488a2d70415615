// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// summary.csv, one row per scenario, and a scenario's summary.json: the same figures by the same
// names, unknown ones empty or null.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lib/lab/scenario.h"

namespace ptimed {

std::string summary_csv(const std::vector<ScenarioResult>& results);

/// The row of summary.csv, and under "streams" one object per call and direction.
nlohmann::ordered_json scenario_json(const ScenarioResult& result);

}  // namespace ptimed
