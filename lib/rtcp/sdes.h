// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// RFC 3550 section 6.5: PT 202. Chunks must fill the packet exactly.
struct Sdes {
  static constexpr uint8_t kType = 202;
  static constexpr uint8_t kCname = 1;
  struct Item {
    uint8_t type = kCname;
    std::string text;  ///< at most 255 bytes, UTF-8 if the peer keeps to the RFC
    bool operator==(const Item&) const = default;
  };
  struct Chunk {
    Ssrc source;
    std::vector<Item> items;
    bool operator==(const Chunk&) const = default;
  };
  std::vector<Chunk> chunks;  ///< at most 31

  static Sdes cname(Ssrc source, std::string name);
  static std::optional<Sdes> parse(uint8_t count, Bytes body);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const Sdes&) const = default;
};

}  // namespace ptimed
