#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Configures and builds one preset (release when none is named) and prints the build folder.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}
cmake --preset "$preset" >&2
cmake --build --preset "$preset" -j "$(nproc)" >&2
echo "build/$preset"
