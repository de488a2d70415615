// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include "lib/lab/scenario.h"

namespace ptimed {

/// Invalid when a call is missing, when packets did not leave on time, or when the link's drops do
/// not account for the receivers' losses.
Verdict judge(const ScenarioResult& result, const Recording& recording);

}  // namespace ptimed
