// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/rfc4586_experiment.h"

#include <cstdlib>

namespace ptimed {
namespace {

std::optional<double> number(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::kScalar || node.scalar.empty()) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(node.scalar.c_str(), &end);
  if (*end != '\0') return std::nullopt;
  return value;
}

std::optional<Rfc4586Range> range(const YamlNode& node) {
  if (const auto single = number(node)) return Rfc4586Range{*single, *single};
  if (node.kind != YamlNode::Kind::kList || node.items.size() != 2) return std::nullopt;
  const auto low = number(node.items[0]), high = number(node.items[1]);
  if (!low || !high || *low > *high) return std::nullopt;
  return Rfc4586Range{*low, *high};
}

/// The entries of a mapping of ranges, in the order of the text.
std::vector<std::pair<std::string, Rfc4586Range>> ranges(YamlMapping& owner, std::string_view key) {
  std::vector<std::pair<std::string, Rfc4586Range>> all;
  const YamlNode* node = owner.find(key);
  if (!node) return all;
  for (const YamlEntry& entry : node->entries) {
    if (const auto value = range(entry.value))
      all.emplace_back(entry.key, *value);
    else
      owner.report().add({owner.path_of(key) + "." + entry.key, entry.line, entry.column},
                         "is not a figure", "a number or [low, high]");
  }
  return all;
}

std::string last_word(const std::string& measure) {
  return measure.substr(measure.rfind('.') + 1);  // npos + 1 is 0
}

struct Rules {
  std::map<std::string, double> within;
  std::optional<Rfc4586Range> widen;
};

Rules read_rules(YamlMapping& top) {
  Rules rules;
  for (const auto& [measure, distance] : ranges(top, "within"))
    rules.within[measure] = distance.high;
  if (const YamlNode* node = top.find("widen")) rules.widen = range(*node);
  return rules;
}

std::optional<Rfc4586Range> target_by_rule(const Rfc4586Cell& cell, const Rules& rules) {
  if (cell.is_range && rules.widen)
    return Rfc4586Range{rules.widen->low * cell.rfc.low, rules.widen->high * cell.rfc.high};
  const auto distance = rules.within.find(last_word(cell.measure));
  if (distance == rules.within.end()) return std::nullopt;
  return Rfc4586Range{cell.rfc.low - distance->second, cell.rfc.high + distance->second};
}

Rfc4586Case read_case(YamlMapping& mapping, const Rules& rules) {
  Rfc4586Case one;
  mapping.require("case");
  mapping.require("rfc");
  mapping.text("case", one.name);
  if (const YamlNode* plan = mapping.find("plan")) one.plan = *plan;
  for (const auto& [measure, rfc] : ranges(mapping, "rfc")) {
    Rfc4586Cell cell{measure, rfc, std::nullopt, std::nullopt, rfc.low < rfc.high};
    cell.target = target_by_rule(cell, rules);
    one.cells.push_back(cell);
  }
  for (const auto& [measure, target] : ranges(mapping, "target"))
    for (Rfc4586Cell& cell : one.cells)
      if (cell.measure == measure) cell.target = target;
  mapping.finish();
  return one;
}

}  // namespace

bool Rfc4586Cell::hit() const {
  constexpr double kRounding = 1e-9;
  return target && ours && ours->low >= target->low - kRounding &&
         ours->high <= target->high + kRounding;
}

std::variant<Rfc4586Experiment, Diagnostics> parse_rfc4586_experiment(std::string_view text,
                                                                      std::string_view file) {
  YamlReport report(file);
  Rfc4586Experiment experiment;
  if (const auto root = parse_yaml(text, report)) {
    YamlMapping top(*root, "", report);
    top.require("experiment");
    top.require("cases");
    top.text("experiment", experiment.name);
    top.text("about", experiment.about);
    const Rules rules = read_rules(top);
    if (const YamlNode* base = top.find("base")) experiment.base = *base;
    for (const YamlNode* node : top.list("cases")) {
      const std::string path = "cases[" + std::to_string(experiment.cases.size()) + "]";
      YamlMapping item(*node, path, report);
      experiment.cases.push_back(read_case(item, rules));
    }
    top.finish();
  }
  if (!report.ok()) return report.take();
  return experiment;
}

}  // namespace ptimed
