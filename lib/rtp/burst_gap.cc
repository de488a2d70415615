// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/burst_gap.h"

#include <cassert>
#include <utility>

namespace ptimed {
namespace {

double share(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

Duration mean(Duration sum, int64_t count) { return count > 0 ? sum / count : Duration{0}; }

}  // namespace

void BurstGapScan::Stretch::add(const Stretch& other) {
  packets += other.packets;
  missing += other.missing;
  length += other.length;
}

BurstGapScan::BurstGapScan(int gmin) : gmin_(gmin) {
  assert(gmin > 0 && "Gmin must not be zero (RFC 3611 section 4.7.7)");
}

void BurstGapScan::on_packet(PacketFate fate, Duration length) {
  if (fate == PacketFate::kReceived) {
    ++received_;
    good_.add({1, 0, length});
    if (good_.packets >= gmin_) settle();
    return;
  }
  ++(fate == PacketFate::kLost ? lost_ : discarded_);
  if (open_.missing > 0)
    open_.add(std::exchange(good_, {}));
  else
    gap_.add(std::exchange(good_, {}));
  open_.add({1, 1, length});
}

/// What was missing lately is followed by Gmin received packets: a burst, or, a single one, part of
/// the gap.
void BurstGapScan::settle() {
  if (open_.missing > 1) {
    ++bursts_;
    all_bursts_.add(open_);
    if (gap_.packets > 0) ++gaps_;
    all_gaps_.add(std::exchange(gap_, {}));
  } else {
    gap_.add(open_);
  }
  open_ = {};
  gap_.add(std::exchange(good_, {}));
}

BurstGapMetrics BurstGapScan::metrics() const {
  BurstGapScan at_end = *this;
  at_end.settle();
  if (at_end.gap_.packets > 0) ++at_end.gaps_;
  at_end.all_gaps_.add(at_end.gap_);
  const Stretch &bursts = at_end.all_bursts_, &gaps = at_end.all_gaps_;
  const int64_t expected = received_ + lost_ + discarded_;
  // Every rate "MUST be set to zero if no packets have been received".
  const bool heard = received_ + discarded_ > 0;
  const auto rate = [heard](int64_t part, int64_t whole) { return heard ? share(part, whole) : 0; };
  return {.expected = expected,
          .received = received_,
          .lost = lost_,
          .discarded = discarded_,
          .bursts = at_end.bursts_,
          .gaps = at_end.gaps_,
          .loss_rate = rate(lost_, expected),
          .discard_rate = rate(discarded_, expected),
          .burst_density = rate(bursts.missing, bursts.packets),
          .gap_density = rate(gaps.missing, gaps.packets),
          .burst_duration = mean(bursts.length, at_end.bursts_),
          .gap_duration = mean(gaps.length, at_end.gaps_)};
}

}  // namespace ptimed
