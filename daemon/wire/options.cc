// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/wire/options.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "lib/base/yaml_schema.h"

namespace ptimed {
namespace {

constexpr int kUsageError = 2;

void add_options(CLI::App& app, WireOptions& options) {
  app.add_option("--west", options.west, "Interface on the west side");
  app.add_option("--east", options.east, "Interface on the east side");
  app.add_option("--profile", options.profile_path, "Profile file, read again on SIGHUP")
      ->required();
  app.add_option("--set", options.settings, "A value over the profile: forward.rate=64kbit")
      ->type_name("KEY=VALUE");
  app.add_option("--drops", options.drops_path, "CSV file of dropped packets");
  app.add_option("--counters", options.counters_path,
                 "File that SIGUSR1 writes the counters to (default: stdout)");
  app.add_option("--ready-fd", options.ready_fd, "Descriptor to say \"ready\" on")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--print-profile", options.print_form, "Print the profile and exit")
      ->check(CLI::IsMember({"yaml", "env"}));
}

Diagnostics unreadable(const std::string& path) {
  return {{.file = path, .key = "", .problem = std::strerror(errno), .expected = "a profile file"}};
}

void print_direction(std::string& out, const std::string& name, const LinkProfile& link) {
  out += name + "_RATE_BPS=" + std::to_string(link.rate_bps) + "\n";
  out += name + "_DELAY_NS=" + std::to_string(link.delay.count()) + "\n";
  out += name + "_QUEUE=" + std::to_string(link.queue_packets) + "\n";
  out += name + "_LOSS_PERCENT=" + format_number(link.loss * 100) + "\n";
}

}  // namespace

std::variant<WireOptions, int> parse_wire_options(int argc, char** argv) {
  CLI::App app(
      "Joins two Ethernet interfaces through a bottleneck: rate, queue, delay and loss.\n"
      "SIGTERM prints the counters as JSON and ends, SIGUSR1 writes them, SIGHUP reads the "
      "profile again.");
  WireOptions options;
  add_options(app, options);
  try {
    app.parse(argc, argv);
    if (options.print_form.empty() && (options.west.empty() || options.east.empty()))
      throw CLI::RequiredError("--west and --east");
    if (!options.west.empty() && options.west == options.east)
      throw CLI::ValidationError("--east", "must differ from --west");
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsageError;
  }
  return options;
}

std::variant<WanProfile, Diagnostics> load_profile(const WireOptions& options) {
  std::ifstream file(options.profile_path);
  if (!file) return unreadable(options.profile_path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) return unreadable(options.profile_path);
  auto result = parse_wan_profile(text, options.profile_path);
  for (const std::string& setting : options.settings) {
    if (std::holds_alternative<Diagnostics>(result)) break;
    result = with_setting(std::get<WanProfile>(result), setting);
  }
  return result;
}

std::string print_profile_as_env(const WanProfile& profile) {
  std::string out;
  print_direction(out, "FORWARD", profile.forward);
  print_direction(out, "BACKWARD", profile.backward);
  out += "PROFILE_YAML='" + print_wan_profile(profile) + "'\n";
  return out;
}

}  // namespace ptimed
