#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Runs a command as a service of a real systemd, in a user-mode Linux guest. The guest sees this
# machine's files and may change them, in memory; the machine itself is not touched.
set -euo pipefail

usage() {
  cat <<'USAGE'
systemd.sh [--timeout SECONDS] [--root DIR] [--] CMD...

  --timeout SECONDS  end the guest after that long, exit status 124 (default 300)
  --root DIR         files that the guest sees over those of this machine, as from DESTDIR=DIR
Output and exit status are those of CMD, which runs as the guest's root, in this folder; variables
PATH, LANG and PTIMED_* go along. Of the units in /etc only those of DIR are there, and none is
enabled. Works as an ordinary user. Without the Debian package user-mode-linux the exit status is 3.
USAGE
}

die() { echo "systemd.sh: ${*:2}" >&2; exit "$1"; }

timeout=300 root=''
while (($#)); do
  case $1 in
    --timeout | --root) (($# >= 2)) || die 2 "$1 needs a value" ;;&
    --timeout) timeout=$2; shift 2 ;;
    --root) root=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    --) shift; break ;;
    -*) die 2 "unknown option $1 (see systemd.sh --help)" ;;
    *) break ;;
  esac
done
(($#)) || { usage >&2; exit 2; }
if [[ -n $root ]]; then
  [[ -d $root ]] || die 2 "--root $root: no such folder"
  root=$(realpath "$root")
  [[ $root != *[:,\\]* ]] || die 2 "--root $root: a colon, comma or backslash cannot be mounted"
fi
[[ -x /lib/systemd/systemd ]] || die 3 "/lib/systemd/systemd not found: install systemd"

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
exec "$here/run.sh" --timeout "$timeout" --memory 512M -- "$here/systemd-init.sh" "$root" "$@"
