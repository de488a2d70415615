// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// <call>.summary.json: every figure of a CallSummary; unknown is null.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "lib/trace/call_summary.h"

namespace ptimed {

nlohmann::ordered_json to_json(const CallSummary& summary);
/// Indented, with a line's end.
std::string summary_json(const CallSummary& summary);
/// Empty when the text is no summary of ours; fields that are missing keep their defaults.
std::optional<CallSummary> parse_summary(std::string_view text);

}  // namespace ptimed
