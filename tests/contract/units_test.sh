#!/bin/bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# The unit files are well formed, and their sandbox leaves little open. Usage: units_test.sh FOLDER
set -euo pipefail

limit=20  # exposure in tenths, as `systemd-analyze security` counts it: 2.0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The program may not be installed yet; any executable stands in for it.
for unit in ptimed.service ptimed@.service; do
  sed 's|^ExecStart=[^ ]*/ptimed |ExecStart=/bin/true |' "$1/$unit" >"$scratch/$unit"
done
cp "$scratch/ptimed@.service" "$scratch/ptimed@instance.service"

failed=0
for unit in ptimed.service ptimed@instance.service; do
  echo "+ systemd-analyze verify $unit"
  said=$(systemd-analyze verify --man=no --recursive-errors=no "$scratch/$unit" 2>&1) || failed=1
  if grep -F "$unit" <<<"$said"; then failed=1; fi
  echo "+ systemd-analyze security --offline=true $unit"
  systemd-analyze security --offline=true --no-pager --threshold=$limit "$scratch/$unit" |
    grep -F 'Overall exposure level' || failed=1
done
exit $failed
