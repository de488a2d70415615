// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <string>

#include "lib/lab/rfc4586_experiment.h"

namespace ptimed {

/// Runs every case in virtual time and puts what was found into its cells. Problems of the plans,
/// if any; then nothing was run.
Diagnostics measure_rfc4586(Rfc4586Experiment& experiment, const std::string& file);

}  // namespace ptimed
