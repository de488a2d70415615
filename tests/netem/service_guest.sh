#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# The guest's part of service_uml_test.sh: ptimed.service is one end of a call, ptimed@east.service
# the other.
# shellcheck source=tests/netem/testlib.sh
. "$(dirname "${BASH_SOURCE[0]}")/testlib.sh"

ptimectl=/usr/local/bin/ptimectl
etc=/usr/local/etc/ptimed
state=/var/lib/ptimed

# call ID PORT REMOTE_PORT
call() {
  echo "  - {id: $1, local: {address: 127.0.0.1, port: $2}, remote: {address: 127.0.0.1, port: $3}, ptime: {initial: 30ms}}"
}
west() { printf '%s\n' "endpoint: west" "results: $state/results" "calls:" "$@" >$etc/ptimed.yaml; }
east() {
  printf '%s\n' "endpoint: east" "control: /run/ptimed-east/ptimed.sock" "results: $state/east/results" "calls:" \
    "$@" >$etc/east.yaml
}

property() { systemctl show --property="$2" --value "$1"; }
is() { test "$(property "$1" "$2")" = "$3"; }
from_status() { sed -n "s/^$2:[[:space:]]*//p" "/proc/$1/status"; }
inside() { nsenter --target "$main" --mount -- "$@"; }
refuses() { ! "$@" 2>/dev/null; }
# As a user of GROUP and no other.
ptimectl_as() { setpriv --reuid=nobody --regid="$1" --clear-groups $ptimectl "${@:2}" >/dev/null 2>&1; }
has_call() { $ptimectl show "$1" >/dev/null; }
hears_something() { $ptimectl --json calls | grep -q '"received": *[1-9]'; }
journal() { journalctl --quiet --unit ptimed --output cat; }
says() { grep -q "$1" <<<"$(journal)"; }
# In place of testlib's, which counts turns, and those are slow here: within 20 s.
eventually() {
  local end=$((SECONDS + 20))
  until "$@" 2>/dev/null; do ((SECONDS < end)) || return 1; done
}
# The header of WAV file FILE counts all samples there are.
whole_wav() { test "$(od -An -tu4 -j40 -N4 "$1" | tr -d ' ')" = $(($(stat -c %s "$1") - 44)); }
lacks_call() { ! $ptimectl show "$1" >/dev/null 2>&1; }

touch /home/mark
check "sysusers.d makes the user" systemd-sysusers
check "tmpfiles.d is found" systemd-tmpfiles --create ptimed.conf
west "$(call kept 20000 21000)" "$(call dropped 20002 21002)"
east "$(call kept 21000 20000)"

check "both start" systemctl start ptimed.service ptimed@east.service
main=$(property ptimed MainPID)
check "ready with a status: $(property ptimed StatusText)" test -n "$(property ptimed StatusText)"
check "the watchdog is armed" is ptimed WatchdogUSec 4s

check "of user ptimed" test "$(stat -c %U:%G "/proc/$main")" = ptimed:ptimed
check "no capability" test "$(from_status "$main" CapEff) $(from_status "$main" CapBnd)" = "0000000000000000 0000000000000000"
check "no new privileges" test "$(from_status "$main" NoNewPrivs)" = 1
check "system calls are filtered" test "$(from_status "$main" Seccomp)" = 2
check "users of its own" test "$(readlink "/proc/$main/ns/user")" != "$(readlink /proc/self/ns/user)"
check "the state folder can be written" inside touch $state/mark
check "the system cannot" refuses inside touch /usr/local/etc/ptimed/mark
check "home is out of sight" refuses inside test -e /home/mark
check "of nice -10" test "$(ps -o ni= -p "$main" | tr -d ' ')" = -10

check "the state is its own" test "$(stat -c '%U:%G %a' $state)" = "ptimed:ptimed 750"
check "the socket's folder too" test "$(stat -c '%U:%G %a' /run/ptimed)" = "ptimed:ptimed 750"
check "and the socket" test "$(stat -c '%U:%G %a' /run/ptimed/ptimed.sock)" = "ptimed:ptimed 660"
check "root may ask" $ptimectl status
check "a member of the group may" ptimectl_as ptimed status
check "nobody else may" refuses ptimectl_as nogroup status
check "the instance answers on its own socket" $ptimectl --socket /run/ptimed-east/ptimed.sock calls

west "$(call kept 20000 21000)" "$(call added 20004 21004)"
check "reload" systemctl reload ptimed
check "adds a call" eventually has_call added
check "removes a call" eventually lacks_call dropped
check "keeps the process" is ptimed MainPID "$main"
echo "calls: [" >$etc/ptimed.yaml
systemctl reload ptimed
check "tells of a broken file" eventually says "ptimed.yaml:2:1: YAML syntax"
check "and goes on" has_call kept
west "$(call kept 20000 21000)"

kill -STOP "$main"
check "a hung process is replaced" eventually is ptimed NRestarts 1
check "which is ready again" eventually is ptimed SubState running
check "by another" test "$(property ptimed MainPID)" != "$main"
check "because of the watchdog" says "Watchdog timeout"
check "what it had recorded is kept" test -s $state/results/west/earlier-1/kept.wav
check "the call is up again" eventually hears_something

check "stop" systemctl stop ptimed
check "with success" is ptimed Result success
check "with exit status 0" is ptimed ExecMainStatus 0
check "leaves no socket" refuses test -e /run/ptimed
check "the peer was told BYE" eventually grep -rqs '"peer-bye"' $state/east
check "the recording is whole" whole_wav $state/results/west/kept.wav
check "the summary is written" test -s $state/results/west/kept.summary.json

echo "calls: 7" >$etc/ptimed.yaml
check "a broken file" refuses systemctl start ptimed
check "fails with exit status 2" is ptimed ExecMainStatus 2
sleep 0.5
check "for good" is ptimed ActiveState failed
check "with its reason in the journal" says "ptimed.yaml:1:8: calls: is a single value, expected a list"

check "the instance stops" systemctl stop ptimed@east
check "with exit status 0" is ptimed@east ExecMainStatus 0
