// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// VoIP metrics report block, RFC 3611 section 4.7: BT 7. Fields as on the wire; rates and
/// densities are 1/256, rounded down, at most 255; times are ms.
struct VoipMetrics {
  static constexpr uint8_t kBlockType = 7;
  static constexpr uint8_t kUnavailable = 127;
  static constexpr uint8_t kRecommendedGmin = 16;

  enum class Concealment : uint8_t { kUnspecified, kDisabled, kEnhanced, kStandard };
  enum class JitterBuffer : uint8_t { kUnknown, kReserved, kNonAdaptive, kAdaptive };

  Ssrc source;
  uint8_t loss_rate = 0;
  uint8_t discard_rate = 0;
  uint8_t burst_density = 0;
  uint8_t gap_density = 0;
  uint16_t burst_duration = 0;  ///< mean
  uint16_t gap_duration = 0;    ///< mean
  uint16_t round_trip_delay = 0;
  uint16_t end_system_delay = 0;
  int8_t signal_level = kUnavailable;  ///< dBm0
  int8_t noise_level = kUnavailable;   ///< dBm0
  uint8_t rerl = kUnavailable;         ///< residual echo return loss, dB
  uint8_t gmin = kRecommendedGmin;     ///< never 0
  uint8_t r_factor = kUnavailable;     ///< 0..100
  uint8_t external_r_factor = kUnavailable;
  uint8_t mos_lq = kUnavailable;  ///< 10..50: MOS * 10
  uint8_t mos_cq = kUnavailable;
  Concealment plc = Concealment::kUnspecified;
  JitterBuffer jba = JitterBuffer::kUnknown;
  uint8_t jb_rate = 0;  ///< 0..15; 2 * rate * frame size to adjust, 0 when unknown
  uint16_t jb_nominal = 0;
  uint16_t jb_maximum = 0;
  uint16_t jb_abs_max = 0;

  static std::optional<VoipMetrics> parse(uint8_t type_specific, Bytes contents);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const VoipMetrics&) const = default;
};

}  // namespace ptimed
