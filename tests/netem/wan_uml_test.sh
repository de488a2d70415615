#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# wan.sh on the kernel's own netem, in a user-mode Linux guest.
# shellcheck source=tests/netem/testlib.sh
. "$(dirname "${BASH_SOURCE[0]}")/testlib.sh"
require linux.uml /usr/bin/python3 "${PTIMED_WIRE:?reads the profiles}"

# The guest moves some 400 packets a second on an idle machine and fewer on a busy one, so packets
# are few and large. Even so, counting the Ethernet header would show: 14 of 1060 bytes are 1.3 %.
cat >"$scratch/asymmetric.yaml" <<'YAML'
forward:  {rate: 300kbit, delay: 30ms, queue: 10}
backward: {rate: 200kbit, delay: 12ms, queue: 5}
YAML

cat >"$scratch/probes" <<PROBES
set -e
"$probe" --sender \$WAN_WEST_NS --receiver \$WAN_EAST_NS --address \$WAN_EAST_IP4 \
  --rate-kbit 300 --delay-ms 30 --queue 10 --rate-bytes 1060
"$probe" --sender \$WAN_EAST_NS --receiver \$WAN_WEST_NS --address \$WAN_WEST_IP6 \
  --rate-kbit 200 --delay-ms 12 --queue 5 --lone-only
echo "backend \$WAN_BACKEND"
exit 7
PROBES

cat >"$scratch/guest" <<GUEST
code=0
"$wan" run --profile "$scratch/asymmetric.yaml" --results "$scratch/out" --name uml -- \
  bash "$scratch/probes" || code=\$?

# An existing interface, as on a real host.
ip netns add a
ip netns add b
ip link add v netns a type veth peer name v netns b
ip -n a address add 10.78.0.1/24 dev v
ip -n b address add 10.78.0.2/24 dev v
ip -n a link set v up
ip -n b link set v up
nsenter --net=/run/netns/a "$wan" up --dev v --profile "$scratch/asymmetric.yaml" --direction backward
"$probe" --sender a --receiver b --address 10.78.0.2 --rate-kbit 200 --delay-ms 12 --queue 5 --rate-bytes 1060
nsenter --net=/run/netns/a "$wan" set --dev v backward.delay=40ms
nsenter --net=/run/netns/a "$wan" down --dev v
tc -n a qdisc show dev v | grep netem
ip netns del a
ip netns del b

echo "left behind: \$(ip netns list | wc -l) namespaces, \$(ls /run/ptimed-wan 2>/dev/null | wc -l) states"
exit \$code
GUEST

mkdir "$scratch/out"
code=0
"$source_dir/scripts/uml/run.sh" --timeout 100 --output "$scratch/out" bash "$scratch/guest" \
  >"$scratch/stdout" 2>"$scratch/stderr" || code=$?
sed 's/^/     /' "$scratch/stdout" "$scratch/stderr"
check "the probes pass, and their exit status comes through" test "$code" = 7
check "auto chose netem" grep -qx "backend netns" "$scratch/stdout"
check "stdout is the command's alone" test -z "$(grep -vE '^(ok |backend|left|v: )' "$scratch/stdout")"
check "nothing is left in the guest" grep -qx "left behind: 0 namespaces, 0 states" "$scratch/stdout"
check "tc's counters came out to the host" grep -q "dropped [1-9]" "$scratch/out/tc-after.txt"
