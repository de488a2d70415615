// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/time.h"
#include "lib/rtcp/report_block.h"

namespace ptimed {

/// RFC 3550 section 6.4.1: PT 200. Profile-specific extensions after the blocks are ignored.
struct SenderReport {
  static constexpr uint8_t kType = 200;
  Ssrc sender;
  NtpTime ntp;
  RtpTime rtp;  ///< the same instant as `ntp`, on the media clock
  uint32_t packets = 0;
  uint32_t octets = 0;              ///< payload octets, without headers and padding
  std::vector<ReportBlock> blocks;  ///< at most 31

  /// `body` is what follows the 4-byte header.
  static std::optional<SenderReport> parse(uint8_t count, Bytes body);
  /// The whole packet, header included.
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const SenderReport&) const = default;
};

}  // namespace ptimed
