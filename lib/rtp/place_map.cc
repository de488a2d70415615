// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/place_map.h"

namespace ptimed {
namespace {

constexpr int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

Place PlaceMap::place_of(RtpTime timestamp) const {
  return begins_ + floor_div(media_of(timestamp) + kFrameSamples / 2, kFrameSamples);
}

RtpTime PlaceMap::timestamp_of(Place place) const {
  const int64_t media = (place - begins_) * kFrameSamples;
  return RtpTime(last_.value + static_cast<uint32_t>(media - last_media_));
}

Duration PlaceMap::transit(Time arrival, RtpTime timestamp, size_t frames) const {
  const Duration begins = begins_ * Duration{kFrame} + media_time(media_of(timestamp));
  return arrival.time_since_epoch() - begins - static_cast<int64_t>(frames) * kFrame;
}

void PlaceMap::follow(RtpTime timestamp) {
  last_media_ = media_of(timestamp);
  last_ = timestamp;
}

}  // namespace ptimed
