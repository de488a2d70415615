// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "lib/lab/scenario.h"

namespace ptimed {

/// What the endpoints of one scenario left in `dir`. Each file that is missing, torn or none of
/// ours adds a line to `problems`.
Recording read_recording(const std::filesystem::path& dir, std::vector<std::string>& problems);

/// The entries of a folder by name: its folders, or its files. None when it cannot be read.
std::vector<std::filesystem::path> folders_in(const std::filesystem::path& dir);
std::vector<std::filesystem::path> files_in(const std::filesystem::path& dir);

}  // namespace ptimed
