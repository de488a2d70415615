#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Builds the fuzz targets and runs them, as many at once as there are processors. Exit 1 on a finding.
# fuzz.sh [SECONDS] [TARGET...]     20 s each of all targets unless told otherwise
# What they learn stays in build/fuzz/corpus; an input that breaks one in build/fuzz/findings/TARGET.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-20}
shift || true
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "fuzz: SECONDS is a number above 0, not '$seconds'" >&2; exit 2; }
all=()
for folder in tests/fuzz/corpus/*/; do all+=("$(basename "$folder")"); done
targets=("${@:-${all[@]}}")
for target in "${targets[@]}"; do
  [[ -d tests/fuzz/corpus/$target ]] || { echo "fuzz: no target '$target'; there are: ${all[*]}" >&2; exit 2; }
done

mkdir -p build
scripts/build.sh fuzz >/dev/null 2>build/fuzz.log || { tail -n 40 build/fuzz.log >&2; exit 3; }

fuzz_one() {
  local target=$1 seconds=$2 verdict=clean
  local learned=build/fuzz/corpus/$target findings=build/fuzz/findings/$target log=build/fuzz/$target.log
  mkdir -p "$learned" "$findings"
  build/fuzz/tests/fuzz/fuzz_"$target" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$findings/" "$learned" "tests/fuzz/corpus/$target" >"$log" 2>&1 || verdict="FINDING in $findings, see $log"
  awk -v target="$target" -v verdict="$verdict" '
    /number_of_executed_units/ { runs = $2 }
    /average_exec_per_sec/ { rate = $2 }
    / cov: / { cov = $0; sub(/.* cov: /, "", cov); sub(/ .*/, "", cov) }
    END { printf "%-14s %10d runs %8d runs/s %6d edges  %s\n", target, runs, rate, cov, verdict }' "$log"
  [[ $verdict == clean ]]
}
export -f fuzz_one
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one {} '"$seconds" || { echo "fuzz: findings" >&2; exit 1; }
