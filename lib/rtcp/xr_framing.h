// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What all extended report blocks share on the wire (RFC 3611 section 3).
#include <cstdint>

#include "lib/base/bytes.h"

namespace ptimed {

inline constexpr size_t kXrBlockHeader = 4;

/// Writes a block's header on construction and its length when it goes out of scope.
class XrFraming {
 public:
  XrFraming(Writer& w, uint8_t type, unsigned type_specific = 0);
  ~XrFraming();
  XrFraming(const XrFraming&) = delete;
  XrFraming& operator=(const XrFraming&) = delete;

 private:
  Writer& writer_;
  size_t begin_;
};

}  // namespace ptimed
