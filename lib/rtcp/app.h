// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// RFC 3550 section 6.7: PT 204. Its data belongs to the application and is kept as it came.
struct App {
  static constexpr uint8_t kType = 204;
  uint8_t subtype = 0;  ///< 0..31
  Ssrc source;
  std::array<uint8_t, 4> name{};  ///< ASCII if the peer keeps to the RFC
  Buffer data;                    ///< whole words

  static std::optional<App> parse(uint8_t subtype, Bytes body);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const App&) const = default;
};

}  // namespace ptimed
