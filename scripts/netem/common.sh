# SPDX-License-Identifier: AGPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # variables shared with wan.sh
# Messages, commands, state of a run. In a user-mode Linux guest each process start takes some 40 ms, so subshells and
# helpers are few. Functions return an explicit 0: in a trap, a bare return gives the status the trap began with.

warn() { echo "wan.sh: $*" >&2; }
die() { warn "${*:2}"; exit "$1"; }

# say WHERE CMD...: the command as typed, with the namespace it runs in.
say() {
  if ((verbose || dry_run)); then echo "+ ${1:+[$1] }${*:2}" >&2; fi
}

# here_run CMD...: in the namespace of the caller.
here_run() {
  say "" "$@"
  if ((!dry_run)); then "$@"; fi
}

# in_ns NAMESPACE CMD...: cheaper than ip netns exec, which mounts a sysfs each time.
in_ns() {
  say "$1" "${@:2}"
  if ((!dry_run)); then nsenter --net="/run/netns/$1" "${@:2}"; fi
}

# ip_batch NAMESPACE LINES: one process for many ip commands; "" is the caller's namespace.
ip_batch() {
  local line
  while read -r line; do
    if [[ -n $line ]]; then say "$1" ip "$line"; fi
  done <<<"$2"
  if ((!dry_run)); then ip ${1:+-n "$1"} -batch - <<<"$2"; fi
}

tc_in() {
  say "$1" tc "${@:2}"
  if ((!dry_run)); then tc -n "$@"; fi
}

# wait_for SECONDS CMD...: until CMD succeeds.
wait_for() {
  local -r tries=$(($1 * 50))
  local i
  for ((i = 0; i < tries; ++i)); do
    if "${@:2}" 2>/dev/null; then return 0; fi
    sleep 0.02
  done
  warn "timed out after $1 s: ${*:2}"
  return 1
}

default_state_base() {
  if [[ -n ${XDG_RUNTIME_DIR:-} ]]; then
    echo "$XDG_RUNTIME_DIR/ptimed-wan"
  elif ((EUID == 0)) && [[ -w /run ]]; then
    echo /run/ptimed-wan
  else
    echo "${TMPDIR:-/tmp}/ptimed-wan-$(id -u)"
  fi
}

find_ptimed_wire() {
  local candidate
  for candidate in "${PTIMED_WIRE:-}" "$here/../libexec/ptimed/ptimed-wire" \
    "$here/../../libexec/ptimed/ptimed-wire" /usr/local/libexec/ptimed/ptimed-wire \
    /usr/libexec/ptimed/ptimed-wire "$here/../../build/release/daemon/wire/ptimed-wire"; do
    if [[ -n $candidate && -x $candidate ]]; then realpath "$candidate"; return 0; fi
  done
  die 3 "ptimed-wire not found: build it (target ptimed-wire) or set PTIMED_WIRE"
}

# Reads the profile with its settings into FORWARD_RATE_BPS and so on, and checks it.
load_profile() {
  ptimed_wire=$(find_ptimed_wire)
  local setting values arguments=(--profile "$profile")
  for setting in "${settings[@]}"; do arguments+=(--set "$setting"); done
  values=$("$ptimed_wire" "${arguments[@]}" --print-profile env) || exit 2
  eval "$values"
}

# The one file that both backends and `set` work from.
store_profile() {
  if ((dry_run)); then return 0; fi
  echo -n "$PROFILE_YAML" >"$state/profile.yaml.new"
  mv "$state/profile.yaml.new" "$state/profile.yaml"
}

begin_state() {
  if ((dry_run)); then return 0; fi
  if [[ -e $state/run ]]; then die 2 "$name is up already (state in $state)"; fi
  mkdir -p "$state" || die 3 "cannot make the state folder $state"
  store_profile
}

save_run() {
  if ((dry_run)); then return 0; fi
  local key
  for key in "${run_keys[@]}"; do
    printf '%s=%q\n' "$key" "${!key:-}"
  done >"$state/run.new"
  mv "$state/run.new" "$state/run"
}

restore_run() {
  [[ -e $state/run ]] || die 2 "no run named $name (looked in $state)"
  local -r asked_results=$results
  # shellcheck disable=SC1090,SC1091
  . "$state/run"
  results=${asked_results:-$results}
}

end_state() {
  if ((dry_run)); then return 0; fi
  rm -f "$state"/{run,run.new,profile.yaml,profile.yaml.new,drops.csv,counters.json,counters.json.new} \
    "$state"/{wire.out,wire.log,tc-before.txt}
  if [[ -d $state ]]; then rmdir --ignore-fail-on-non-empty "$state"; fi
  rmdir "${state%/*}" 2>/dev/null || true
}

# What the run leaves behind for --results.
save_results() {
  if ((dry_run)) || [[ -z $results ]]; then return 0; fi
  mkdir -p "$results"
  "${backend}_results"
}
