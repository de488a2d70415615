// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/units.h"
#include "lib/rtcp/xr_block.h"

namespace ptimed {

/// Extended report, RFC 3611 section 2: PT 207. A block of a known type whose contents do not fit
/// is skipped, its length still leading to the next; a block that runs past the packet makes all of
/// it malformed.
struct Xr {
  static constexpr uint8_t kType = 207;
  Ssrc sender;
  std::vector<XrBlock> blocks;  ///< possibly none
  int malformed = 0;            ///< blocks skipped by parse; never serialized

  static std::optional<Xr> parse(Bytes body);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const Xr&) const = default;
};

}  // namespace ptimed
