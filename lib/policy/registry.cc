// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/registry.h"

#include <algorithm>
#include <array>

#include "lib/policy/busse_1996.h"
#include "lib/policy/none.h"
#include "lib/policy/parameter_reader.h"
#include "lib/policy/parameter_text.h"
#include "lib/policy/patent_2005.h"

namespace ptimed {
namespace {

struct PolicyKind {
  std::string_view name;
  std::unique_ptr<PtimePolicy> (*make)(ParameterReader& parameters, std::string_view codec);
};

template <class Policy>
constexpr PolicyKind kind_of() {
  return {Policy::kName, &Policy::make};
}

constexpr std::array kKinds{kind_of<NonePolicy>(), kind_of<Busse1996Policy>(),
                            kind_of<Patent2005Policy>()};

const PolicyKind* find_kind(std::string_view name) {
  const auto found = std::find_if(kKinds.begin(), kKinds.end(),
                                  [name](const PolicyKind& kind) { return kind.name == name; });
  return found == kKinds.end() ? nullptr : &*found;
}

PolicyProblem unknown_policy(std::string_view name) {
  return {"", "unknown policy \"" + std::string(name) + '"', expected_word(name, policy_names())};
}

}  // namespace

std::variant<std::unique_ptr<PtimePolicy>, std::vector<PolicyProblem>> make_policy(
    std::string_view name, const PolicyParameters& parameters, std::string_view codec) {
  const PolicyKind* const kind = find_kind(name);
  if (!kind) return std::vector{unknown_policy(name)};
  ParameterReader reader(parameters);
  auto policy = kind->make(reader, codec);
  if (auto problems = reader.problems(); !problems.empty()) return problems;
  return policy;
}

std::vector<std::string> policy_names() {
  std::vector<std::string> names;
  for (const PolicyKind& kind : kKinds) names.emplace_back(kind.name);
  return names;
}

PolicyParameters effective_parameters(std::string_view name, const PolicyParameters& given,
                                      std::string_view codec) {
  const PolicyKind* const kind = find_kind(name);
  if (!kind) return {};
  ParameterReader reader(given);
  kind->make(reader, codec);
  return reader.effective();
}

}  // namespace ptimed
