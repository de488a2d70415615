// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/diagnostic.h"

#include <algorithm>
#include <numeric>

namespace ptimed {
namespace {

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

}  // namespace

std::string Diagnostic::to_string() const {
  std::string text = file;
  if (line > 0) text += ':' + std::to_string(line) + ':' + std::to_string(column);
  if (!text.empty()) text += ": ";
  if (!key.empty()) text += key + ": ";
  text += problem;
  if (!expected.empty()) text += ", expected " + expected;
  return text;
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  const size_t limit = std::max<size_t>(1, word.size() / 3);
  std::string best;
  size_t best_distance = limit + 1;
  for (const std::string& candidate : candidates) {
    const size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace ptimed
