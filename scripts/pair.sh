#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# pair.sh DIR [BIN]: under `wan.sh run`, runs DIR/west.yaml and DIR/east.yaml in their namespaces until all calls of both
# have ended. Standard error of each daemon goes to DIR/<endpoint>.log. Fails when either fails.
set -euo pipefail
dir=$1
bin=${2:-$(dirname "$0")/../build/release/daemon}
: "${WAN_WEST_NS:?run me under wan.sh run}" "${WAN_EAST_NS:?}"

pids=()
trap '((${#pids[@]})) && kill "${pids[@]}" 2>/dev/null; wait' EXIT
for end in west east; do
  ns=WAN_${end^^}_NS
  ip netns exec "${!ns}" "$bin/ptimed" -c "$dir/$end.yaml" --exit-when-done 2>"$dir/$end.log" &
  pids+=($!)
done
status=0
for pid in "${pids[@]}"; do
  wait "$pid" || status=$?
done
pids=()
if ((status != 0)); then
  echo "pair.sh: a daemon ended with status $status" >&2
  tail -n 5 "$dir/west.log" "$dir/east.log" >&2
fi
exit "$status"
