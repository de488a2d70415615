// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// Application layer feedback, RFC 4585 section 6.4: PT 206, FMT 15. Its FCI belongs to the
/// application and is kept as it came.
struct Afb {
  static constexpr uint8_t kType = 206;  ///< PSFB
  static constexpr uint8_t kFormat = 15;
  Ssrc sender;
  Ssrc media;
  Buffer fci;  ///< whole words

  static std::optional<Afb> parse(Bytes body);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const Afb&) const = default;
};

}  // namespace ptimed
