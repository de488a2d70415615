// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <string>

#include "lib/lab/scenario.h"

namespace ptimed {

/// For a person: a title, one line per call and direction, all together, and why the run is invalid
/// if it is. Unknown is "-".
std::string text_table(const ScenarioResult& result);

}  // namespace ptimed
