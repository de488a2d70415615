// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "lib/base/bytes.h"
#include "lib/base/units.h"

namespace ptimed {

/// RFC 4585 section 6.2.1: PT 205, FMT 1. On the wire each FCI names one packet (PID) and any of the 16 after it (BLP).
struct GenericNack {
  Ssrc sender;
  Ssrc media;
  std::vector<SeqNo> lost;  ///< in the order of the wire; FCIs are packed when serialized

  static std::optional<GenericNack> parse(Bytes body);
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const GenericNack&) const = default;
};

}  // namespace ptimed
