// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// spandsp's headers in the one order that compiles as C++, and without the lrint macros of
// telephony.h.
#include <cmath>
#include <cstdint>
// clang-format off
#include <spandsp/telephony.h>
#include <spandsp/bit_operations.h>
#include <spandsp/g711.h>
#include <spandsp/plc.h>
// clang-format on
#undef lrint
#undef lrintf
