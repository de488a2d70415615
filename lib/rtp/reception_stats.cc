// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtp/reception_stats.h"

#include <algorithm>
#include <cmath>

namespace ptimed {

ReceptionStats::Result ReceptionStats::on_packet(Time arrival, SeqNo seq, RtpTime timestamp,
                                                 int samples) {
  Result result{};
  if (!valid()) {
    result = probe(seq);
  } else if (const int step = static_cast<uint16_t>(seq.value - max_seq_.value);
             step > 0 && step < kMaxDropout) {
    result = advance(seq, step);
  } else if (step != 0 && step <= kSeqMod - kMaxMisorder) {
    result = jump(seq);
  } else {
    result = late(seq);
  }
  if (result.verdict != Verdict::kJump) update_jitter(arrival, timestamp + samples);
  return result;
}

void ReceptionStats::init_seq(SeqNo seq) {
  base_seq_ = seq.value;
  max_seq_ = seq;
  bad_seq_.reset();
  cycles_ = 0;
  received_ = 0;
  received_prior_ = 0;
  expected_prior_ = 0;
  seen_.reset();
}

/// Not yet kMinSequential packets in a row.
ReceptionStats::Result ReceptionStats::probe(SeqNo seq) {
  const bool in_sequence = heard_ && seq == max_seq_ + 1;
  if (!in_sequence) {
    init_seq(seq);
    heard_ = true;
    probation_ = kMinSequential;
    previous_.reset();
    jitter_s_ = 0;
  } else if (seq.value < max_seq_.value) {
    cycles_ += kSeqMod;
  }
  max_seq_ = seq;
  --probation_;
  mark_seen(extended_max());
  if (probation_ > 0) return {Verdict::kProbation, ExtSeq(extended_max())};
  received_ = kMinSequential;
  return {Verdict::kAccepted, ExtSeq(extended_max())};
}

/// In order, with permissible gap.
ReceptionStats::Result ReceptionStats::advance(SeqNo seq, int step) {
  if (seq.value < max_seq_.value) cycles_ += kSeqMod;
  max_seq_ = seq;
  ++received_;
  for (int i = 0; i < std::min<int>(step, kDuplicateWindow); ++i)
    seen_.reset(static_cast<size_t>((extended_max() - i) & (kDuplicateWindow - 1)));
  mark_seen(extended_max());
  Result result{Verdict::kAccepted, ExtSeq(extended_max())};
  result.gap = step - 1;
  return result;
}

/// A very large jump: two sequential packets say that the source restarted without telling.
ReceptionStats::Result ReceptionStats::jump(SeqNo seq) {
  if (seq != bad_seq_) {
    bad_seq_ = seq + 1;
    return {Verdict::kJump, ExtSeq(seq.value)};
  }
  received_before_ += received_;
  expected_before_ += expected();
  ++restarts_;
  init_seq(seq);
  previous_.reset();
  mark_seen(extended_max());
  received_ = 1;
  return {Verdict::kRestarted, ExtSeq(extended_max())};
}

/// A duplicate, or reordered by at most kMaxMisorder.
ReceptionStats::Result ReceptionStats::late(SeqNo seq) {
  ++received_;
  const int64_t ext = extended_max() + seq.since(max_seq_);
  Result result{Verdict::kAccepted, ExtSeq(ext)};
  result.duplicate = mark_seen(ext);
  result.reordered = !result.duplicate;
  if (result.duplicate)
    ++duplicates_;
  else
    ++reordered_;
  return result;
}

/// True when it had been marked before.
bool ReceptionStats::mark_seen(int64_t ext) {
  const auto bit = static_cast<size_t>(ext & (kDuplicateWindow - 1));
  const bool before = seen_.test(bit);
  seen_.set(bit);
  return before;
}

/// A.8: J += (|D| - J) / 16, in seconds.
void ReceptionStats::update_jitter(Time arrival, RtpTime media_end) {
  if (previous_) {
    const Duration spacing = arrival - previous_->arrival;
    const Duration d = spacing - media_time(media_end.since(previous_->media_end));
    jitter_s_ += (std::abs(to_seconds(d)) - jitter_s_) / 16;
  }
  previous_ = {arrival, media_end};
}

int64_t ReceptionStats::expected() const { return valid() ? extended_max() - base_seq_ + 1 : 0; }

std::optional<ReceptionReport> ReceptionStats::take_report() {
  if (!valid()) return std::nullopt;
  const int64_t expected_interval = expected() - expected_prior_;
  const auto received_interval = static_cast<int64_t>(received_ - received_prior_);
  const int64_t lost_interval = expected_interval - received_interval;
  expected_prior_ = expected();
  received_prior_ = received_;

  ReceptionReport report;
  if (expected_interval > 0 && lost_interval > 0)
    report.fraction_lost =
        static_cast<uint8_t>(std::min<int64_t>(255, (lost_interval << 8) / expected_interval));
  report.cumulative_lost = static_cast<int32_t>(std::clamp<int64_t>(lost(), -0x800000, 0x7fffff));
  report.extended_highest_seq = static_cast<uint32_t>(extended_max());
  report.jitter = static_cast<uint32_t>(jitter_s_ * kSampleRate);
  return report;
}

}  // namespace ptimed
