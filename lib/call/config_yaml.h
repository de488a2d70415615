// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// YAML to typed configuration with a strict schema: every problem of a file in one go, each with
// file:line:column.
#include <string>
#include <string_view>
#include <variant>

#include "lib/base/diagnostic.h"
#include "lib/call/config.h"

namespace ptimed {

/// Pure: reads nothing but `text`. `file` is only named in diagnostics.
std::variant<DaemonConfig, Diagnostics> parse_config(std::string_view text, std::string_view file);

/// A file with one call (a mapping with the keys of a call) or several (a `calls:` list), for
/// `ptimectl add`.
std::variant<std::vector<CallEntry>, Diagnostics> parse_calls(std::string_view text,
                                                              std::string_view file,
                                                              const DaemonConfig& daemon);

/// The effective configuration as YAML that parse_config reads back to the same value.
std::string print_config(const DaemonConfig& config);

}  // namespace ptimed
