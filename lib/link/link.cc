// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/link/link.h"

#include <algorithm>
#include <cassert>

namespace ptimed {
namespace {

/// Serialization time of a packet at a rate; takes the rest of the packet before and leaves its
/// own, so that a busy link runs at exactly its rate.
Duration service_time(int ip_bytes, int64_t rate_bps, int64_t& carry) {
  if (rate_bps == 0) return Duration{0};
  constexpr int64_t kBitNsPerByte = 8'000'000'000;
  const int64_t work = ip_bytes * kBitNsPerByte + carry;
  carry = work % rate_bps;
  return Duration{work / rate_bps};
}

}  // namespace

std::string_view to_string(LinkDrop drop) {
  return drop == LinkDrop::kQueueFull ? "queue_full" : "random_loss";
}

Link::Link(const LinkProfile& profile, uint64_t seed) : profile_(profile), rng_(seed) {}

LinkVerdict Link::offer(Time now, uint64_t id, int ip_bytes) {
  advance(now);
  ++counters_.offered;
  counters_.offered_bytes += static_cast<uint64_t>(ip_bytes);
  const int queued = static_cast<int>(waiting_.size());
  // One draw per packet whatever the loss, so that runs of one seed lose the same packets.
  if (rng_.chance(profile_.loss)) {
    ++counters_.dropped_random;
    return {LinkDrop::kRandomLoss, queued};
  }
  if (serving_ && queued >= profile_.queue_packets) {
    ++counters_.dropped_queue;
    return {LinkDrop::kQueueFull, queued};
  }
  const Packet packet{id, ip_bytes, now};
  if (serving_) {
    waiting_.push_back(packet);
    counters_.longest_queue = std::max(counters_.longest_queue, queued + 1);
  } else {
    carry_ = 0;
    serve(packet, now);
    advance(now);
  }
  return {std::nullopt, queued};
}

Time Link::next_delivery() const {
  if (!in_flight_.empty()) return in_flight_.front().delivery.at;
  if (serving_) return std::max(service_end_ + profile_.delay, last_out_);
  return kNever;
}

std::optional<Link::Delivery> Link::take(Time now) {
  advance(now);
  if (in_flight_.empty() || in_flight_.front().delivery.at > now) return std::nullopt;
  const InFlight packet = in_flight_.front();
  in_flight_.pop_front();
  ++counters_.delivered;
  counters_.delivered_bytes += static_cast<uint64_t>(packet.ip_bytes);
  return packet.delivery;
}

void Link::set_profile(Time now, const LinkProfile& profile) {
  advance(now);
  if (profile.rate_bps != profile_.rate_bps) carry_ = 0;
  profile_ = profile;
}

int Link::queued(Time now) const {
  int64_t carry = carry_;
  Time end = service_end_;
  auto next = waiting_.begin();
  for (; next != waiting_.end() && end <= now; ++next)
    end += service_time(next->ip_bytes, profile_.rate_bps, carry);
  return static_cast<int>(waiting_.end() - next);
}

void Link::advance(Time now) {
  expect_forward(now);
  while (serving_ && service_end_ <= now) {
    propagate();
    serving_.reset();
    if (waiting_.empty()) break;
    const Packet next = waiting_.front();
    waiting_.pop_front();
    serve(next, service_end_);
  }
}

void Link::serve(const Packet& packet, Time start) {
  serving_ = packet;
  service_start_ = start;
  service_end_ = start + service_time(packet.ip_bytes, profile_.rate_bps, carry_);
}

void Link::propagate() {
  last_out_ = std::max(service_end_ + profile_.delay, last_out_);
  const Delivery delivery{serving_->id, last_out_, service_start_ - serving_->arrival};
  in_flight_.push_back({delivery, serving_->ip_bytes});
}

void Link::expect_forward(Time now) {
  assert(now >= last_call_ && "a link's time went backwards");
  last_call_ = now;
}

// Adjacent seeds of std::mt19937_64 give unrelated sequences.
WanLinks::WanLinks(const WanProfile& profile)
    : forward(profile.forward, profile.seed), backward(profile.backward, profile.seed + 1) {}

void WanLinks::set_profile(Time now, const WanProfile& profile) {
  forward.set_profile(now, profile.forward);
  backward.set_profile(now, profile.backward);
}

}  // namespace ptimed
