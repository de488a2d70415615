// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Keeps the path statistics, asks the policy, and holds its decisions to the call's bounds.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lib/call/config.h"
#include "lib/call/ptime_limits.h"
#include "lib/policy/ptime_policy.h"
#include "lib/rtcp/report_block.h"
#include "lib/trace/event.h"

namespace ptimed {

class PtimeControl {
 public:
  PtimeControl(const CallConfig& config, const CodecTraits& codec);

  /// The outcome of asking: what to log. The ptime to use is current().
  using Outcome = std::vector<EventBody>;

  /// A report block about our stream. `rtt` as far as known.
  Outcome on_report(Time now, const ReportBlock& block, std::optional<Duration> rtt);
  Outcome on_nack(Time now, int packets);
  Outcome on_timer(Time now);
  Time next_timeout() const { return policy_->next_timeout(); }
  /// A person's wish; the policy goes on from there.
  Outcome command(Ptime wanted);
  /// The longest ptime there is, whatever policy or person wish, until release().
  Outcome hold_longest(std::string_view reason);
  void release() { held_ = false; }
  /// Empty on success.
  std::vector<PolicyProblem> set_policy(std::string_view name, const PolicyParameters& parameters);

  Ptime current() const { return path_.current; }
  std::string_view policy() const { return policy_->name(); }
  const PathStats& path() const { return path_; }
  uint64_t changes() const { return changes_; }
  uint64_t limited() const { return limited_; }

 private:
  Outcome apply(const PtimeDecision& decision);

  PtimeBounds bounds_;
  std::string codec_;
  std::unique_ptr<PtimePolicy> policy_;
  PathStats path_;
  std::optional<uint32_t> last_highest_seq_;
  bool held_ = false;
  uint64_t changes_ = 0;
  uint64_t limited_ = 0;
};

}  // namespace ptimed
