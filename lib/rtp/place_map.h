// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// How the timestamps of a stretch of a stream map to places in the playout.
#include <cstdint>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

/// Counts 10 ms frames from the first one heard on, over the whole life of a playout buffer.
using Place = int64_t;

class PlaceMap {
 public:
  /// The frame with timestamp `first` has place `begins`.
  PlaceMap(Place begins, RtpTime first) : begins_(begins), last_(first) {}

  /// The nearest place, for a timestamp within 2^31 samples of the last one followed.
  Place place_of(RtpTime timestamp) const;
  RtpTime timestamp_of(Place place) const;
  /// Arrival against the end of the packet's media, on the scale on which place p ends at (p + 1) *
  /// 10 ms.
  Duration transit(Time arrival, RtpTime timestamp, size_t frames) const;
  /// The stream has come to `timestamp`.
  void follow(RtpTime timestamp);

 private:
  /// Samples since the first timestamp, not wrapping.
  int64_t media_of(RtpTime timestamp) const { return last_media_ + timestamp.since(last_); }

  Place begins_;
  RtpTime last_;
  int64_t last_media_ = 0;
};

}  // namespace ptimed
