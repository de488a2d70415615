// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Results as a person reads them, and as summary.csv and summary.json keep them.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lib/lab/evaluate.h"

namespace ptimed {

/// One line per call and direction, with a title and the verdict.
std::string text_table(const ScenarioResult& result);

std::string summary_csv(const std::vector<ScenarioResult>& results);

nlohmann::ordered_json scenario_json(const ScenarioResult& result);

}  // namespace ptimed
