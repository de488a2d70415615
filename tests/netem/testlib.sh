# SPDX-License-Identifier: AGPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2034 # for the tests
# What the tests of the network share.
set -euo pipefail

source_dir=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
wan=$source_dir/scripts/netem/wan.sh
probe=$source_dir/tests/netem/probe.py
scratch=$(mktemp -d "${TMPDIR:-/tmp}/wan-test.XXXXXX")
failures=0

finish() {
  local code=$?
  trap - EXIT
  rm -rf "$scratch"
  if ((code == 0 && failures > 0)); then code=1; fi
  echo "exit status $code, $failures failed"
  exit "$code"
}
trap finish EXIT

require() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "FAIL missing: $tool"; exit 1; }
  done
}

# check WHAT CMD...: CMD must succeed.
check() {
  if "${@:2}"; then
    echo "ok   $1"
  else
    echo "FAIL $1: ${*:2}"
    failures=$((failures + 1))
  fi
}

# check_status WHAT STATUS CMD...
check_status() {
  local code=0
  "${@:3}" || code=$?
  check "$1 (exit status $2)" test "$code" = "$2"
}

# eventually CMD...: within 10 s.
eventually() {
  local i
  for ((i = 0; i < 500; ++i)); do
    if "$@" 2>/dev/null; then return 0; fi
    sleep 0.02
  done
  return 1
}
