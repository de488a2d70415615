// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// What every fuzz target shares: libFuzzer's entry point and a check that stops it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

/// A property that must hold for any input; libFuzzer keeps the input that breaks it.
#define FUZZ_CHECK(property)                                                             \
  do {                                                                                   \
    if (!(property)) {                                                                   \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #property); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)
