// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>

namespace ptimed {

/// A fixed number of decimals, or `unknown`.
std::string fixed(const std::optional<double>& value, int decimals, const std::string& unknown);
/// A field of a CSV line, in quotes where RFC 4180 asks for them.
std::string csv_field(const std::string& text);

}  // namespace ptimed
