# SPDX-License-Identifier: AGPL-3.0-or-later
"""How a daemon ends."""
from harness import *


def pair(folder):
    a, b = free_pair(), free_pair()
    left = Daemon(folder, "left", [call("x", a, b)]).start()
    right = Daemon(folder, "right", [call("x", b, a)]).start()
    return left, right


def sigterm_says_bye_and_finishes_everything(folder):
    left, right = pair(folder)
    time.sleep(1.5)
    equal(left.stop(signal.SIGTERM), 0, "exit code")
    wait_for("the BYE has come", lambda: any("bye" in e["event"] for e in watch_file(right)))
    summary = left.summary("x")
    true(summary["sent"]["packets"] >= 50, "the summary holds the whole call")
    true(wav_samples(left.file("x", "wav")) >= 6000, "the WAV is finished")
    true(not pathlib.Path(left.socket).exists(), "the control socket is gone")


def watch_file(daemon):
    path = daemon.file("x", "events.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def sigint_ends_as_well(folder):
    left, right = pair(folder)
    equal(left.stop(signal.SIGINT), 0, "exit code")


def a_killed_daemon_leaves_what_it_had_a_second_before(folder):
    left, right = pair(folder)
    started = wait_for("audio is heard", lambda: right.figures("x")["received"]["played_frames"] > 0 and time.monotonic())
    time.sleep(3)
    right.process.kill()
    lived = time.monotonic() - started
    right.process.wait()
    heard = wav_samples(right.file("x", "wav")) / 8000
    true(heard > lived - 1.0, f"{heard} s of {lived} s are in the WAV")
    for suffix in ("events.jsonl", "rtcp.jsonl"):
        for line in right.file("x", suffix).read_text().splitlines():
            json.loads(line)
    rows = right.file("x", "packets.csv").read_text().splitlines()
    true(len(rows) > 100 * (lived - 1.0), f"{len(rows)} rows of about {100 * lived:.0f}")
    true(right.alive is not None and Daemon.start(right), "a new daemon starts over the dead one's socket")


def the_service_manager_is_kept_informed(folder):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(folder + "/notify")
        manager.settimeout(5)
        os.environ.update(NOTIFY_SOCKET=folder + "/notify", WATCHDOG_USEC="200000")
        try:
            daemon = Daemon(folder, "left", [call("x", free_pair(), NOBODY)]).start()
        finally:
            del os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"]

        def told(what):
            while what not in manager.recv(4096).decode():
                pass

        told("READY=1")
        for _ in range(3):
            told("WATCHDOG=1")
        daemon.process.send_signal(signal.SIGHUP)
        told("RELOADING=1\nMONOTONIC_USEC=")
        told("READY=1")
        daemon.process.send_signal(signal.SIGTERM)
        told("STOPPING=1")
        equal(daemon.process.wait(timeout=10), 0, "exit code")


main(sigterm_says_bye_and_finishes_everything, sigint_ends_as_well,
     a_killed_daemon_leaves_what_it_had_a_second_before, the_service_manager_is_kept_informed)
