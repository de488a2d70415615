#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Runs a command in a user-mode Linux guest whose kernel has netem. The guest sees this machine's
# files read-only; its network is its own and empty.
set -euo pipefail

usage() {
  cat <<'USAGE'
run.sh [--timeout SECONDS] [--output DIR] [--memory SIZE] [--] CMD...

  --timeout SECONDS  end the guest after that long, exit status 124 (default 300)
  --output DIR       the one folder the guest may write to; the host's permissions still hold
  --memory SIZE      of the guest (default 256M)
Output and exit status are those of CMD, which runs as the guest's root, in this folder, with
TMPDIR in memory; variables PATH, LANG and PTIMED_* go along. Works as an ordinary user. Without
the Debian package user-mode-linux the exit status is 3.
USAGE
}

die() { echo "run.sh: ${*:2}" >&2; exit "$1"; }

timeout=300 output='' memory=256M
while (($#)); do
  case $1 in
    --timeout | --output | --memory) (($# >= 2)) || die 2 "$1 needs a value" ;;&
    --timeout) timeout=$2; shift 2 ;;
    --output) output=$2; shift 2 ;;
    --memory) memory=$2; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    --) shift; break ;;
    -*) die 2 "unknown option $1 (see run.sh --help)" ;;
    *) break ;;
  esac
done
(($#)) || { usage >&2; exit 2; }
[[ $timeout =~ ^[1-9][0-9]*$ ]] || die 2 "--timeout $timeout: expected seconds"
if [[ -n $output ]]; then
  [[ -d $output ]] || die 2 "--output $output: no such folder"
  output=$(realpath "$output")
fi

PATH=$PATH:/usr/sbin:/sbin
command -v linux.uml >/dev/null || die 3 "linux.uml not found: install user-mode-linux"
command -v insmod >/dev/null || die 3 "insmod not found: install kmod"
modules=$(compgen -G '/usr/lib/uml/modules/*' | sort -V | tail -n 1) ||
  die 3 "no modules in /usr/lib/uml/modules: install user-mode-linux"

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
init=$here/init.sh
[[ -x $init ]] || die 3 "$init: not executable"

guest=''
work=$(mktemp -d "${TMPDIR:-/tmp}/uml-run.XXXXXX")
# shellcheck disable=SC2317 # reached by the trap
# TERM lets the guest's processes on the host end too, KILL would not.
cleanup() {
  local code=$?
  trap '' INT TERM
  if [[ -n $guest ]] && kill -TERM "$guest" 2>/dev/null; then wait "$guest" || true; fi
  rm -rf "$work"
  exit "$code"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

write_command() {
  local variable
  for variable in PATH LANG $(compgen -e PTIMED_); do
    if [[ -n ${!variable:-} ]]; then printf 'export %s=%q\n' "$variable" "${!variable}"; fi
  done
  printf 'cd %q\n' "$PWD"
  printf 'exec'
  printf ' %q' "$@"
  echo
}
write_command "$@" >"$work/command"

# linux.uml cannot give back the registers of a processor with AMX; xstate.cc says how it is helped.
preload=''
if grep -qw -m 1 amx_tile /proc/cpuinfo; then
  preload=$work/xstate.so
  c++ -std=c++17 -O2 -shared -fPIC -o "$preload" "$here/xstate.cc" ||
    die 3 "xstate.cc does not compile, and the guest needs it on this processor (AMX)"
fi

# stdout and stderr of the command are console 0 and serial line 0; what the kernel says goes to
# console 1, a file. In a session of its own, so that Ctrl-C reaches this script alone.
setsid timeout --kill-after=10 "$timeout" env LD_PRELOAD="$preload" \
  linux.uml rootfstype=hostfs rootflags=/ ro "mem=$memory" "init=$init" \
  con0=null,fd:1 ssl0=null,fd:2 con1=null,fd:3 con=null console=tty1 quiet pty.legacy_count=0 "uml_dir=$work/" \
  "UML_WORK=$work" "UML_MODULES=$modules" "UML_OUTPUT=$output" \
  </dev/null 3>"$work/kernel.log" &
guest=$!
code=0
wait "$guest" || code=$?
guest=''
if ((code == 124 || code == 137)); then die 124 "timed out after $timeout s"; fi
if [[ ! -s $work/status ]]; then
  cat "$work/kernel.log" >&2
  die 3 "the guest ended before the command did (linux.uml: status $code)"
fi
exit "$(<"$work/status")"
