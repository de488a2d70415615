// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/xr_block.h"

namespace ptimed {

std::optional<XrBlock> parse_xr_block(uint8_t type, uint8_t type_specific, Bytes contents) {
  switch (type) {
    case Rrtr::kBlockType:
      return Rrtr::parse(type_specific, contents);
    case Dlrr::kBlockType:
      return Dlrr::parse(type_specific, contents);
    case StatisticsSummary::kBlockType:
      return StatisticsSummary::parse(type_specific, contents);
    case VoipMetrics::kBlockType:
      return VoipMetrics::parse(type_specific, contents);
  }
  return UnknownXrBlock{type, type_specific, Buffer(contents.begin(), contents.end())};
}

void serialize(const XrBlock& block, Writer& w) {
  std::visit([&w](const auto& kind) { kind.serialize(w); }, block);
}

std::string to_string(const XrBlock& block) {
  return std::visit([](const auto& kind) { return kind.to_string(); }, block);
}

}  // namespace ptimed
