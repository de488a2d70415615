// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What all RTCP packets share on the wire (RFC 3550 section 6.4.1).
#include <cstddef>
#include <cstdint>

#include "lib/base/bytes.h"

namespace ptimed {

inline constexpr size_t kRtcpHeader = 4;
inline constexpr size_t kRtcpWord = 4;
/// RC, SC, FMT and subtype are five bits.
inline constexpr size_t kMaxRtcpCount = 31;
/// Length octets of SDES items and BYE reasons.
inline constexpr size_t kMaxRtcpText = 255;

/// Zeros that take `size` to the next 32-bit boundary.
constexpr size_t word_padding(size_t size) { return (kRtcpWord - size % kRtcpWord) % kRtcpWord; }

/// Writes the common header on construction and its length when it goes out of scope.
class RtcpFraming {
 public:
  RtcpFraming(Writer& w, size_t count, uint8_t type);
  ~RtcpFraming();
  RtcpFraming(const RtcpFraming&) = delete;
  RtcpFraming& operator=(const RtcpFraming&) = delete;

  /// Octets written so far, header included.
  size_t size() const { return writer_.size() - begin_; }

 private:
  Writer& writer_;
  size_t begin_;
};

}  // namespace ptimed
