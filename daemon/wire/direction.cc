// SPDX-License-Identifier: AGPL-3.0-or-later
#include "daemon/wire/direction.h"

#include <algorithm>
#include <cassert>

#include "daemon/wire/frame.h"

namespace ptimed {

Direction::Direction(std::string name, Link& link, PacketSocket& from, PacketSocket& to,
                     DropLog& drops)
    : name_(std::move(name)), link_(link), from_(from), to_(to), drops_(drops) {}

void Direction::receive() {
  constexpr int kMostBatches = 64;  // under a flood the other direction has its turn too
  for (int i = 0; i < kMostBatches; ++i) {
    const size_t count = from_.receive(
        [this, clocks = StampConverter()](const RawFrame& frame) { on_frame(frame, clocks); });
    if (count == 0) break;
    deliver(latest_);  // frames come in order, so none is still unread from before this time
  }
  drops_.flush();
}

void Direction::on_frame(const RawFrame& frame, const StampConverter& clocks) {
  const FrameClass kind = classify_frame(frame.ethernet());
  if (!kind.shaped) {
    ++passed_;
    send(frame.bytes);
    return;
  }
  const Time arrival = forward_only(clocks.arrival(frame.stamp));
  const uint64_t id = next_id_++;
  const LinkVerdict verdict = link_.offer(arrival, id, kind.ip_bytes);
  if (verdict.drop)
    drops_.add(frame.stamp.count(), name_, verdict, kind.ip_bytes, frame.ethernet());
  else
    hold(id, frame.bytes);
}

void Direction::deliver(Time now) {
  now = forward_only(now);
  while (const auto delivery = link_.take(now)) {
    assert(!held_.empty() && held_.front().id == delivery->id);
    lateness_.add(monotonic_now() - delivery->at);
    send(held_.front().bytes);
    spares_.push_back(std::move(held_.front().bytes));
    held_.pop_front();
  }
}

void Direction::set_profile(Time now, const LinkProfile& profile) {
  link_.set_profile(forward_only(now), profile);
}

Direction::Report Direction::report() {
  return {link_.counters(), passed_, from_.missed(), send_failed_, lateness_};
}

void Direction::hold(uint64_t id, Bytes bytes) {
  Buffer buffer;
  if (!spares_.empty()) {
    buffer = std::move(spares_.front());
    spares_.pop_front();
  }
  buffer.assign(bytes.begin(), bytes.end());
  held_.push_back({id, std::move(buffer)});
}

void Direction::send(Bytes bytes) {
  if (!to_.send(bytes)) ++send_failed_;
}

Time Direction::forward_only(Time t) { return latest_ = std::max(latest_, t); }

}  // namespace ptimed
