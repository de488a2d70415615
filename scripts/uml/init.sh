#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
# The guest's first process; UML_* come from the kernel command line. Each process start costs some
# 40 ms here, so there are few.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root

stty -opost -F /dev/tty0
stty -opost -F /dev/ttyS0
exec </dev/null >/dev/tty0 2>/dev/ttyS0

mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t tmpfs tmpfs /run
mkdir -p /run/netns /run/tmp /run/uml
mkdir -p /dev/shm
ln -s /proc/self/fd /dev/fd
mount -t tmpfs tmpfs /dev/shm
mount -t hostfs -o "$UML_WORK" none /run/uml
[ -z "$UML_OUTPUT" ] || mount -t hostfs -o "$UML_OUTPUT" none "$UML_OUTPUT"

for module in lib/crc-ccitt net/ipv6/ipv6 drivers/net/veth drivers/net/tun net/sched/sch_netem \
  net/sched/sch_tbf net/sched/sch_prio net/sched/sch_red net/sched/sch_htb net/sched/cls_u32; do
  insmod "$UML_MODULES/kernel/$module.ko" || echo "init.sh: no module $module" >&2
done
ip link set lo up

TMPDIR=/run/tmp bash /run/uml/command
echo $? >/run/uml/status
sync
echo o >/proc/sysrq-trigger
sleep 60
