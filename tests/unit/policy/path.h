// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Short ways to say what a policy is told.
#include <gtest/gtest.h>

#include <optional>

#include "lib/policy/registry.h"

namespace ptimed {

inline constexpr PtimeLimits kG711Limits{Ptime{10}, Ptime{30}, Ptime{20}};
inline constexpr PtimeLimits kG729Limits{Ptime{10}, Ptime{80}, Ptime{30}};

inline PathStats path_of(int current_ms, std::optional<double> loss_percent,
                         PtimeLimits limits = kG711Limits) {
  PathStats path;
  path.current = Ptime{current_ms};
  path.limits = limits;
  if (loss_percent) path.loss_fraction = *loss_percent / 100;
  return path;
}

inline std::unique_ptr<PtimePolicy> policy_of(std::string_view name,
                                              const PolicyParameters& parameters = {},
                                              std::string_view codec = "pcmu") {
  auto made = make_policy(name, parameters, codec);
  auto* policy = std::get_if<std::unique_ptr<PtimePolicy>>(&made);
  EXPECT_TRUE(policy) << name;
  return policy ? std::move(*policy) : nullptr;
}

/// The ptimes, in ms, that follow from reports of these losses in percent, each step put in force
/// at once.
inline std::vector<int> trace(PtimePolicy& policy, int start_ms, const std::vector<double>& losses,
                              PtimeLimits limits = kG711Limits) {
  std::vector<int> ptimes;
  for (const double loss : losses) {
    start_ms =
        static_cast<int>(policy.on_report({}, path_of(start_ms, loss, limits)).ptime.count());
    ptimes.push_back(start_ms);
  }
  return ptimes;
}

}  // namespace ptimed
