// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

#include "lib/base/bytes.h"

namespace ptimed {

/// An extended report block of a type we do not interpret, kept byte for byte.
struct UnknownXrBlock {
  uint8_t type = 0;  ///< BT
  uint8_t type_specific = 0;
  Buffer contents;  ///< what follows the block header; whole words

  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const UnknownXrBlock&) const = default;
};

}  // namespace ptimed
