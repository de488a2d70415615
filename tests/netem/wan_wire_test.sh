#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# wan.sh with our forwarder: what it shapes, and what it leaves behind (nothing).
# shellcheck source=tests/netem/testlib.sh
. "$(dirname "${BASH_SOURCE[0]}")/testlib.sh"
require ip ethtool nsenter setpriv unshare /usr/bin/python3 "${PTIMED_WIRE:?names the forwarder to test}"

readonly base=wt$$
readonly states=$scratch/states
cat >"$scratch/asymmetric.yaml" <<'YAML'
forward:  {rate: 300kbit, delay: 30ms, queue: 10}
backward: {rate: 200kbit, delay: 12ms, queue: 5}
YAML

# wan_run NAME [OPTIONS] -- CMD...
wan_run() {
  "$wan" run --backend wire --profile "$scratch/asymmetric.yaml" --name "$base-$1" \
    --state "$states/$1" "${@:2}"
}

# What runs inside, as files: $WAN_... come from wan.sh.
cat >"$scratch/forward" <<SH
exec "$probe" --sender \$WAN_WEST_NS --receiver \$WAN_EAST_NS --address \$WAN_EAST_IP4 \
  --rate-kbit 300 --delay-ms 30 --queue 10
SH
cat >"$scratch/backward" <<SH
set -e
"$probe" --sender \$WAN_EAST_NS --receiver \$WAN_WEST_NS --address \$WAN_WEST_IP6 \
  --rate-kbit 200 --delay-ms 12 --queue 5
"$probe" --sender \$WAN_EAST_NS --receiver \$WAN_WEST_NS --address \$WAN_WEST_LINK_LOCAL%\$WAN_DEV \
  --rate-kbit 200 --delay-ms 12 --queue 5 --lone-only
SH
cat >"$scratch/lingering" <<SH
touch "$scratch/lingers"
exec sleep 100
SH
cat >"$scratch/six" <<'SH'
ip netns exec "$WAN_WEST_NS" true && exit 6
SH

nothing_left() {
  ! ip netns list | grep -q "^$base-$1" && ! pgrep -f "$states/$1/" >/dev/null && [[ ! -e $states/$1 ]] &&
    [[ $(ip -o link | wc -l) == "$links_before" ]]
}
links_before=$(ip -o link | wc -l)

two_runs_at_once() {
  wan_run a --results "$scratch/results" -- bash "$scratch/forward" >"$scratch/a.out" 2>&1 &
  local -r first=$!
  wan_run b -- bash "$scratch/backward" >"$scratch/b.out" 2>&1 &
  local -r second=$!
  check "forward, IPv4, is as its profile says" wait "$first"
  check "backward, IPv6, is as its profile says" wait "$second"
  sed 's/^/     /' "$scratch/a.out" "$scratch/b.out"
  check "nothing left after success" nothing_left a
  check "nothing left of the other" nothing_left b
}

counters_add_up() {
  /usr/bin/python3 - "$scratch/results" <<'PY'
import csv, json, sys
counters = json.load(open(sys.argv[1] + "/counters.json"))
drops = list(csv.DictReader(open(sys.argv[1] + "/drops.csv")))
forward = counters["forward"]
assert forward["offered"] == forward["delivered"] + forward["dropped_queue"] > 0, forward
assert forward["dropped_queue"] == len(drops) > 0, (forward, len(drops))
assert forward["longest_queue"] == 10 and forward["missed"] == forward["send_failed"] == 0, forward
assert forward["lateness_us"]["p99"] <= 2000, forward
first = drops[0]
assert first["direction"] == "forward" and first["cause"] == "queue_full", first
assert first["src"] == "10.77.1.2" and first["dst"] == "10.77.2.2" and int(first["dst_port"]) > 0, first
assert first["queued"] == "10" and int(first["ip_bytes"]) == 200, first
assert abs(int(first["time_ns"]) / 1e9 - __import__("time").time()) < 120, first
PY
}

live_change() {
  local -r id=(--name "$base-c" --state "$states/c")
  "$wan" up --backend wire --profile "$scratch/asymmetric.yaml" "${id[@]}" --env >"$scratch/env"
  # shellcheck disable=SC1091
  . "$scratch/env"
  check "set" "$wan" set "${id[@]}" forward.rate=64kbit forward.delay=5ms
  check "the running link has the new rate and delay" "$probe" --sender "$WAN_WEST_NS" \
    --receiver "$WAN_EAST_NS" --address "$WAN_EAST_IP4" --rate-kbit 64 --delay-ms 5 --queue 10 --lone-only
  check "show has the new rate" grep -q '64kbit' <<<"$("$wan" show "${id[@]}")"
  check_status "a wrong value is refused" 2 "$wan" set "${id[@]}" forward.rate=fast
  check_status "a second run of that name is refused" 2 \
    "$wan" up --backend wire --profile "$scratch/asymmetric.yaml" "${id[@]}"
  check "exec enters an endpoint" grep -q 10.77.2.2 <<<"$("$wan" exec "${id[@]}" east ip -br address)"
  check "down" "$wan" down "${id[@]}"
  check "down again is no error" "$wan" down "${id[@]}"
  check "nothing left after down" nothing_left c
}

failed_up() {
  cat >"$scratch/broken-wire" <<SH
#!/bin/sh
case "\$*" in *--print-profile*) exec "$PTIMED_WIRE" "\$@" ;; esac
echo "broken on purpose" >&2
exit 3
SH
  chmod +x "$scratch/broken-wire"
  PTIMED_WIRE=$scratch/broken-wire check_status "a forwarder that does not start" 3 \
    wan_run d -- true 2>"$scratch/d.err"
  check "its words are passed on" grep -q "broken on purpose" "$scratch/d.err"
  check "nothing left after a failed up" nothing_left d
}

interrupted() {
  local code=0
  # A background job would ignore SIGINT.
  env --default-signal=INT "$wan" run --backend wire --profile "$scratch/asymmetric.yaml" \
    --name "$base-e" --state "$states/e" -- bash "$scratch/lingering" &
  local -r pid=$!
  check "run is up" eventually test -e "$scratch/lingers"
  kill -INT "$pid"
  wait "$pid" || code=$?
  check "interrupted with status 130" test "$code" = 130
  check "nothing left after SIGINT" nothing_left e
}

# exec_as_nobody NAME CMD...: a run by an ordinary user, whatever user the test is.
exec_as_nobody() {
  local user=()
  if ((EUID == 0)); then user=(setpriv --reuid=nobody --regid=nogroup --clear-groups); fi
  exec "${user[@]}" env -u XDG_RUNTIME_DIR --default-signal=INT HOME=/ TMPDIR=/tmp \
    PTIMED_WIRE="$copy/${PTIMED_WIRE##*/}" \
    "$copy/wan.sh" run --backend wire --name "$base-$1" --profile "$copy/asymmetric.yaml" -- "${@:2}"
}

as_nobody() { (exec_as_nobody "$@"); }

nothing_left_of_user() { [[ -z $(pgrep -f "$base-$1/") ]] && ! compgen -G "/tmp/ptimed-wan-*/$base-$1"; }

ordinary_user() {
  copy=$scratch/copy
  mkdir "$copy"
  cp "$source_dir"/scripts/netem/*.sh "$PTIMED_WIRE" "$scratch"/{asymmetric.yaml,six,lingering} "$copy"
  chmod -R a+rX "$scratch"
  check_status "an ordinary user's run passes its status on" 6 as_nobody f bash "$copy/six"
  check "nothing left of it" nothing_left_of_user f
  rm -f "$scratch/lingers"
  chmod a+w "$scratch"
  # exec, so that the signal goes to wan.sh and not to a shell around it.
  (exec_as_nobody h bash "$copy/lingering") &
  local -r pid=$!
  check "an ordinary user's run is up" eventually test -e "$scratch/lingers"
  kill -INT "$pid"
  check_status "and interrupted" 130 wait "$pid"
  check "nothing left of it either" nothing_left_of_user h
}

mistakes() {
  sed 's/rate: 300kbit/rate: 300kbits/' "$scratch/asymmetric.yaml" >"$scratch/wrong.yaml"
  check_status "a wrong profile" 2 "$PTIMED_WIRE" --profile "$scratch/wrong.yaml" --west a --east b \
    2>"$scratch/wrong.err"
  check "says where" grep -q "wrong.yaml:1:18: forward.rate: " "$scratch/wrong.err"
  check_status "a missing option" 2 "$PTIMED_WIRE" --profile "$scratch/asymmetric.yaml" --west lo 2>/dev/null
  check_status "a missing interface" 3 "$PTIMED_WIRE" --profile "$scratch/asymmetric.yaml" --west nosuch0 \
    --east nosuch1 2>/dev/null
  check_status "an unknown option of wan.sh" 2 "$wan" up --profil x 2>/dev/null
  check "a dry run prints the commands" grep -q "netem rate 300000bit -14 limit 11" <<<"$(
    "$wan" up --dry-run --backend netns --profile "$scratch/asymmetric.yaml" --name "$base-g" 2>&1)"
  check "and makes nothing" nothing_left g
}

two_runs_at_once
check "counters, drop log and profile agree" counters_add_up
live_change
failed_up
interrupted
ordinary_user
mistakes
