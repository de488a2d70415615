#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Installs from Debian 12 what building, testing and the demo need. Does nothing when all of it is there.
set -euo pipefail

build=(
  ca-certificates g++ cmake ninja-build ccache pkg-config git clang-format clang libclang-rt-14-dev
  libortp-dev libbctoolbox-dev libspandsp-dev libbcg729-dev libsndfile1-dev
  libyaml-cpp-dev libspdlog-dev nlohmann-json3-dev libcli11-dev libsystemd-dev
  libgtest-dev libgmock-dev
)
run=(
  iproute2 ethtool procps util-linux kmod python3 systemd
  user-mode-linux asterisk-core-sounds-en-wav
)

missing=()
for package in "${build[@]}" "${run[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $state == installed ]] || missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  echo "setup: everything is installed"
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || { echo "setup: needs root or sudo to install: ${missing[*]}" >&2; exit 3; }
  as_root=(sudo)
fi
echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get -o Acquire::Retries=3 update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 install -y -qq --no-install-recommends \
  "${missing[@]}" >/dev/null
echo "setup: done"
