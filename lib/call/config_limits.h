// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Ranges of configured values.
#include <string_view>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

inline constexpr Ptime kLowestPtime{10};
inline constexpr Ptime kHighestPtime{
    200};  // RFC 3551 section 4.2: packets of 0 to 200 ms are to be accepted
inline constexpr int kLowestMtu = 128;
inline constexpr int kHighestMtu = 65535;
inline constexpr double kHighestRtcpShare = 0.5;
inline constexpr double kLowestTone = 50;     // Hz
inline constexpr double kHighestTone = 3800;  // Hz; below half of the sampling rate
inline constexpr Duration kLongestSchedule = std::chrono::hours(10'000);

inline constexpr char kNameForm[] =
    "64 letters, digits, . _ or - at most, the first a letter or digit";

/// A name that can be part of a file's.
constexpr bool is_name(std::string_view text) {
  constexpr size_t kLongest = 64;
  constexpr auto is_letter_or_digit = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  if (text.empty() || text.size() > kLongest || !is_letter_or_digit(text.front())) return false;
  for (const char c : text)
    if (!is_letter_or_digit(c) && c != '.' && c != '_' && c != '-') return false;
  return true;
}

}  // namespace ptimed
