// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Parameter values as text, both ways.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/units.h"

namespace ptimed {

/// Longest ptime a parameter may ask for (RFC 3551 section 4.2: receivers accept 0 to 200 ms).
inline constexpr Ptime kLongestPtime{200};

/// A whole text as a finite decimal number.
std::optional<double> parse_number(std::string_view text);
/// The shortest text that parse_number() reads back to the same value.
std::string exact_text(double value);
/// A duration that is a multiple of 10 ms, at most kLongestPtime.
std::optional<Ptime> parse_ptime(std::string_view text);

/// What `expected` says of a word that is not known: the one it looks like a slip of, in quotes,
/// else "one of a, b, c", or "no parameters".
std::string expected_word(std::string_view word, const std::vector<std::string>& known);

}  // namespace ptimed
