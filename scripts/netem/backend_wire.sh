# SPDX-License-Identifier: AGPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # variables shared with wan.sh
# Our forwarder between two veth pairs: the link model of lib/link on real packets.

readonly wire_namespaces=(west mid east)

wire_drawing() {
  cat <<TEXT
$name, backend wire (ptimed-wire, process ${wire_pid:-to come})

  west                        mid                        east
  wan0 ---------------- west [ptimed-wire] east ---------------- wan0
  10.77.1.2     rate, queue, loss and delay of each      10.77.2.2
  fd77:1::2                direction                     fd77:2::2
TEXT
}

wire_up() {
  wire_links
  wire_endpoints
  offloads_off "$name-west" wan0
  offloads_off "$name-mid" west east
  offloads_off "$name-east" wan0
  wire_start
}

wire_links() {
  local namespace lines=''
  for namespace in "${wire_namespaces[@]}"; do lines+="netns add $name-$namespace"$'\n'; done
  link_line 1 west wan0 mid west
  link_line 2 mid east east wan0
  ip_batch "" "$lines"
}

# Each end sees the other on its own link.
wire_endpoints() {
  local lines=''
  endpoint_lines 1 2
  neighbour_lines wan0 2 2 10.77.2.2 fd77:2::2 fe80::77:2:2
  ip_batch "$name-west" "$lines"
  lines=''
  endpoint_lines 2 1
  neighbour_lines wan0 1 1 10.77.1.2 fd77:1::2 fe80::77:1:2
  ip_batch "$name-east" "$lines"
  ip_batch "$name-mid" "
    link set west addrgenmode none
    link set east addrgenmode none
    link set west up
    link set east up"
}

wire_start() {
  local -r forwarder=("$ptimed_wire" --west west --east east --profile "$state/profile.yaml"
    --drops "$state/drops.csv" --counters "$state/counters.json")
  say "$name-mid" "${forwarder[@]}"
  if ((dry_run)); then return 0; fi
  # A session of its own: Ctrl-C at the terminal is for the script, not for the forwarder.
  setsid ip netns exec "$name-mid" "${forwarder[@]}" \
    </dev/null >"$state/wire.out" 2>"$state/wire.log" &
  wire_pid=$!
  save_run
  wait_for 10 wire_settled || true
  if ! wire_ready; then
    cat "$state/wire.log" >&2
    die 3 "ptimed-wire did not start"
  fi
}

wire_ready() { grep -q '^ready' "$state/wire.out"; }
wire_settled() { wire_ready || ! kill -0 "$wire_pid"; }

# By name too: a process number may have gone to someone else. Its namespace entry and its start
# happen under the same number.
wire_runs() {
  [[ -n ${wire_pid:-} && $(cat "/proc/$wire_pid/comm" 2>/dev/null) =~ ^(ptimed-wire|ip|setsid)$ ]]
}
wire_gone() { ! wire_runs; }

wire_set() {
  wire_runs || die 3 "the forwarder is gone; see $state/wire.log"
  kill -HUP "$wire_pid"
}

wire_fresh_counters() {
  rm -f "$state/counters.json"
  kill -USR1 "$wire_pid"
  wait_for 5 test -s "$state/counters.json"
}

wire_show() {
  wire_runs || die 3 "the forwarder is gone; see $state/wire.log"
  wire_fresh_counters
  echo "Counters:"
  cat "$state/counters.json"
  if [[ -s $state/wire.log ]]; then
    echo "Log:"
    cat "$state/wire.log"
  fi
}

wire_down() {
  if ((dry_run)); then
    say "" kill -TERM FORWARDER
    return 0
  fi
  if wire_runs; then
    kill -TERM "$wire_pid" 2>/dev/null || true
    wait_for 5 wire_gone || kill -KILL "$wire_pid" 2>/dev/null || true
  fi
}

# The forwarder's last words are its final counters, so it ends first.
wire_results() {
  wire_down
  tail -n 1 "$state/wire.out" >"$results/counters.json"
  cp "$state/drops.csv" "$results/"
}
