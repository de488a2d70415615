// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

/// Congestion control feedback, RFC 8888 section 3.1: PT 205, FMT 11.
///
/// The RFC lets num_reports both name the last packet inclusively and be 0 for none at all; here,
/// as in other implementations, it is the number of metrics that follow.
struct Ccfb {
  static constexpr uint8_t kType = 205;  ///< RTPFB
  static constexpr uint8_t kFormat = 11;
  static constexpr size_t kMaxMetrics = 16384;  ///< a quarter of the sequence numbers
  static constexpr uint16_t kOverRange = 0x1FFE;
  static constexpr uint16_t kUnavailable = 0x1FFF;

  /// What became of one packet. One that was not received has neither mark nor offset.
  struct Metric {
    bool received = false;
    uint8_t ecn = 0;              ///< the two bits of the IP header; CE stays once seen
    uint16_t arrival_offset = 0;  ///< ATO: 1/1024 s before the report timestamp, or as above
    bool operator==(const Metric&) const = default;
  };
  struct Report {
    Ssrc source;
    SeqNo begin;  ///< the packet of the first metric; the others follow modulo 2^16
    std::vector<Metric> metrics;
    bool operator==(const Report&) const = default;
  };

  Ssrc sender;
  std::vector<Report> reports;
  uint32_t report_timestamp = 0;  ///< RTS: middle 32 bits of the NTP time, as in LSR

  /// ATO of a packet that arrived this long before the report timestamp.
  static uint16_t arrival_offset(Duration before_report);

  static std::optional<Ccfb> parse(Bytes body);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const Ccfb&) const = default;
};

}  // namespace ptimed
