// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <string>

namespace ptimed {

/// `ptimelab run FILE --backend sim [-o DIR]` for the experiments of RFC 4586: runs every case in
/// virtual time, prints our figures beside the RFC's and, with an output folder, writes
/// DIR/summary.csv and DIR/experiment.yaml. The exit status: a missed target is a failed check.
int run_rfc4586(const std::string& file, const std::string& output);

/// `ptimelab list`: the experiment files of a folder with what they are about.
int list_experiments(const std::string& folder);

}  // namespace ptimed
