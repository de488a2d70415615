#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Installs, builds, and runs four G.711 calls over a 300 kbit/s, 30 ms bottleneck: without adaptation, then with it.
set -euo pipefail

usage() {
  cat <<'USAGE'
demo.sh [--duration S] [--backend auto|netns|wire] [-o DIR]
  --duration S   length of each run in seconds (default 60)
  --backend B    tc/netem (netns) or our forwarder (wire); auto takes netns where the kernel has netem
  -o DIR         folder for the results (default results/demo-<time>)
USAGE
}
die() {
  echo "demo.sh: $1" >&2
  exit 2
}

root=$(cd "$(dirname "$0")/.." && pwd)
duration=60 backend=auto out=''
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --duration | --backend | -o) (($# >= 2)) || die "$1 needs a value" ;;&
    --duration) duration=$2 ;;
    --backend) backend=$2 ;;
    -o) out=$(realpath -m "$2") ;;
    *) usage >&2; die "unknown option $1" ;;
  esac
  shift 2
done
[[ $duration =~ ^[1-9][0-9]{0,4}$ ]] || die "--duration $duration is no whole number of seconds from 1 to 99999"
cd "$root"
readonly profile=config/wan/voip-300k.yaml
readonly calls=(call-1 call-2 call-3 call-4)
readonly starts=(1s 1.307s 1.613s 1.919s) # apart, so that the calls' packets do not march in step

# config_of ENDPOINT LOCAL REMOTE POLICY MODE DIR: the daemon's configuration on standard output.
config_of() {
  local interval=rfc3550
  [[ $5 == quick-2005 ]] && interval="fixed 5s" # as the study this mode comes from
  cat <<YAML
endpoint: $1
control: $6/$1.sock
results: $6
seed: 2005
defaults:
  local: {address: $2}
  codec: pcmu
  ptime: {initial: 20ms, max: 30ms}
  policy: $4
  rtcp: {mode: $5, interval: $interval}
  breaker: {action: note} # a call without adaptation may lose enough to be ended; here it is to be heard
  duration: ${duration}s
calls:
YAML
  local n
  for n in "${!calls[@]}"; do
    local port=$((20000 + 2 * n))
    cat <<YAML
  - id: ${calls[n]}
    local: {port: $port}
    remote: {address: $3, port: $port}
    source: {wav: $out/speech/$1-$((n + 1)).wav}
    start: ${starts[n]}
YAML
  done
}

# scenario NAME POLICY MODE: one run over a fresh bottleneck, into $out/NAME.
scenario() {
  local dir=$out/$1
  mkdir -p "$dir"
  config_of west 10.77.1.2 10.77.2.2 "$2" "$3" "$dir" >"$dir/west.yaml"
  config_of east 10.77.2.2 10.77.1.2 "$2" "$3" "$dir" >"$dir/east.yaml"
  echo "demo: $1, $duration s ..."
  scripts/netem/wan.sh run --profile "$profile" --backend "$chosen" --results "$dir" -- scripts/pair.sh "$dir"
  cat >"$dir/scenario.yaml" <<YAML
scenario: $1
experiment: demo
backend: $chosen
policy: $2
rtcp_mode: $3
calls: 4xpcmu
bandwidth_kbps: 300
seed: 2005
duration_s: $duration
YAML
}

scripts/setup.sh
scripts/build.sh release >/dev/null
chosen=$(scripts/netem/wan.sh run --profile "$profile" --backend "$backend" -- sh -c 'echo "$WAN_BACKEND"')
echo "demo: backend $chosen"

[[ -n $out ]] || out=$root/results/demo-$(date +%Y%m%d-%H%M%S)
mkdir -p "$out/speech"
for n in 1 2 3 4; do
  scripts/speech.py "$out/speech/west-$n.wav" --talker "$n"
  scripts/speech.py "$out/speech/east-$n.wav" --talker "$((n + 4))"
done
cat >"$out/experiment.yaml" <<YAML
experiment: demo
profile: $profile
scenarios: [none, patent-2005+quick-2005]
YAML
cat >"$out/environment.json" <<JSON
{"backend": "$chosen", "kernel": "$(uname -sr)", "ptimed": "$(build/release/daemon/ptimed --version)", "iproute2": "$(ip -V | sed 's/.*, //')"}
JSON

scenario none none avp
scenario patent-2005+quick-2005 patent-2005 quick-2005
echo
# Exit status 1: the figures are there, but a run says of itself that it is not to be relied on (its line says why).
build/release/daemon/ptimelab report "$out" || (($? == 1))
mkdir -p "$root/results" && ln -sfn "$out" "$root/results/latest"
echo "Received speech, logs and figures: $out"
