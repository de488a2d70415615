// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace ptimed {

/// Nearest-rank percentile, 0 < p <= 100; reorders `values`. Empty for none.
inline std::optional<double> percentile(std::vector<double>& values, double p) {
  if (values.empty()) return std::nullopt;
  const double rank = std::ceil(p / 100 * static_cast<double>(values.size()));
  const auto index = static_cast<ptrdiff_t>(std::max(1.0, rank)) - 1;
  std::nth_element(values.begin(), values.begin() + index, values.end());
  return values[static_cast<size_t>(index)];
}

}  // namespace ptimed
