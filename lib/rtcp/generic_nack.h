// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// RFC 4585 section 6.2.1: PT 205, FMT 1. On the wire each FCI names one packet (PID) and any of
/// the 16 after it (BLP).
struct GenericNack {
  static constexpr uint8_t kType = 205;  ///< RTPFB
  static constexpr uint8_t kFormat = 1;
  Ssrc sender;
  Ssrc media;
  /// In the order of the wire, at least one. Numbers that ascend (across 65535 too) share FCIs when
  /// serialized.
  std::vector<SeqNo> lost;

  /// How many of `lost`, from the first on, the first `fcis` FCIs name.
  size_t named_by(size_t fcis) const;

  static std::optional<GenericNack> parse(Bytes body);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const GenericNack&) const = default;
};

}  // namespace ptimed
