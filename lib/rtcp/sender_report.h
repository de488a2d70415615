// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "lib/base/time.h"
#include "lib/rtcp/report_block.h"

namespace ptimed {

/// RFC 3550 section 6.4.1: PT 200.
struct SenderReport {
  Ssrc sender;
  NtpTime ntp;
  RtpTime rtp;  ///< the same instant as `ntp`, on the media clock
  uint32_t packets = 0;
  uint32_t octets = 0;  ///< payload octets, without headers and padding
  std::vector<ReportBlock> blocks;  ///< at most 31

  static std::optional<SenderReport> parse(uint8_t count, Bytes body);  ///< body: what follows the 4-byte header
  void serialize(Writer& w) const;  ///< header included
  std::string to_string() const;
  bool operator==(const SenderReport&) const = default;
};

}  // namespace ptimed
