// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Rendering for people: one line, whatever a peer put into its strings.
#include <string>
#include <string_view>

#include "lib/base/units.h"

namespace ptimed {

/// "0x0badcafe"
std::string hex(Ssrc ssrc);
/// In double quotes; control characters, quotes and backslashes as \xNN, so that a line stays a
/// line.
std::string quoted(std::string_view text);

}  // namespace ptimed
