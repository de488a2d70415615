#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Real calls between real namespaces, joined by our forwarder.
# shellcheck source=tests/netem/testlib.sh
. "$(dirname "${BASH_SOURCE[0]}")/testlib.sh"
require /usr/bin/python3 "${PTIMED_WIRE:?}" "${PTIMED_BIN:?}/ptimed"

calls=$source_dir/tests/netem/calls.py
check "a lossless call is sample-exact through live ptime changes" \
  "$wan" run --backend wire --profile "$source_dir/config/wan/clean-30ms.yaml" -- "$calls" exact "$scratch/exact"
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
check "receivers and forwarder agree on what was dropped" "$PTIMED_BIN/ptimelab" report "$scratch/lab"
