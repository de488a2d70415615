// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/lab/ptime_steps.h"

#include <algorithm>

namespace ptimed {
namespace {

constexpr int64_t kProbeNs = 2'000'000'000;

std::vector<PtimeStep> all_steps(const std::vector<JoinedPacket>& packets) {
  std::vector<PtimeStep> steps;
  for (size_t n = 1; n < packets.size(); ++n)
    if (packets[n].ptime != packets[n - 1].ptime)
      steps.push_back({packets[n].sent_ns, packets[n - 1].ptime, packets[n].ptime});
  return steps;
}

bool loss_between(const std::vector<JoinedPacket>& packets, int64_t from_ns, int64_t to_ns) {
  return std::any_of(packets.begin(), packets.end(), [&](const JoinedPacket& p) {
    return !p.received_ns && p.sent_ns >= from_ns && p.sent_ns < to_ns;
  });
}

}  // namespace

PtimeSteps count_steps(const std::vector<JoinedPacket>& packets) {
  PtimeSteps out;
  const std::vector<PtimeStep> steps = all_steps(packets);
  for (size_t n = 0; n < steps.size(); ++n) {
    const bool undone = n + 1 < steps.size() && !steps[n].up() && steps[n + 1].up() &&
                        steps[n + 1].to >= steps[n].from &&
                        steps[n + 1].at_ns - steps[n].at_ns <= kProbeNs;
    if (undone && !loss_between(packets, steps[n].at_ns, steps[n + 1].at_ns)) {
      ++out.probes;
      ++n;  // the step back belongs to the probe
      continue;
    }
    ++out.changes;
    if (!out.kept.empty() && out.kept.back().up() != steps[n].up()) ++out.reversals;
    out.kept.push_back(steps[n]);
  }
  return out;
}

std::optional<double> reaction_s(const std::vector<JoinedPacket>& packets,
                                 const PtimeSteps& steps) {
  const auto lost = std::find_if(packets.begin(), packets.end(),
                                 [](const JoinedPacket& p) { return !p.received_ns; });
  if (lost == packets.end()) return std::nullopt;
  for (const PtimeStep& step : steps.kept)
    if (step.up() && step.at_ns >= lost->sent_ns)
      return static_cast<double>(step.at_ns - lost->sent_ns) / 1e9;
  return std::nullopt;
}

}  // namespace ptimed
