// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/bytes.h"

#include <cassert>

namespace ptimed {

Bytes Reader::take(size_t n) {
  if (n > rest_.size()) {
    ok_ = false;
    rest_ = {};
    return {};
  }
  const Bytes head = rest_.first(n);
  rest_ = rest_.subspan(n);
  return head;
}

uint64_t Reader::take_uint(size_t n) {
  uint64_t v = 0;
  for (const uint8_t byte : take(n)) v = v << 8 | byte;
  return v;
}

void Writer::patch_u16(size_t at, unsigned v) {
  assert(at + 2 <= out_.size());
  out_[at] = static_cast<uint8_t>(v >> 8);
  out_[at + 1] = static_cast<uint8_t>(v);
}

void Writer::put(uint64_t v, int n) {
  for (int shift = 8 * (n - 1); shift >= 0; shift -= 8)
    out_.push_back(static_cast<uint8_t>(v >> shift));
}

}  // namespace ptimed
