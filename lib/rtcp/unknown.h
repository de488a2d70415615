// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <string>

#include "lib/base/bytes.h"

namespace ptimed {

/// A packet of a kind we do not interpret, kept byte for byte.
struct UnknownRtcp {
  uint8_t type = 0;   ///< PT
  uint8_t count = 0;  ///< the five bits after P: RC, SC, FMT or subtype
  Buffer body;        ///< what follows the 4-byte header; whole words

  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const UnknownRtcp&) const = default;
};

}  // namespace ptimed
