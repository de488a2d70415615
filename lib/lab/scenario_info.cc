// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/scenario_info.h"

#include "lib/base/yaml_schema.h"

namespace ptimed {

std::variant<ScenarioInfo, Diagnostics> parse_scenario_info(std::string_view yaml,
                                                            std::string_view file) {
  YamlReport report(file);
  ScenarioInfo info;
  if (const auto root = parse_yaml(yaml, report)) {
    YamlMapping top(*root, "", report);
    top.text("experiment", info.experiment);
    top.text("scenario", info.scenario);
    top.text("backend", info.backend);
    top.text("policy", info.policy);
    top.text("rtcp_mode", info.rtcp_mode);
    top.text("calls", info.calls);
    top.text("bandwidth_kbps", info.bandwidth_kbps);
    top.text("seed", info.seed);
    top.text("duration_s", info.duration_s);
  }
  if (!report.ok()) return report.take();
  return info;
}

}  // namespace ptimed
