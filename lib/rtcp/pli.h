// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// Picture loss indication, RFC 4585 section 6.3.1: PT 206, FMT 1. Nothing follows the two SSRCs.
struct Pli {
  static constexpr uint8_t kType = 206;  ///< PSFB
  static constexpr uint8_t kFormat = 1;
  Ssrc sender;
  Ssrc media;

  static std::optional<Pli> parse(Bytes body);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const Pli&) const = default;
};

}  // namespace ptimed
