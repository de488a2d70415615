#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Installs what is needed, builds, fuzzes every parser for 20 s, and runs every test. Ends with ctest's closing line.
# test.sh [PRESET] [ctest arguments...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}
shift || true
scripts/setup.sh
scripts/build.sh "$preset" >/dev/null
scripts/fuzz.sh 20
exec ctest --preset "$preset" -j "$(nproc)" --no-tests=error "$@"
