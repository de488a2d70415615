// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/decision.h"

#include <algorithm>
#include <cstdio>

namespace ptimed {

Ptime within(const PtimeLimits& limits, Ptime wanted) {
  return std::min(std::max(wanted, limits.min), limits.max);
}

PtimeDecision decide(const PathStats& path, Ptime wanted, std::string_view why) {
  const Ptime ptime = within(path.limits, wanted);
  const std::string now = std::to_string(path.current.count());
  const std::string step =
      ptime == path.current ? "hold " + now : now + " -> " + std::to_string(ptime.count());
  return {ptime, std::string(why) + ": " + step + " ms"};
}

PtimeDecision hold_without_loss_figure(const PathStats& path) {
  return {path.current, "no loss figure yet"};
}

PtimeDecision step_on_nack(const PathStats& path, const NackEvent& nack, Ptime step) {
  const std::string packets = nack.packets == 1 ? " packet" : " packets";
  return decide(path, path.current + step, "NACK of " + std::to_string(nack.packets) + packets);
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  std::string digits = text;
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

std::string percent_text(double percent) { return number_text(percent) + " %"; }

}  // namespace ptimed
