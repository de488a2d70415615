// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Policies by name, with their parameters as text, as configuration and control socket give them.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/policy/ptime_policy.h"

namespace ptimed {

using PolicyParameters = std::map<std::string, std::string>;

/// What is wrong with a name or a parameter. `key` is the parameter, or empty when the name itself
/// is unknown.
struct PolicyProblem {
  std::string key;
  std::string problem;
  std::string expected;
};

/// `codec` is the codec's name ("pcmu", "sized:g729", ...), for the policies whose tables differ by
/// codec. Either a ready policy or every problem found.
std::variant<std::unique_ptr<PtimePolicy>, std::vector<PolicyProblem>> make_policy(
    std::string_view name, const PolicyParameters& parameters, std::string_view codec);

std::vector<std::string> policy_names();

/// Every parameter of a policy with the value in force, for --print-config. Empty for an unknown
/// name.
PolicyParameters effective_parameters(std::string_view name, const PolicyParameters& given,
                                      std::string_view codec);

}  // namespace ptimed
