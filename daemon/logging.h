// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <string>

namespace ptimed {

/// `target`: stderr, journald, or auto: journald when stderr leads there ($JOURNAL_STREAM,
/// sd-daemon(3)).
void set_up_logging(const std::string& level, const std::string& target);
void set_log_level(const std::string& level);

}  // namespace ptimed
