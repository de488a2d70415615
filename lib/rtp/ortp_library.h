// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once

namespace ptimed {

/// Initialises oRTP and takes its log off the standard streams, once per process.
void init_ortp();

}  // namespace ptimed
