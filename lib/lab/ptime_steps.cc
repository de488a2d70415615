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

/// The step that brings the ptime back to where steps[first] left it, if that one began a probe.
std::optional<size_t> end_of_probe(const std::vector<JoinedPacket>& packets,
                                   const std::vector<PtimeStep>& steps, size_t first) {
  const PtimeStep& down = steps[first];
  if (down.up()) return std::nullopt;
  for (size_t n = first + 1; n < steps.size() && steps[n].at_ns - down.at_ns <= kProbeNs; ++n) {
    if (steps[n].to < down.from) continue;
    if (loss_between(packets, down.at_ns, steps[n].at_ns)) return std::nullopt;
    return n;
  }
  return std::nullopt;
}

void keep(const PtimeStep& step, PtimeSteps& out) {
  ++out.changes;
  if (!out.kept.empty() && out.kept.back().up() != step.up()) ++out.reversals;
  out.kept.push_back(step);
}

}  // namespace

PtimeSteps count_steps(const std::vector<JoinedPacket>& packets) {
  PtimeSteps out;
  const std::vector<PtimeStep> steps = all_steps(packets);
  for (size_t n = 0; n < steps.size(); ++n) {
    const auto end = end_of_probe(packets, steps, n);
    if (!end) {
      keep(steps[n], out);
      continue;
    }
    const PtimeStep &down = steps[n], &back = steps[*end];
    for (; n < *end; ++n) out.probes += steps[n].up() ? 0 : 1;
    out.probing += Duration(back.at_ns - down.at_ns);
    // What goes beyond the way back is a step of its own.
    if (back.to > down.from) keep({back.at_ns, down.from, back.to}, out);
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
