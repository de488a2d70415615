// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/circuit_breaker_stream.h"

#include <algorithm>
#include <numeric>

#include "lib/rtcp/circuit_breaker_rules.h"

namespace ptimed {
namespace {

constexpr Duration kMemoryOfTf = std::chrono::seconds(10);

}  // namespace

void SentStream::on_packet(Time now, size_t octets, Ptime ptime, Duration longest_pause) {
  static_assert(kSizes == 4 * kFrameGroup);
  if (!last_ || now - *last_ > longest_pause) since_ = now;
  last_ = now;
  last_use_[ptime] = now;
  sizes_[packets_ % kSizes] = octets;
  ++packets_;
  octets_ += octets;
}

std::optional<Time> SentStream::sending_since(Time now, Duration longest_pause) const {
  if (!last_ || now - *last_ > longest_pause) return std::nullopt;
  return since_;
}

Duration SentStream::frame_interval(Time now) const {
  Ptime longest{0};
  for (const auto& [ptime, used] : last_use_)
    if (now - used <= kMemoryOfTf) longest = std::max(longest, ptime);
  return longest;
}

double SentStream::packet_size() const {
  const size_t known = std::min<size_t>(kSizes, packets_);
  if (known == 0) return 0;
  return static_cast<double>(std::accumulate(sizes_.begin(), sizes_.end(), size_t{0})) /
         static_cast<double>(known);
}

}  // namespace ptimed
