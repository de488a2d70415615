// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/policy/loss_ladder.h"

#include <cmath>
#include <limits>

#include "lib/base/quantity.h"
#include "lib/policy/parameter_text.h"

namespace ptimed {
namespace {

constexpr double kRest = std::numeric_limits<double>::infinity();

std::optional<double> parse_bound(std::string_view text) {
  if (text == "inf") return kRest;
  const auto bound = parse_number(text);
  if (!bound || *bound < 0 || *bound > 100) return std::nullopt;
  return bound;
}

std::optional<LossLadder::Rung> parse_rung(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto bound = parse_bound(text.substr(0, colon));
  const auto ptime = parse_ptime(text.substr(colon + 1));
  if (!bound || !ptime || *ptime < kFrame) return std::nullopt;
  return LossLadder::Rung{*bound, *ptime};
}

bool stands_on(const LossLadder::Rung& next, const std::vector<LossLadder::Rung>& below) {
  return below.empty() || (next.up_to > below.back().up_to && next.ptime >= below.back().ptime);
}

}  // namespace

std::optional<LossLadder> LossLadder::parse(std::string_view text) {
  LossLadder ladder;
  for (size_t comma = 0; comma != std::string_view::npos;) {
    comma = text.find(',');
    const auto rung = parse_rung(text.substr(0, comma));
    if (!rung || !stands_on(*rung, ladder.rungs_)) return std::nullopt;
    ladder.rungs_.push_back(*rung);
    if (comma != std::string_view::npos) text.remove_prefix(comma + 1);
  }
  if (ladder.rungs_.back().up_to != kRest) return std::nullopt;
  return ladder;
}

std::string LossLadder::to_string() const {
  std::string text;
  for (const Rung& rung : rungs_) {
    if (!text.empty()) text += ',';
    text += std::isinf(rung.up_to) ? "inf" : exact_text(rung.up_to);
    text += ':' + format_duration(rung.ptime);
  }
  return text;
}

size_t LossLadder::rung_of(double loss_percent) const {
  size_t rung = 0;
  while (rung + 1 < rungs_.size() && loss_percent > rungs_[rung].up_to) ++rung;
  return rung;
}

}  // namespace ptimed
