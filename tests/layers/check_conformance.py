#!/usr/bin/python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""Every test that lib/CONFORMANCE.md names exists: check_conformance.py SOURCE_DIR BUILD_DIR."""
import fnmatch
import json
import pathlib
import re
import subprocess
import sys


def main() -> int:
    source, build = map(pathlib.Path, sys.argv[1:3])
    page = (source / "lib/CONFORMANCE.md").read_text()
    named = set(re.findall(r"`((?:unit_\w+|sim|contract|netem)\.[\w.*/]+)`", page))
    listing = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, text=True, check=True)
    tests = [test["name"] for test in json.loads(listing.stdout)["tests"]]
    missing = sorted(name for name in named if not fnmatch.filter(tests, name))
    for name in missing:
        print(f"lib/CONFORMANCE.md: {name}: no such test")
    print(f"{len(named)} names, {len(missing)} without a test")
    return 1 if missing or not named else 0


if __name__ == "__main__":
    sys.exit(main())
