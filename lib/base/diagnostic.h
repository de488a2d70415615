// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// One problem in a text file, as the reader needs it: where, what is wrong, what is expected.
#include <string>
#include <string_view>
#include <vector>

namespace ptimed {

struct Diagnostic {
  std::string file;
  int line = 0;  ///< from 1; 0 when the whole file is meant
  int column = 0;
  std::string key;  ///< path.to.key; list items as calls[2]
  std::string problem;
  std::string expected;  ///< may be empty

  /// "file:line:column: key: problem, expected ..."; leaves out what is empty or 0.
  std::string to_string() const;
};

using Diagnostics = std::vector<Diagnostic>;

/// The candidate nearest to `word` by edit distance, or "" when none is near enough to be a typo of
/// it.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace ptimed
