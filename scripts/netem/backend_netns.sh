# SPDX-License-Identifier: AGPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # variables shared with wan.sh
# The kernel's own network emulation. Rate and queue sit on the routers' egress, propagation on both
# egresses of a namespace between them: delay and rate in one netem would share one limit.

readonly netns_namespaces=(west r1 wire r2 east)

netns_drawing() {
  cat <<TEXT
$name, backend netns (tc/netem)

  west              r1                 wire               r2              east
  wan0 --------- lan wan ---------- west east ---------- wan lan --------- wan0
  10.77.1.2           |               |    |             |            10.77.2.2
  fd77:1::2    forward rate,    backward  forward    backward rate,   fd77:2::2
               queue, loss       delay     delay     queue, loss
TEXT
}

# netns works where a fresh namespace takes a netem qdisc.
netns_works() {
  local -r probe=$name-probe
  local works=1
  here_run ip netns add "$probe" || die 3 "cannot make network namespaces"
  tc_in "$probe" qdisc add dev lo root netem delay 1ms 2>/dev/null || works=0
  here_run ip netns delete "$probe"
  ((works))
}

choose_backend() {
  if [[ $backend != auto ]]; then return 0; fi
  if netns_works; then backend=netns; else backend=wire; fi
  if ((dry_run)); then warn "backend netns assumed; the probe would tell"; else warn "backend $backend"; fi
}

netns_up() {
  netns_links
  netns_endpoints
  netns_routers
  netns_shape replace
  if ((!dry_run)) && [[ -n $results ]]; then netns_statistics >"$state/tc-before.txt"; fi
}

netns_links() {
  local namespace lines=''
  for namespace in "${netns_namespaces[@]}"; do lines+="netns add $name-$namespace"$'\n'; done
  link_line 1 west wan0 r1 lan
  link_line 2 r1 wan wire west
  link_line 3 wire east r2 wan
  link_line 4 r2 lan east wan0
  ip_batch "" "$lines"
}

netns_endpoints() {
  local lines=''
  endpoint_lines 1 2 10.77.1.1 fd77:1::1
  neighbour_lines wan0 1 2 10.77.1.1 fd77:1::1
  ip_batch "$name-west" "$lines"
  lines=''
  endpoint_lines 2 1 10.77.2.1 fd77:2::1
  neighbour_lines wan0 4 1 10.77.2.1 fd77:2::1
  ip_batch "$name-east" "$lines"
  offloads_off "$name-west" wan0
  offloads_off "$name-east" wan0
}

netns_routers() {
  local lines=''
  interface_lines lan 1 1
  interface_lines wan 11 1
  route_lines 2 11 2
  neighbour_lines lan 1 1 10.77.1.2 fd77:1::2
  neighbour_lines wan 2 2 10.77.11.2 fd77:11::2
  netns_router r1 lan wan
  interface_lines west 11 2
  interface_lines east 12 1
  route_lines 1 11 1
  route_lines 2 12 2
  neighbour_lines west 2 1 10.77.11.1 fd77:11::1
  neighbour_lines east 3 2 10.77.12.2 fd77:12::2
  netns_router wire west east
  interface_lines wan 12 2
  interface_lines lan 2 1
  route_lines 1 12 1
  neighbour_lines wan 3 1 10.77.12.1 fd77:12::1
  neighbour_lines lan 4 2 10.77.2.2 fd77:2::2
  netns_router r2 wan lan
}

# interface_lines INTERFACE NETWORK HOST
interface_lines() {
  lines+="
    link set dev $1 addrgenmode none
    link set dev $1 up
    address add 10.77.$2.$3/24 dev $1
    address add fd77:$2::$3/64 dev $1 nodad"$'\n'
}

# route_lines NETWORK THROUGH HOST
route_lines() {
  lines+="
    route add 10.77.$1.0/24 via 10.77.$2.$3
    route add fd77:$1::/64 via fd77:$2::$3"$'\n'
}

# netns_router NAMESPACE INTERFACE INTERFACE: with the lines so far, which it uses up.
netns_router() {
  ip_batch "$name-$1" "$lines"
  lines=''
  in_ns "$name-$1" sh -ec "
    echo 1 >/proc/sys/net/ipv4/ip_forward
    echo 1 >/proc/sys/net/ipv6/conf/all/forwarding
    ethtool -K $2 gro off gso off tso off
    ethtool -K $3 gro off gso off tso off"
}

# Both fill the array netem.
# bottleneck RATE_BPS QUEUE LOSS_PERCENT: -14 takes the Ethernet header out of the count, and the
# limit includes the packet in service.
bottleneck() {
  netem=(netem limit 100000)
  if (($1 > 0)); then netem=(netem rate "${1}bit" -14 limit $(($2 + 1))); fi
  if [[ $3 != 0 ]]; then netem+=(loss random "$3%"); fi
}
# propagation NANOSECONDS: tc takes microseconds with decimals.
propagation() {
  local us
  printf -v us '%d.%03d' $(($1 / 1000)) $(($1 % 1000))
  netem=(netem delay "${us}us" limit 100000)
}

# netns_shape replace|change
netns_shape() {
  local -a netem
  bottleneck "$FORWARD_RATE_BPS" "$FORWARD_QUEUE" "$FORWARD_LOSS_PERCENT"
  tc_in "$name-r1" qdisc "$1" dev wan root "${netem[@]}"
  propagation "$FORWARD_DELAY_NS"
  tc_in "$name-wire" qdisc "$1" dev east root "${netem[@]}"
  bottleneck "$BACKWARD_RATE_BPS" "$BACKWARD_QUEUE" "$BACKWARD_LOSS_PERCENT"
  tc_in "$name-r2" qdisc "$1" dev wan root "${netem[@]}"
  propagation "$BACKWARD_DELAY_NS"
  tc_in "$name-wire" qdisc "$1" dev west root "${netem[@]}"
}

netns_set() { netns_shape change; }
netns_down() { :; }

netns_statistics() {
  local stage
  for stage in "r1 wan" "wire east" "r2 wan" "wire west"; do
    echo "[${stage% *}] ${stage#* }"
    tc -n "$name-${stage% *}" -s qdisc show dev "${stage#* }"
  done
}

netns_show() { netns_statistics; }

netns_results() {
  if [[ -e $state/tc-before.txt ]]; then cp "$state/tc-before.txt" "$results/"; fi
  netns_statistics >"$results/tc-after.txt"
}
