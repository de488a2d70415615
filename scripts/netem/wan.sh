#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Two network namespaces, "west" and "east", joined by a bottleneck from a profile file.
set -euo pipefail

self=$(realpath "${BASH_SOURCE[0]}")
readonly self here=${self%/*}
# shellcheck source=scripts/netem/common.sh
. "$here/common.sh"
# shellcheck source=scripts/netem/endpoints.sh
. "$here/endpoints.sh"
# shellcheck source=scripts/netem/backend_netns.sh
. "$here/backend_netns.sh"
# shellcheck source=scripts/netem/backend_wire.sh
. "$here/backend_wire.sh"
# shellcheck source=scripts/netem/device.sh
. "$here/device.sh"
# shellcheck source=scripts/netem/rootless.sh
. "$here/rootless.sh"

usage() {
  cat <<'USAGE'
wan.sh up   --profile FILE [--name NAME] [--backend auto|netns|wire] [--env] [...]
wan.sh run  --profile FILE [...] -- CMD...     up, CMD with the --env values exported, down
wan.sh exec --name NAME west|east CMD...
wan.sh set  --name NAME KEY=VALUE...           forward.rate=64kbit backward.delay=80ms ...
wan.sh show --name NAME
wan.sh down --name NAME                        nothing to do is no error
wan.sh up|set|show|down --dev IF               shape what leaves an existing interface

  --profile FILE       rates count IP bytes; see config/wan/
  --set KEY=VALUE      a value over the profile (up, run)
  --name NAME          of this run, in the names of its namespaces (default: wan-PID)
  --state DIR          where this run keeps its files (default: RUNTIME/ptimed-wan/NAME)
  --results DIR        on down, leave counters and drops there
  --backend netns      the kernel's tc/netem; wire: our forwarder; auto: netns when it works
  --direction forward|backward   which side of the profile --dev takes (default: forward)
  --env                print KEY=VALUE lines that a shell can evaluate
  --dry-run            print every command, run none
  -v, --verbose        print every command
Exit codes: 2 usage or profile, 3 environment. Works as an ordinary user where user namespaces do.
USAGE
}

readonly run_keys=(name backend wire_pid results device direction offloads)
name='' state='' profile='' backend=auto results='' device='' direction=forward
print_env=0 dry_run=0 verbose=0
settings=() operands=()

parse_options() {
  while (($#)); do
    case $1 in
      --profile | --set | --name | --state | --results | --backend | --dev | --direction)
        (($# >= 2)) || die 2 "$1 needs a value" ;;&
      --profile) profile=$2; shift 2 ;;
      --set) settings+=("$2"); shift 2 ;;
      --name) name=$2; shift 2 ;;
      --state) state=$(realpath -m "$2"); shift 2 ;;
      --results) results=$(realpath -m "$2"); shift 2 ;;
      --backend) backend=$2; shift 2 ;;
      --dev) device=$2; shift 2 ;;
      --direction) direction=$2; shift 2 ;;
      --env) print_env=1; shift ;;
      --dry-run) dry_run=1; shift ;;
      -v | --verbose) verbose=1; shift ;;
      -h | --help) usage; exit 0 ;;
      --) shift; operands+=("$@"); return 0 ;;
      -*) die 2 "unknown option $1 (see wan.sh --help)" ;;
      *) operands+=("$@"); return 0 ;;
    esac
  done
}

check_options() {
  [[ $backend =~ ^(auto|netns|wire)$ ]] || die 2 "--backend $backend: expected auto, netns or wire"
  [[ $direction =~ ^(forward|backward)$ ]] ||
    die 2 "--direction $direction: expected forward or backward"
  if [[ -n $device ]]; then name=${name:-dev-$device}; fi
  if [[ $command == up || $command == run ]]; then
    [[ -n $profile ]] || die 2 "$command needs --profile FILE"
    name=${name:-wan-$$}
  elif [[ -z $name ]]; then
    die 2 "$command needs --name NAME"
  fi
  [[ $name =~ ^[A-Za-z0-9_.-]{1,64}$ ]] || die 2 "--name $name: letters, digits, . _ - only"
  state=${state:-$(default_state_base)/$name}
}

bring_up() {
  load_profile
  begin_state
  trap 'undo_failed_up' EXIT
  if [[ -n $device ]]; then device_up; else namespaces_up; fi
  save_run
}

namespaces_up() {
  prepare_netns_folder
  choose_backend
  save_run
  "${backend}_up"
}

undo_failed_up() {
  local code=$?
  trap - EXIT
  warn "up failed, removing what was made"
  bring_down || true
  exit $((code > 128 ? code : 3)) # a signal's status stays
}

bring_down() {
  if [[ -n $device ]]; then
    device_down
  elif ((dry_run)) || [[ -e $state/run ]]; then
    save_results
    "${backend}_down"
    endpoints_down
  fi
  end_state
}

do_up() {
  bring_up
  if ((print_env)); then run_environment; else describe_run; fi
  trap - EXIT
}

do_down() {
  if [[ ! -e $state/run ]] && ((!dry_run)); then return 0; fi
  if ((!dry_run)); then restore_run; fi
  if [[ $backend == auto ]]; then backend=netns; fi # only in a dry run
  bring_down
}

do_show() {
  restore_run
  describe_run
  echo
  echo "Profile:"
  sed 's/^/  /' "$state/profile.yaml"
  echo
  if [[ -n $device ]]; then device_show; else "${backend}_show"; fi
}

do_set() {
  ((${#operands[@]})) || die 2 "set needs KEY=VALUE, such as forward.rate=64kbit"
  restore_run
  profile=$state/profile.yaml settings=("${operands[@]}")
  load_profile
  store_profile
  if [[ -n $device ]]; then device_shape; else "${backend}_set"; fi
}

do_exec() {
  ((${#operands[@]} >= 2)) || die 2 "exec needs west or east, and a command"
  [[ ${operands[0]} =~ ^(west|east)$ ]] || die 2 "exec: ${operands[0]} is neither west nor east"
  restore_run
  exec ip netns exec "$name-${operands[0]}" "${operands[@]:1}"
}

do_run() {
  ((${#operands[@]})) || die 2 "run needs a command after --"
  [[ -z $device ]] || die 2 "run makes namespaces; use up and down with --dev"
  trap 'exit 130' INT
  trap 'exit 143' TERM
  bring_up
  child=''
  trap 'end_run' EXIT
  if ((dry_run)); then
    say "" "${operands[@]}"
    return 0
  fi
  local values
  mapfile -t values <<<"$(run_environment)"
  # In the background, so that a signal reaches this script at once.
  env --default-signal=INT,QUIT "${values[@]}" "${operands[@]}" <&0 &
  child=$!
  wait "$child"
}

end_run() {
  local code=$?
  trap - EXIT
  trap '' INT TERM
  if [[ -n $child ]] && kill -TERM "$child" 2>/dev/null; then
    wait_for 5 all_gone "$child" || kill -KILL "$child" || true
  fi
  bring_down
  exit "$code"
}

main() {
  command=${1:-}
  case $command in
    up | down | show | set | exec | run) shift ;;
    __hold) hold_namespaces "$2" ;;
    -h | --help) usage; exit 0 ;;
    '') usage >&2; exit 2 ;;
    *) die 2 "unknown command $command (see wan.sh --help)" ;;
  esac
  local -r arguments=("$@")
  parse_options "$@"
  check_options
  if ((EUID != 0 && !dry_run)); then
    rootless "${arguments[@]}"
  else
    "do_$command"
  fi
}

main "$@"
