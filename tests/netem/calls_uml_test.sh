#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# The same calls over the kernel's own netem, in a user-mode Linux guest.
# shellcheck source=tests/netem/testlib.sh
. "$(dirname "${BASH_SOURCE[0]}")/testlib.sh"
require linux.uml /usr/bin/python3 "${PTIMED_WIRE:?reads the profiles}" "${PTIMED_BIN:?}/ptimed"

cat >"$scratch/guest" <<GUEST
set -e
run="$wan run --backend netns --name uml"
\$run --profile "$source_dir/config/wan/clean-30ms.yaml" -- "$source_dir/tests/netem/calls.py" exact \$TMPDIR/exact
\$run --profile "$source_dir/config/wan/voip-300k.yaml" -- "$source_dir/tests/netem/calls.py" congestion \$TMPDIR/congestion
GUEST
check "sample-exact, and a sixteenth lost, on real netem" \
  "$source_dir/scripts/uml/run.sh" --timeout 110 bash "$scratch/guest"
