// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/loss_runs.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ptimed {
namespace {

/// Media time between the end of one packet and the start of another, or what `packets` like the
/// first would hold when the timestamps make no sense: RFC 3551 section 4.2 knows no packet above
/// 200 ms.
std::chrono::milliseconds missing_media(int32_t samples, int packets, int samples_before) {
  constexpr int kSamplesPerMs = kSampleRate / 1000;
  const int64_t most = int64_t{packets} * 200 * kSamplesPerMs;
  const int64_t plausible =
      samples > 0 && samples <= most ? samples : int64_t{packets} * samples_before;
  return std::chrono::milliseconds(plausible / kSamplesPerMs);
}

}  // namespace

LossRuns::LossRuns(int reorder_window) : reorder_window_(static_cast<size_t>(reorder_window)) {
  assert(reorder_window >= 1);
  waiting_.reserve(reorder_window_);
}

void LossRuns::on_packet(ExtSeq seq, RtpTime timestamp, int samples) {
  if (settled_ && seq <= settled_->seq) return;  // a duplicate, or already taken for lost
  const auto at = std::ranges::lower_bound(waiting_, seq, {}, &Packet::seq);
  if (at != waiting_.end() && at->seq == seq) return;
  waiting_.insert(at, {seq, timestamp, samples});
  if (waiting_.size() >= reorder_window_) settle_lowest();
}

void LossRuns::finish() {
  while (!waiting_.empty()) settle_lowest();
  settled_.reset();
}

std::vector<LossRun> LossRuns::take_closed() { return std::exchange(closed_, {}); }

void LossRuns::settle_lowest() {
  const Packet lowest = waiting_.front();
  waiting_.erase(waiting_.begin());
  if (settled_ && lowest.seq.value > settled_->seq.value + 1) close(*settled_, lowest);
  settled_ = lowest;
}

void LossRuns::close(const Packet& before, const Packet& after) {
  LossRun run;
  run.first = ExtSeq(before.seq.value + 1);
  run.packets = static_cast<int>(after.seq.value - run.first.value);
  run.length = missing_media(after.timestamp.since(before.timestamp + before.samples), run.packets,
                             before.samples);
  closed_.push_back(run);
  ++runs_;
  packets_ += static_cast<uint64_t>(run.packets);
  total_ += run.length;
  longest_ = std::max(longest_, run.length);
  ++histogram_[run.packets];
}

}  // namespace ptimed
