// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace ptimed {

/// Nearest-rank percentile, 0 < p <= 100. Empty for none.
inline std::optional<double> percentile(std::vector<double> values, double p) {
  if (values.empty()) return std::nullopt;
  const double rank = std::ceil(p / 100 * static_cast<double>(values.size()));
  const auto index = static_cast<ptrdiff_t>(std::max(1.0, rank)) - 1;
  std::nth_element(values.begin(), values.begin() + index, values.end());
  return values[static_cast<size_t>(index)];
}

/// The middle value, or the mean of the middle two. Empty for none.
inline std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace ptimed
