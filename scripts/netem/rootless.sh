# SPDX-License-Identifier: AGPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # variables shared with wan.sh
# Without root: a process holds a user, network and mount namespace for the length of the run, and
# every command goes in there, where it is root over what it makes.

# Sets outer_user to who root is outside; fails in the first user namespace.
in_user_namespace() {
  local inner count
  read -r inner outer_user count </proc/self/uid_map
  [[ "$inner $outer_user $count" != "0 0 4294967295" ]]
}

# ip netns keeps its names in /run/netns. In a user namespace that folder must be ours: another
# root's is not writable, or would keep names of namespaces that are gone.
prepare_netns_folder() {
  if ((dry_run)) || ! in_user_namespace; then return 0; fi
  if [[ -e /run/ptimed-wan-private ]]; then return 0; fi
  if [[ -w /run/netns && $outer_user != 0 ]]; then return 0; fi
  mount_private_run
}

# A tmpfs on /run, with the folders of ours that lie below it still in their places. They stay open
# meanwhile, as a path into the old /run no longer leads there; mount must take the descriptor's
# path as it is, not where it points by name.
mount_private_run() {
  local folder fd
  local -A open=()
  mkdir -p "$state"
  for folder in "${XDG_RUNTIME_DIR:-}" "${state%/*}"; do
    if [[ $folder == /run/* && -d $folder ]]; then
      exec {fd}<"$folder"
      open[$folder]=$fd
    fi
  done
  mount -t tmpfs tmpfs /run || die 3 "cannot mount on /run: use unshare -Urnm"
  mkdir -p /run/netns
  : >/run/ptimed-wan-private
  for folder in "${!open[@]}"; do
    mkdir -p "$folder"
    mount --no-canonicalize --rbind "/proc/self/fd/${open[$folder]}" "$folder"
    fd=${open[$folder]}
    exec {fd}<&-
  done
}

# hold_namespaces STATE: the holder's own life.
hold_namespaces() {
  state=$1
  mount_private_run
  echo $$ >"$state/holder.new"
  mv "$state/holder.new" "$state/holder"
  exec sleep infinity
}

start_holder() {
  mkdir -p "$state" || die 3 "cannot make the state folder $state"
  setsid unshare -Urnm bash "$self" __hold "$state" </dev/null >/dev/null 2>"$state/holder.log" &
  holder=$!
  wait_for 10 holder_settled || true
  if [[ ! -s $state/holder ]]; then
    cat "$state/holder.log" >&2
    stop_holder
    die 3 "no user namespaces for ordinary users here; run as root"
  fi
}
holder_settled() { [[ -s $state/holder ]] || ! kill -0 "$holder"; }

stop_holder() {
  if [[ -s $state/holder ]]; then kill -TERM "$(cat "$state/holder")" 2>/dev/null || true; fi
  rm -f "$state/holder" "$state/holder.log"
  if [[ -d $state ]]; then rmdir --ignore-fail-on-non-empty "$state"; fi
  rmdir "${state%/*}" 2>/dev/null || true
}

# This command again, where the holder is; replaces the subshell it is called in.
enter_holder() {
  # shellcheck disable=SC2016 # for the inner shell to expand
  exec nsenter --preserve-credentials -U -n -m -t "$(cat "$state/holder")" \
    bash -c 'cd "$1" && shift && exec "$@"' enter "$PWD" bash "$self" "$command" \
    --name "$name" --state "$state" "$@"
}

# rootless OPTIONS...: of the command line, without the command.
rootless() {
  [[ -z $device ]] || die 3 "--dev needs root"
  case $command in
    up | run) if [[ -e $state/holder ]]; then die 2 "$name is up already (state in $state)"; fi ;;
    down) if [[ ! -e $state/holder ]]; then return 0; fi ;;
    *) [[ -e $state/holder ]] || die 2 "no run named $name (looked in $state)" ;;
  esac
  if [[ $command == up || $command == run ]]; then
    trap 'exit 130' INT
    trap 'exit 143' TERM
    trap 'end_rootless $?' EXIT
    start_holder
  fi
  enter_holder "$@" <&0 &
  inner=$!
  local code=0
  wait "$inner" || code=$?
  inner=''
  if [[ $command == down ]]; then stop_holder; fi
  if ((code == 0)) && [[ $command == up ]]; then trap - EXIT; fi
  exit "$code"
}

end_rootless() {
  trap - EXIT
  trap '' INT TERM
  if [[ -n ${inner:-} ]] && kill -TERM "$inner" 2>/dev/null; then wait "$inner" || true; fi
  stop_holder
  exit "$1"
}
