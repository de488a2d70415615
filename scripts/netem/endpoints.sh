# SPDX-License-Identifier: AGPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # variables shared with wan.sh
# The endpoints, the same on every backend: interface wan0 with
#   west 10.77.1.2 fd77:1::2 fe80::77:1:2      east 10.77.2.2 fd77:2::2 fe80::77:2:2
# Neighbours are permanent, so that no packet waits for ARP.

# link_line LINK NAMESPACE INTERFACE NAMESPACE INTERFACE: links are numbered from west; the numbers
# and the side, 1 or 2, are in the MAC addresses.
link_line() {
  lines+="link add $3 address 02:77:00:00:0$1:01 netns $name-$2 type veth \
    peer name $5 address 02:77:00:00:0$1:02 netns $name-$4"$'\n'
}

# endpoint_lines OWN OTHER [NEXT_HOP4 NEXT_HOP6]: west is 1, east is 2; without next hops the other
# side is on the link.
endpoint_lines() {
  local -r own=$1 other=$2 via4=${3:+via $3} via6=${4:+via $4}
  lines+="
    link set lo up
    link set wan0 addrgenmode none
    link set wan0 up
    address add 10.77.$own.2/24 dev wan0
    address add fd77:$own::2/64 dev wan0 nodad
    address add fe80::77:$own:2/64 dev wan0 nodad
    route add 10.77.$other.0/24 $via4 dev wan0
    route add fd77:$other::/64 $via6 dev wan0"$'\n'
}

# neighbour_lines DEVICE LINK SIDE ADDRESS...: who has the addresses, by its end of the link.
neighbour_lines() {
  local address
  for address in "${@:4}"; do
    lines+="neigh add $address lladdr 02:77:00:00:0$2:0$3 dev $1 nud permanent"$'\n'
  done
}

offloads_off() {
  local interface
  for interface in "${@:2}"; do
    in_ns "$1" ethtool -K "$interface" gro off gso off tso off
  done
}

# Ends what runs in the namespaces, then removes them.
endpoints_down() {
  local -n namespaces=${backend}_namespaces
  local namespace lines=''
  for namespace in "${namespaces[@]}"; do
    if ((dry_run)) || [[ -e /run/netns/$name-$namespace ]]; then
      lines+="netns delete $name-$namespace"$'\n'
    fi
  done
  if [[ -z $lines ]]; then return 0; fi
  if ((!dry_run)); then end_processes "${lines//delete/pids}"; fi
  ip_batch "" "$lines"
}

# end_processes LINES: "netns pids ..." lines, so one process lists them all.
end_processes() {
  local pids
  pids=$(ip -batch - <<<"$1" | xargs)
  if [[ -z $pids ]]; then return 0; fi
  # shellcheck disable=SC2086
  {
    kill -TERM $pids 2>/dev/null || true
    wait_for 3 all_gone $pids || kill -KILL $pids 2>/dev/null || true
  }
}
all_gone() { ! kill -0 "$@"; }

run_environment() {
  cat <<VALUES
WAN_NAME=$name
WAN_BACKEND=$backend
WAN_STATE=$state
WAN_WEST_NS=$name-west
WAN_EAST_NS=$name-east
WAN_DEV=wan0
WAN_WEST_IP4=10.77.1.2
WAN_EAST_IP4=10.77.2.2
WAN_WEST_IP6=fd77:1::2
WAN_EAST_IP6=fd77:2::2
WAN_WEST_LINK_LOCAL=fe80::77:1:2
WAN_EAST_LINK_LOCAL=fe80::77:2:2
VALUES
  if [[ $backend == wire ]]; then
    echo "WAN_DROPS=$state/drops.csv"
    echo "WAN_WIRE_PID=${wire_pid:-}"
  fi
}

describe_run() {
  if [[ -n $device ]]; then
    echo "$device: what leaves it is shaped by the $direction side of the profile"
    return 0
  fi
  "${backend}_drawing"
  cat <<TEXT

Enter:   ${self} exec --name $name west CMD...      (or east; as root also: ip netns exec $name-west CMD...)
Remove:  ${self} down --name $name
TEXT
}
