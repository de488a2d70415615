#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Real calls between real namespaces, joined by our forwarder.
# shellcheck source=tests/netem/testlib.sh
. "$(dirname "${BASH_SOURCE[0]}")/testlib.sh"
require /usr/bin/python3 "${PTIMED_WIRE:?}" "${PTIMED_BIN:?}/ptimed"

calls=$source_dir/tests/netem/calls.py
check "a lossless call is sample-exact through live ptime changes" \
  "$wan" run --backend wire --profile "$source_dir/config/wan/clean-30ms.yaml" -- "$calls" exact "$scratch/exact"
check "IPv6, link-local and rtcp-mux calls are heard both ways" \
  "$wan" run --backend wire --profile "$source_dir/config/wan/clean-30ms.yaml" -- "$calls" reach "$scratch/reach"
mkdir -p "$scratch/lab"
check "four calls into 300 kbit/s lose a sixteenth" \
  "$wan" run --backend wire --profile "$source_dir/config/wan/voip-300k.yaml" --results "$scratch/lab/none" -- \
  "$calls" congestion "$scratch/lab/none"
cat >"$scratch/lab/none/scenario.yaml" <<'YAML'
scenario: none
backend: wire
policy: none
rtcp_mode: avp
calls: 4xsized:pcmu
bandwidth_kbps: 300
seed: 42
duration_s: 30
YAML
# How late this machine's timers are is no matter of the test; whether drops and losses agree is.
"$PTIMED_BIN/ptimelab" report --json "$scratch/lab" >"$scratch/report.json" || true
agree() { /usr/bin/python3 -c '
import json, sys
[run] = json.load(open(sys.argv[1]))
print("    ", run["sent"], "sent,", run["lost"], "lost, verdict:", run["invalid_reason"] or "valid")
sys.exit(run["sent"] < 5900 or run["lost"] < 250 or "dropped" in (run["invalid_reason"] or ""))' "$scratch/report.json"; }
check "receivers and forwarder agree on what was dropped" agree
