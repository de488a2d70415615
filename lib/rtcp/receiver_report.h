// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/rtcp/report_block.h"

namespace ptimed {

/// RFC 3550 section 6.4.2: PT 201. Profile-specific extensions after the blocks are ignored.
struct ReceiverReport {
  static constexpr uint8_t kType = 201;
  Ssrc sender;
  std::vector<ReportBlock> blocks;  ///< at most 31

  static std::optional<ReceiverReport> parse(uint8_t count, Bytes body);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const ReceiverReport&) const = default;
};

}  // namespace ptimed
