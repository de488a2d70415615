#!/usr/bin/python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""Holds every #include and clock access against the layers of lib/README.md. Exit 1 with one line per breach."""
import pathlib
import re
import sys
import tempfile

# What each folder may include, besides itself.
BELOW = {
    "lib/base": [],
    "lib/link": ["lib/base"],
    "lib/rtp": ["lib/base"],
    "lib/rtcp": ["lib/base"],
    "lib/policy": ["lib/base"],
    "lib/quality": ["lib/base"],
    "codecs": ["lib/base"],
    "lib/trace": ["lib/base"],
}
MIDDLE = list(BELOW)
BELOW["lib/call"] = MIDDLE
BELOW["lib/sim"] = MIDDLE + ["lib/call"]
BELOW["lib/lab"] = MIDDLE + ["lib/call"]

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')
IO_HEADER = re.compile(r"^(sys/|netinet/|arpa/|net/|linux/|unistd\.h|thread|fstream|pthread\.h|signal\.h|time\.h|fcntl\.h|poll\.h)")
CLOCK = re.compile(r"::now\(\)|clock_gettime|gettimeofday|std::random_device")
SPDX = "SPDX-License-Identifier: AGPL-3.0-or-later"


def folder_of(path: str) -> str:
    parts = path.split("/")
    return parts[0] if parts[0] == "codecs" else "/".join(parts[:2])


def breaches(root: pathlib.Path):
    for folder, allowed in BELOW.items():
        for path in sorted((root / folder).glob("*.[hc]*")):
            name = path.relative_to(root).as_posix()
            for number, line in enumerate(path.read_text().splitlines(), 1):
                include = INCLUDE.match(line)
                target = include.group(1) if include else ""
                if target.startswith(("lib/", "codecs/", "daemon/")):
                    if folder_of(target) not in [folder, *allowed]:
                        yield f"{name}:{number}: {folder} may not include {target}"
                elif IO_HEADER.match(target):
                    yield f"{name}:{number}: I/O below daemon/: <{target}>"
                if CLOCK.search(line.split("//")[0]):
                    yield f"{name}:{number}: a clock or a random source below daemon/: {line.strip()}"
    for pattern in ("lib", "codecs", "daemon", "tests", "scripts"):
        for path in sorted((root / pattern).rglob("*")):
            if path.suffix in {".h", ".cc", ".sh", ".py", ".cmake"} or path.name == "CMakeLists.txt":
                if SPDX not in path.read_text()[:300]:
                    yield f"{path.relative_to(root)}:1: no SPDX line"


def self_test() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        (root / "lib/rtp").mkdir(parents=True)
        (root / "lib/rtp/bad.cc").write_text(
            '#include "lib/rtcp/packet.h"\n#include <sys/socket.h>\nauto t = std::chrono::steady_clock::now();\n')
        found = list(breaches(root))
    print("\n".join(found))
    return 0 if len(found) == 4 else 1


def main() -> int:
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = list(breaches(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every include points down")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
