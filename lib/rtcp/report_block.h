// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// RFC 3550 section 6.4.1: one reception report block, 24 bytes.
struct ReportBlock {
  Ssrc source;                  ///< whose packets are reported on
  uint8_t fraction_lost = 0;    ///< 1/256
  int32_t cumulative_lost = 0;  ///< signed 24 bits
  uint32_t extended_highest_seq = 0;
  uint32_t jitter = 0;  ///< timestamp units
  uint32_t lsr = 0;     ///< middle 32 bits of the last SR's NTP timestamp; 0 before any
  uint32_t dlsr = 0;    ///< since that SR, in 1/65536 s

  static constexpr size_t kSize = 24;
  static ReportBlock read(Reader& r);
  /// `count` blocks, or none and r.ok() cleared when they are not all there.
  static std::vector<ReportBlock> read_all(Reader& r, size_t count);
  void write(Writer& w) const;
  std::string to_string() const;
  bool operator==(const ReportBlock&) const = default;
};

}  // namespace ptimed
