// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// RFC 3550 section 6.6: PT 203. A reason that runs past the packet makes it malformed; what
/// follows a reason is ignored.
struct Bye {
  static constexpr uint8_t kType = 203;
  std::vector<Ssrc> sources;  ///< at most 31
  std::string reason;         ///< at most 255 bytes; empty when none

  static std::optional<Bye> parse(uint8_t count, Bytes body);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const Bye&) const = default;
};

}  // namespace ptimed
