// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// DLRR report block, RFC 3611 section 4.5: BT 5. Answers the RRTRs of receivers, so that they know
/// their round-trip time: A - LRR - DLRR.
struct Dlrr {
  static constexpr uint8_t kBlockType = 5;
  struct SubBlock {
    Ssrc receiver;
    uint32_t lrr = 0;   ///< middle 32 bits of its last RRTR's NTP time; 0 before any
    uint32_t dlrr = 0;  ///< since that RRTR, in 1/65536 s
    bool operator==(const SubBlock&) const = default;
  };
  std::vector<SubBlock> receivers;  ///< at least one

  static std::optional<Dlrr> parse(uint8_t type_specific, Bytes contents);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const Dlrr&) const = default;
};

}  // namespace ptimed
