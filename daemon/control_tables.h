// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Answers of the control socket as a person reads them.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace ptimed {

std::string control_table(std::string_view command, const nlohmann::json& answer);
/// One line of `watch`, without its end.
std::string watch_line(std::string_view line);

}  // namespace ptimed
