# SPDX-License-Identifier: AGPL-3.0-or-later
"""SIGHUP adds, removes and changes calls without touching the others."""
import csv
from harness import *


def states(daemon):
    return {row["id"]: row["state"] for row in daemon.ask("calls")["calls"]}


def departures(daemon, id):
    """Seconds between packets sent, by packets.csv."""
    rows = list(csv.DictReader(daemon.file(id, "packets.csv").open()))
    sent = sorted(int(row["time_ns"]) for row in rows if row["direction"] == "sent")
    return [(b - a) / 1e9 for a, b in zip(sent, sent[1:])]


def a_reload_leaves_unchanged_calls_alone(folder):
    ports = [free_pair() for _ in range(4)]
    kept = call("kept", ports[0], NOBODY)
    gone = call("gone", ports[1], NOBODY)
    daemon = Daemon(folder, "left", [kept, gone, call("other", ports[2], NOBODY)]).start()
    time.sleep(0.5)
    before = daemon.figures("kept")
    daemon.write_config([call("new", ports[3], NOBODY), call("other", ports[2], NOBODY, dscp="CS5"), kept])
    daemon.process.send_signal(signal.SIGHUP)
    wait_for("the new call is there", lambda: "new" in states(daemon))
    equal(states(daemon), {"kept": "running", "new": "running", "other": "running"}, "calls")
    time.sleep(0.5)
    after = daemon.figures("kept")
    equal(after["sent"]["ssrc"], before["sent"]["ssrc"], "ssrc")
    true(after["sent"]["packets"] > before["sent"]["packets"], "it goes on sending")
    equal(daemon.stop(), 0, "exit code")
    longest = max(departures(daemon, "kept"))
    true(longest < 0.2, f"a gap of {longest} s between packets")
    true("1 added, 1 removed, 1 changed" in daemon.log_text(), "the log says what changed")


def a_broken_file_changes_nothing_and_every_problem_is_logged(folder):
    port = free_pair()
    daemon = Daemon(folder, "left", [call("x", port, NOBODY)]).start()
    good = daemon.config.read_text()
    daemon.config.write_text(good.replace("seed: 7", "sed: 7") + "    codek: pcmu\n")
    daemon.process.send_signal(signal.SIGHUP)
    wait_for("it says so", lambda: "codek" in daemon.log_text())
    true(f"{daemon.config}:4:1: sed: " in daemon.log_text(), "the first problem, with its place")
    equal(states(daemon), {"x": "running"}, "calls")
    done = daemon.ctl("reload")
    equal(done.returncode, 1, "exit code of ptimectl reload")
    true("codek" in done.stderr, done.stderr)
    daemon.config.write_text(good)
    equal(daemon.ctl("reload").returncode, 0, "exit code after repair")


def a_folder_or_a_pipe_in_place_of_the_file_changes_nothing(folder):
    daemon = Daemon(folder, "left", [call("kept", free_pair(), NOBODY)]).start()
    text = daemon.config.read_text()
    for make, problem in ((os.mkdir, "is a directory"), (os.mkfifo, "is no regular file")):
        daemon.config.unlink()
        make(daemon.config)
        daemon.process.send_signal(signal.SIGHUP)
        wait_for("the problem is logged", lambda: f"{daemon.config}: {problem}" in daemon.log_text())
        equal(daemon.ctl("status").returncode, 0, "the daemon answers")
        equal(states(daemon), {"kept": "running"}, "calls")
        daemon.config.rmdir() if make is os.mkdir else daemon.config.unlink()
        daemon.config.write_text(text)
    equal(daemon.stop(), 0, "exit code")


def a_key_that_needs_a_restart_is_named(folder):
    daemon = Daemon(folder, "left", []).start()
    daemon.config.write_text(daemon.config.read_text().replace("endpoint: left", "endpoint: other"))
    equal(daemon.ask("reload")["need_restart"], ["endpoint"], "need_restart")


main(a_reload_leaves_unchanged_calls_alone, a_broken_file_changes_nothing_and_every_problem_is_logged,
     a_folder_or_a_pipe_in_place_of_the_file_changes_nothing,
     a_key_that_needs_a_restart_is_named)
