// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/round_trip.h"

namespace ptimed {
namespace {

constexpr int64_t kUnitsPerSecond = 65536;
/// The most that clock granularity at both ends is taken to explain: 1/8 s.
constexpr int32_t kGranularity = kUnitsPerSecond / 8;

}  // namespace

std::optional<Duration> round_trip(NtpTime arrival, const ReportBlock& block) {
  if (block.lsr == 0) return std::nullopt;
  const auto units = static_cast<int32_t>(arrival.middle() - block.lsr - block.dlsr);
  if (units < -kGranularity) return std::nullopt;
  if (units <= 0) return Duration{0};
  return Duration{int64_t{units} * Duration::period::den / kUnitsPerSecond};
}

}  // namespace ptimed
