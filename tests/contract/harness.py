# SPDX-License-Identifier: AGPL-3.0-or-later
"""Runs ptimed processes on loopback and looks at what they leave behind."""
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import wave

PTIMED = os.environ["PTIMED"]
PTIMECTL = os.environ["PTIMECTL"]
NOBODY = 21998  # an even port below those of free_pair()


def wait_for(what, condition, seconds=10.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"timed out waiting until {what}")


def free_pair():
    """An even port that is free with the next one, outside the system's own range."""
    while True:
        port = random.randrange(22000, 32000, 2)
        with contextlib.ExitStack() as stack:
            try:
                for offset in (0, 1):
                    sock = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
                    sock.bind(("127.0.0.1", port + offset))
                return port
            except OSError:
                continue


class Daemon:
    def __init__(self, folder, name, calls, extra="", arguments=()):
        self.folder = pathlib.Path(folder) / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.name = name
        self.config = self.folder / "ptimed.yaml"
        self.socket = str(self.folder / "s")
        self.results = self.folder / "results"
        self.extra = extra
        self.arguments = list(arguments)
        self.process = None
        self.write_config(calls)

    def write_config(self, calls):
        text = (f"endpoint: {self.name}\ncontrol: {self.socket}\nresults: {self.results}\nseed: 7\n"
                f"log: {{level: debug, target: stderr}}\n{self.extra}")
        text += "calls:\n" + "".join(calls) if calls else "calls: []\n"
        self.config.write_text(text)

    def start(self):
        self.log = open(self.folder / "log", "a")
        self.process = subprocess.Popen([PTIMED, "-c", str(self.config), *self.arguments], stderr=self.log)
        wait_for(f"{self.name} answers", lambda: self.alive() and self.ctl("status").returncode == 0)
        return self

    def alive(self):
        code = self.process.poll()
        if code is not None:
            raise AssertionError(f"{self.name} ended with {code}:\n{self.log_text()}")
        return True

    def ctl(self, *arguments):
        return subprocess.run([PTIMECTL, "-s", self.socket, *arguments], capture_output=True, text=True)

    def ask(self, *arguments):
        done = self.ctl("--json", *arguments)
        if done.returncode != 0:
            raise AssertionError(f"ptimectl {arguments}: {done.returncode} {done.stdout}{done.stderr}")
        return json.loads(done.stdout)

    def figures(self, call):
        return self.ask("show", call)["summary"]

    def stop(self, sig=signal.SIGTERM):
        if self.process is None or self.process.poll() is not None:
            return None if self.process is None else self.process.returncode
        self.process.send_signal(sig)
        return self.process.wait(timeout=10)

    def log_text(self):
        return (self.folder / "log").read_text(errors="replace")

    def file(self, call, suffix):
        return self.results / self.name / f"{call}.{suffix}"

    def summary(self, call):
        return json.loads(self.file(call, "summary.json").read_text())

    def events(self, call):
        return [json.loads(line) for line in self.file(call, "events.jsonl").read_text().splitlines()]


def call(id, local, remote, **keys):
    text = (f"  - id: {id}\n    local: {{address: 127.0.0.1, port: {local}}}\n"
            f"    remote: {{address: 127.0.0.1, port: {remote}}}\n")
    return text + "".join(f"    {key}: {value}\n" for key, value in keys.items())


def wav_samples(path):
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (8000, 1, 2)
        return file.getnframes()


def equal(found, expected, what=""):
    if found != expected:
        raise AssertionError(f"{what}: found {found!r}, expected {expected!r}")


def true(condition, what):
    if not condition:
        raise AssertionError(what)


def main(*tests):
    """Runs each test in a folder of its own; every daemon it made is gone afterwards."""
    failed = 0
    for test in tests:
        folder = tempfile.mkdtemp(prefix="ptimed-")
        made = []
        original = Daemon.__init__

        def remember(self, *arguments, **keys):
            original(self, *arguments, **keys)
            made.append(self)

        Daemon.__init__ = remember
        try:
            test(folder)
            print(f"ok    {test.__name__}", flush=True)
        except Exception as error:  # a failing test must not hide the next
            failed += 1
            print(f"FAIL  {test.__name__}: {type(error).__name__}: {error}", flush=True)
            for daemon in made:
                print(f"--- log of {daemon.name}\n{daemon.log_text() if daemon.process else ''}", flush=True)
        finally:
            Daemon.__init__ = original
            for daemon in made:
                if daemon.process and daemon.process.poll() is None:
                    daemon.process.kill()
                    daemon.process.wait()
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if failed else 0)
