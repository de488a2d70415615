// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/reorder_window.h"

#include <algorithm>
#include <cassert>

namespace ptimed {

ReorderWindow::ReorderWindow(const ReorderWindowConfig& config) : config_(config) {
  assert(config.packets >= 0 && config.longest_gap >= 1 && config.nacks_per_loss >= 1);
}

void ReorderWindow::on_packet(Time now, ExtSeq seq) {
  std::erase_if(gaps_, [&](const Missing& gap) { return gap.seq == seq; });
  if (highest_ && seq <= *highest_) return;  // late or a duplicate: proves nothing about others
  for (Missing& gap : gaps_)
    if (++gap.later == config_.packets + 1 && gap.asked == 0) gap.due = std::min(gap.due, now);
  if (highest_) {
    const int64_t first = std::max(highest_->value + 1, seq.value - config_.longest_gap);
    for (int64_t lost = first; lost < seq.value; ++lost)
      gaps_.push_back({ExtSeq(lost), config_.packets == 0 ? now : now + config_.wait, 1});
  }
  highest_ = seq;
  while (gaps_.size() > static_cast<size_t>(config_.longest_gap)) gaps_.pop_front();
}

std::vector<ExtSeq> ReorderWindow::take(Time now) {
  std::vector<ExtSeq> lost;
  for (Missing& gap : gaps_) {
    if (gap.due > now) continue;
    lost.push_back(gap.seq);
    ++gap.asked;
    gap.due = now + config_.repeat;
  }
  std::erase_if(gaps_, [&](const Missing& gap) { return gap.asked >= config_.nacks_per_loss; });
  return lost;
}

Time ReorderWindow::next() const {
  Time first = kNever;
  for (const Missing& gap : gaps_) first = std::min(first, gap.due);
  return first;
}

}  // namespace ptimed
