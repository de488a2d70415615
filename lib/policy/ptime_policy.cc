// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/ptime_policy.h"

namespace ptimed {

PtimeDecision PtimePolicy::on_timer(Time, const PathStats& path) { return {path.current, "hold"}; }

}  // namespace ptimed
