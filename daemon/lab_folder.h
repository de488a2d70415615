// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// A result folder on disk: DIR/<scenario>/<endpoint>/<call>.{summary.json,packets.csv,...}, or with
// several seeds DIR/<scenario>/seed-<n>/<endpoint>/...
#include <filesystem>
#include <string>
#include <vector>

#include "lib/lab/scenario.h"

namespace ptimed {

struct LabFolder {
  std::vector<ScenarioResult> results;
  std::vector<std::string> problems;  ///< one line each: what could not be read or judged
};

/// Reads every scenario of `dir`, judges it, and writes <scenario>/packets.csv,
/// <scenario>/summary.json and summary.csv. A scenario that cannot be judged is a problem; the
/// others go on.
LabFolder evaluate_folder(const std::filesystem::path& dir);

}  // namespace ptimed
