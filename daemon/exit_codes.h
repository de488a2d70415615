// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once

namespace ptimed {

inline constexpr int kExitDone = 0;
inline constexpr int kExitCheckFailed =
    1;  ///< the run finished but a check failed, or a request was refused
inline constexpr int kExitConfig = 2;       ///< usage or configuration
inline constexpr int kExitEnvironment = 3;  ///< missing privilege, nobody listens, no such file

}  // namespace ptimed
