// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Units and identities as types: swapped arguments do not compile.
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace ptimed {

/// Packetization time: media time in one packet, in ms. Always a multiple of kFrame here.
using Ptime = std::chrono::duration<int, std::milli>;

/// Every codec here runs at 8 kHz in 10 ms frames (RFC 3551 section 4.5).
inline constexpr int kSampleRate = 8000;
inline constexpr Ptime kFrame{10};
inline constexpr int kFrameSamples = 80;

constexpr int frames_in(Ptime p) { return p / kFrame; }
constexpr int samples_in(Ptime p) { return frames_in(p) * kFrameSamples; }

/// IP and UDP headers, which RFC 3550 section 6.2 counts in the session bandwidth.
inline constexpr int kUdpIpv4Overhead = 28;
inline constexpr int kUdpIpv6Overhead = 48;
inline constexpr int kRtpHeader = 12;

/// A value of one meaning. Different tags do not mix.
template <class Tag, class Rep>
struct Strong {
  Rep value{};
  constexpr Strong() = default;
  constexpr explicit Strong(Rep v) : value(v) {}
  constexpr auto operator<=>(const Strong&) const = default;
};

using Ssrc = Strong<struct SsrcTag, uint32_t>;

/// RTP sequence number. Arithmetic is modulo 2^16.
struct SeqNo : Strong<struct SeqNoTag, uint16_t> {
  using Strong::Strong;
  constexpr SeqNo operator+(int n) const { return SeqNo(static_cast<uint16_t>(value + n)); }
  /// Signed distance from `from` to here, in -32768..32767.
  constexpr int since(SeqNo from) const {
    return static_cast<int16_t>(static_cast<uint16_t>(value - from.value));
  }
};

/// RTP timestamp in units of 1/8000 s. Arithmetic is modulo 2^32.
struct RtpTime : Strong<struct RtpTimeTag, uint32_t> {
  using Strong::Strong;
  constexpr RtpTime operator+(int samples) const {
    return RtpTime(value + static_cast<uint32_t>(samples));
  }
  /// Signed distance in samples.
  constexpr int32_t since(RtpTime from) const { return static_cast<int32_t>(value - from.value); }
};

/// Extended sequence number: cycles * 65536 + sequence (RFC 3550 A.1), never wrapping here.
using ExtSeq = Strong<struct ExtSeqTag, int64_t>;

/// Media time of a number of 8 kHz samples.
constexpr std::chrono::nanoseconds media_time(int64_t samples) {
  return std::chrono::nanoseconds(samples * 125'000);
}

}  // namespace ptimed
