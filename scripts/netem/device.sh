# SPDX-License-Identifier: AGPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # variables shared with wan.sh
# An existing interface, for two real hosts: run it on both, with --direction backward on the second.
# Only what leaves the interface is shaped. Propagation comes first and the bottleneck after it, as
# tc hangs a second netem below the first; for a constant delay that makes no difference at the far
# end. Everything that leaves counts, other programs' packets included.

device_up() {
  ip link show dev "$device" >/dev/null 2>&1 || ((dry_run)) || die 3 "no interface $device"
  if ((!dry_run)); then offloads=$(device_offloads); fi
  save_run
  here_run ethtool -K "$device" gro off gso off tso off
  device_shape
}

# Names of those that are on, for down to switch on again.
device_offloads() {
  ethtool -k "$device" | awk '
    /^tcp-segmentation-offload: on/ { print "tso" }
    /^generic-segmentation-offload: on/ { print "gso" }
    /^generic-receive-offload: on/ { print "gro" }' | xargs
}

device_shape() {
  local side=${direction^^}
  local -n rate=${side}_RATE_BPS queue=${side}_QUEUE loss=${side}_LOSS_PERCENT delay=${side}_DELAY_NS
  local -a netem
  propagation "$delay"
  here_run tc qdisc replace dev "$device" root handle 1: "${netem[@]}" ||
    die 3 "the kernel takes no netem on $device"
  bottleneck "$rate" "$queue" "$loss"
  here_run tc qdisc replace dev "$device" parent 1:1 handle 10: "${netem[@]}"
}

device_down() {
  local feature
  if ((!dry_run)) && [[ ! -e $state/run ]]; then return 0; fi
  here_run tc qdisc delete dev "$device" root || true
  for feature in ${offloads:-}; do here_run ethtool -K "$device" "$feature" on || true; done
}

device_show() { tc -s qdisc show dev "$device"; }
