#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# systemd-init.sh ROOT CMD...: in the guest of run.sh, builds a writable root in memory, starts
# systemd on it as the first process of a PID namespace, and CMD as its only service. systemd takes
# the namespace for a container and ends, as containers do, with the exit status of CMD.
set -euo pipefail

if [[ $$ != 1 ]]; then
  insmod "$UML_MODULES/kernel/fs/overlayfs/overlay.ko"
  exec unshare --mount --propagation private --pid --fork "$0" "$@"
fi

root=$1
shift
base=/run/systemd-root
mkdir -p "$base"
mount -t tmpfs -o mode=755 tmpfs "$base"
mkdir -m 755 "$base/over" "$base/upper" "$base/work" "$base/root"
# A file system of its own, as no lower folder may lie within another.
[[ -z $root ]] || mount -t hostfs -o "$root" none "$base/over"
mount -t overlay -o "lowerdir=$base/over:/,upperdir=$base/upper,workdir=$base/work" overlay "$base/root"
here=$PWD
cd "$base/root"

mount --rbind /dev dev
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t tmpfs -o mode=755 tmpfs run
mkdir -p var/lib/private
mount -t tmpfs -o mode=700 tmpfs var/lib/private

# What an ordinary user's guest may not read cannot be changed either, but may be replaced.
for file in etc/.pwd.lock etc/shadow etc/gshadow; do
  cat "$file" >/dev/null 2>&1 || rm -f "$file"
done
# Without one it would be a first boot, which enables units.
[[ -s etc/machine-id ]] || echo 0123456789abcdef0123456789abcdef >etc/machine-id

# Of /etc only ROOT's units count. Generators and early services, which look after hardware or clean
# /tmp, stay out as folders: links to /dev/null would cost a process each.
mount -t tmpfs -o mode=755 tmpfs etc/systemd/system
[[ ! -d $base/over/etc/systemd/system ]] || cp -a "$base/over/etc/systemd/system/." etc/systemd/system
for folder in system-generators system/sysinit.target.wants; do
  mount -t tmpfs -o mode=755 tmpfs "lib/systemd/$folder"
done

{
  for variable in PATH LANG $(compgen -e PTIMED_); do
    if [[ -n ${!variable:-} ]]; then printf 'export %s=%q\n' "$variable" "${!variable}"; fi
  done
  printf 'cd %q\nexec' "$here"
  printf ' %q' "$@"
  echo
} >etc/systemd/uml-command
cat >etc/systemd/system/uml-command.service <<'UNIT'
[Unit]
Description=The command of systemd.sh
SuccessAction=exit-force
FailureAction=exit-force
Requires=systemd-journald.service
After=systemd-journald.service

[Service]
Type=exec
ExecStart=bash /etc/systemd/uml-command
StandardOutput=file:/dev/tty0
StandardError=file:/dev/ttyS0
UNIT

mkdir run/host
pivot_root . run/host
umount --lazy /run/host
rmdir /run/host
exec env -i container=uml TERM=linux PATH="$PATH" \
  chroot . /lib/systemd/systemd --unit=uml-command.service --show-status=no --log-target=journal
