// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/link/profile.h"

#include "lib/base/quantity.h"
#include "lib/base/yaml_schema.h"

namespace ptimed {
namespace {

using namespace std::chrono_literals;

constexpr int64_t kSlowest = 1'000, kFastest = 100'000'000'000;  // bit/s
constexpr Duration kLongestDelay = 60s;
constexpr int kLongestQueue = 1'000'000;
constexpr std::string_view kUnlimited = "unlimited";

void read_rate(YamlMapping& map, LinkProfile& link) {
  const YamlNode* node = map.find("rate");
  if (node != nullptr && node->kind == YamlNode::Kind::kScalar && node->scalar == kUnlimited)
    link.rate_bps = 0;
  else
    map.rate("rate", link.rate_bps, kSlowest, kFastest);
}

void read_direction(YamlMapping& top, std::string_view name, LinkProfile& link) {
  auto map = top.mapping(name);
  if (!map) return;
  read_rate(*map, link);
  map->duration("delay", link.delay, 0s, kLongestDelay);
  map->integer("queue", link.queue_packets, 0, kLongestQueue);
  map->share("loss", link.loss, 0, 1);
  map->finish();
}

enum class Scope : uint8_t { kWhole, kPart };

std::variant<WanProfile, Diagnostics> read_profile(std::string_view text, std::string_view file,
                                                   WanProfile profile, Scope scope) {
  YamlReport report(file);
  if (const auto root = parse_yaml(text, report)) {
    YamlMapping top(*root, "", report);
    for (const std::string_view name : {"forward", "backward"})
      if (scope == Scope::kWhole) top.require(name, "a mapping of rate, delay, queue and loss");
    read_direction(top, "forward", profile.forward);
    read_direction(top, "backward", profile.backward);
    top.integer("seed", profile.seed, 0, UINT64_MAX);
    top.finish();
  }
  if (!report.ok()) return report.take();
  return profile;
}

std::string print_direction(const LinkProfile& link) {
  const std::string rate = link.rate_bps > 0 ? format_rate(link.rate_bps) : std::string(kUnlimited);
  return "{rate: " + rate + ", delay: " + format_duration(link.delay) +
         ", queue: " + std::to_string(link.queue_packets) + ", loss: " + format_share(link.loss) +
         "}\n";
}

}  // namespace

std::variant<WanProfile, Diagnostics> parse_wan_profile(std::string_view text,
                                                        std::string_view file) {
  return read_profile(text, file, {}, Scope::kWhole);
}

std::variant<WanProfile, Diagnostics> with_setting(const WanProfile& base,
                                                   std::string_view setting) {
  const size_t equals = setting.find('=');
  const size_t dot = setting.substr(0, equals).find('.');
  const auto part = [&](size_t from, size_t to) {
    return std::string(setting.substr(from, to == setting.npos ? to : to - from));
  };
  if (equals == setting.npos)
    return Diagnostics{{.file = std::string(setting),
                        .key = "",
                        .problem = "not a setting",
                        .expected = "KEY=VALUE such as forward.rate=64kbit"}};
  const std::string value = part(equals + 1, setting.npos);
  const std::string text = dot == setting.npos
                               ? part(0, equals) + ": " + value
                               : part(0, dot) + ": {" + part(dot + 1, equals) + ": " + value + "}";
  auto result = read_profile(text, setting, base, Scope::kPart);
  if (auto* problems = std::get_if<Diagnostics>(&result))
    for (Diagnostic& problem : *problems) problem.line = problem.column = 0;  // of our own text
  return result;
}

std::string print_wan_profile(const WanProfile& profile) {
  return "forward: " + print_direction(profile.forward) +
         "backward: " + print_direction(profile.backward) +
         "seed: " + std::to_string(profile.seed) + "\n";
}

}  // namespace ptimed
