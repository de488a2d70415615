// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Bounded reading and writing of network byte order.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ptimed {

using Bytes = std::span<const uint8_t>;
using Buffer = std::vector<uint8_t>;

/// Reads big-endian values. A read past the end yields 0 and clears ok() for good; nothing throws.
class Reader {
 public:
  explicit Reader(Bytes bytes) : rest_(bytes) {}

  uint8_t u8() { return static_cast<uint8_t>(take_uint(1)); }
  uint16_t u16() { return static_cast<uint16_t>(take_uint(2)); }
  uint32_t u24() { return static_cast<uint32_t>(take_uint(3)); }
  uint32_t u32() { return static_cast<uint32_t>(take_uint(4)); }
  uint64_t u64() { return take_uint(8); }
  /// The next n bytes, or an empty span when fewer are left.
  Bytes take(size_t n);
  void skip(size_t n) { take(n); }

  bool ok() const { return ok_; }
  size_t left() const { return rest_.size(); }
  Bytes rest() const { return rest_; }

 private:
  uint64_t take_uint(size_t n);
  Bytes rest_;
  bool ok_ = true;
};

/// Appends big-endian values to a buffer it does not own.
class Writer {
 public:
  explicit Writer(Buffer& out) : out_(out) {}

  void u8(unsigned v) { put(v, 1); }
  void u16(unsigned v) { put(v, 2); }
  void u24(uint32_t v) { put(v, 3); }
  void u32(uint32_t v) { put(v, 4); }
  void u64(uint64_t v) { put(v, 8); }
  void bytes(Bytes b) { out_.insert(out_.end(), b.begin(), b.end()); }
  void text(std::string_view s) { out_.insert(out_.end(), s.begin(), s.end()); }
  void zeros(size_t n) { out_.insert(out_.end(), n, uint8_t{0}); }

  size_t size() const { return out_.size(); }
  /// Overwrites two bytes written earlier; `at` is an offset into the whole buffer.
  void patch_u16(size_t at, unsigned v);

 private:
  void put(uint64_t v, int n);
  Buffer& out_;
};

}  // namespace ptimed
