#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# What `cmake --install` installs runs as a service of a real systemd, in a user-mode Linux guest.
# shellcheck source=tests/netem/testlib.sh
. "$(dirname "${BASH_SOURCE[0]}")/testlib.sh"
require linux.uml cmake
: "${PTIMED_BUILD:?the build folder}"

root=$scratch/root
DESTDIR=$root cmake --install "$PTIMED_BUILD" --prefix /usr/local >"$scratch/install.log" || cat "$scratch/install.log"
check "the units name what is installed" \
  grep -qx "ExecStart=/usr/local/bin/ptimed -c /usr/local/etc/ptimed/ptimed.yaml" "$root/usr/local/lib/systemd/system/ptimed.service"

# A daemon that hangs is given up sooner than outside, so that the test need not wait.
mkdir -p "$root/etc/systemd/system/ptimed.service.d"
cat >"$root/etc/systemd/system/ptimed.service.d/sooner.conf" <<'UNIT'
[Service]
WatchdogSec=4s
TimeoutAbortSec=1s
RestartSec=100ms
UNIT

check "it serves under systemd" \
  "$source_dir/scripts/uml/systemd.sh" --timeout 180 --root "$root" "$source_dir/tests/netem/service_guest.sh"
