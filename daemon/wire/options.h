// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Command line and profile file of ptimed-wire.
#include <string>
#include <variant>
#include <vector>

#include "lib/link/profile.h"

namespace ptimed {

struct WireOptions {
  std::string west, east;
  std::string profile_path;
  std::vector<std::string> settings;  ///< KEY=VALUE over the profile
  std::string drops_path;
  std::string counters_path;
  std::string print_form;  ///< "", "yaml" or "env": print the profile instead of forwarding
  int ready_fd = -1;       ///< -1: "ready" goes to stdout
};

/// The options, or the exit code when there is nothing to do: 0 after --help, 2 after an error,
/// both already told.
std::variant<WireOptions, int> parse_wire_options(int argc, char** argv);

/// Reads the profile file and applies the settings.
std::variant<WanProfile, Diagnostics> load_profile(const WireOptions& options);

/// As shell assignments: FORWARD_RATE_BPS=300000 and so on, a rate of 0 for no bottleneck, and the
/// whole as YAML in PROFILE_YAML.
std::string print_profile_as_env(const WanProfile& profile);

}  // namespace ptimed
