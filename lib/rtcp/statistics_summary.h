// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// Statistics summary report block, RFC 3611 section 4.6: BT 6. What is not reported is empty; a
/// block with a value in a field flagged as unreported MUST be ignored.
struct StatisticsSummary {
  static constexpr uint8_t kBlockType = 6;
  /// Of the relative transit times between two packets, in timestamp units.
  struct Jitter {
    uint32_t min = 0, max = 0, mean = 0, deviation = 0;
    bool operator==(const Jitter&) const = default;
  };
  enum class Hops : uint8_t { kIpv4Ttl = 1, kIpv6HopLimit = 2 };
  struct HopCount {
    Hops kind = Hops::kIpv4Ttl;
    uint8_t min = 0, max = 0, mean = 0, deviation = 0;
    bool operator==(const HopCount&) const = default;
  };

  Ssrc source;
  SeqNo begin;  ///< first packet reported on
  SeqNo end;    ///< the one after the last
  std::optional<uint32_t> lost = std::nullopt;
  std::optional<uint32_t> duplicates = std::nullopt;
  std::optional<Jitter> jitter = std::nullopt;
  std::optional<HopCount> hops = std::nullopt;

  static std::optional<StatisticsSummary> parse(uint8_t type_specific, Bytes contents);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const StatisticsSummary&) const = default;
};

}  // namespace ptimed
