// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Time as a value handed in by a driver. Nothing below daemon/ can ask for it: the clock has no
// now().
#include <chrono>
#include <cstdint>

namespace ptimed {

using Duration = std::chrono::nanoseconds;

/// The driver's monotonic time line. Its zero is the driver's business; in virtual time it is the
/// start of the run.
struct InjectedClock {
  using rep = Duration::rep;
  using period = Duration::period;
  using duration = Duration;
  using time_point = std::chrono::time_point<InjectedClock, Duration>;
  static constexpr bool is_steady = true;
};
using Time = InjectedClock::time_point;

inline constexpr Time kNever = Time::max();

constexpr double to_seconds(Duration d) { return std::chrono::duration<double>(d).count(); }
constexpr double to_ms(Duration d) { return std::chrono::duration<double, std::milli>(d).count(); }
constexpr Duration from_seconds(double s) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(s));
}

/// 64-bit NTP timestamp: seconds since 1900 in the high word, fraction in the low (RFC 3550 section
/// 4).
struct NtpTime {
  uint64_t value = 0;
  /// The middle 32 bits, as LSR carries them (RFC 3550 section 6.4.1).
  constexpr uint32_t middle() const { return static_cast<uint32_t>(value >> 16); }
  constexpr auto operator<=>(const NtpTime&) const = default;
};

/// Ties a driver's time line to Unix time. One value per driver, taken once at its start.
class WallClock {
 public:
  constexpr WallClock() = default;
  constexpr explicit WallClock(Duration unix_at_zero) : unix_at_zero_(unix_at_zero) {}

  /// Nanoseconds since 1970-01-01 UTC.
  constexpr int64_t unix_ns(Time t) const { return (unix_at_zero_ + t.time_since_epoch()).count(); }

  constexpr NtpTime ntp(Time t) const {
    constexpr uint64_t kUnixToNtp = 2'208'988'800u;  // seconds from 1900 to 1970
    constexpr int64_t kSecond = 1'000'000'000;
    const int64_t ns = unix_ns(t);
    const int64_t whole = ns / kSecond, rest = ns % kSecond;
    const uint64_t fraction = (static_cast<uint64_t>(rest) << 32) / static_cast<uint64_t>(kSecond);
    return {((static_cast<uint64_t>(whole) + kUnixToNtp) << 32) | fraction};
  }

 private:
  Duration unix_at_zero_{0};
};

}  // namespace ptimed
