# SPDX-License-Identifier: AGPL-3.0-or-later
"""ptimectl looks into and steers a running daemon."""
from harness import *


def ptime_changes_live(folder):
    daemon = Daemon(folder, "left", [call("x", free_pair(), NOBODY, ptime="{max: 40ms}")]).start()
    equal(daemon.ask("ptime", "x", "30")["ptime_ms"], 30, "in force")
    wait_for("it is in force", lambda: daemon.figures("x")["sent"]["ptime_ms"] == 30)
    equal(daemon.ask("ptime", "x", "60")["ptime_ms"], 40, "held to ptime.max")
    for wrong in ("25", "0", "-20"):
        equal(daemon.ctl("ptime", "x", wrong).returncode, 1, f"exit code of {wrong}")
    equal(daemon.ctl("ptime", "nobody", "20").returncode, 1, "no such call")


def policy_changes_live(folder):
    daemon = Daemon(folder, "left", [call("x", free_pair(), NOBODY)]).start()
    equal(daemon.figures("x")["policy"], "none", "before")
    equal(daemon.ask("policy", "x", "patent-2005")["policy"], "patent-2005", "answer")
    equal(daemon.figures("x")["policy"], "patent-2005", "after")
    done = daemon.ctl("policy", "x", "patent-2005", "no_such_key=1")
    equal(done.returncode, 1, "unknown parameter")
    true("no_such_key" in done.stderr, done.stderr)
    equal(daemon.ctl("policy", "x", "no-such-policy").returncode, 1, "unknown policy")
    equal(daemon.ctl("policy", "x", "none", "no-equals").returncode, 2, "usage")


def a_call_is_described_for_a_listener(folder):
    port = free_pair()
    daemon = Daemon(folder, "left", [call("x", port, NOBODY, codec="g729", ptime="{max: 60ms}")]).start()
    daemon.ask("ptime", "x", "40")
    text = daemon.ctl("sdp", "x").stdout
    for line in (f"m=audio {NOBODY} RTP/AVP 18", "c=IN IP4 127.0.0.1", "a=rtpmap:18 G729/8000", "a=fmtp:18 annexb=no",
                 "a=ptime:40", "a=maxptime:60", f"a=rtcp:{NOBODY + 1}"):
        true(line in text.splitlines(), f"{line} in {text}")
    true("a=ptime:30" in daemon.file("x", "sdp").read_text(), "the file holds what it began with")
    equal(daemon.ctl("sdp", "nobody").returncode, 1, "no such call")


def calls_come_and_go(folder):
    daemon = Daemon(folder, "left", [call("x", free_pair(), NOBODY)]).start()
    file = pathlib.Path(folder) / "more.yaml"
    file.write_text("calls:\n" + call("y", free_pair(), NOBODY) + call("z", free_pair(), NOBODY))
    equal(daemon.ask("add", str(file))["added"], ["y", "z"], "added")
    done = daemon.ctl("add", str(file))
    equal(done.returncode, 1, "a second time")
    true(f"{file}:" in done.stderr, done.stderr)
    wait_for("y sends", lambda: daemon.figures("y")["sent"]["packets"] > 0)
    equal(daemon.ask("remove", "y")["removed"], ["y"], "removed")
    equal(daemon.ctl("remove", "y").returncode, 1, "removed twice")
    equal([row["id"] for row in daemon.ask("calls")["calls"]], ["x", "z"], "left over")
    daemon.process.send_signal(signal.SIGHUP)
    wait_for("it has reloaded", lambda: "reloaded: 0 added, 0 removed, 0 changed" in daemon.log_text())
    true(daemon.summary("y")["sent"]["packets"] > 0, "the removed call left its summary")


def watching_shows_events(folder):
    daemon = Daemon(folder, "left", [call("x", free_pair(), NOBODY)]).start()
    watcher = subprocess.Popen([PTIMECTL, "-s", daemon.socket, "watch"], stdout=subprocess.PIPE, text=True)
    try:
        wait_for("it has changed", lambda: daemon.ask("ptime", "x", "30") and time.sleep(0.2) is None)
        daemon.ask("ptime", "x", "20")
        line = watcher.stdout.readline()
        true(line.startswith("x: ") and "ms" in line, line)
    finally:
        watcher.kill()
        watcher.wait()
        watcher.stdout.close()


def tables_are_for_people(folder):
    daemon = Daemon(folder, "left", [call("x", free_pair(), NOBODY)]).start()
    head, row = daemon.ctl("calls").stdout.splitlines()
    true(head.startswith("id  state") and row.startswith("x   running"), f"{head}\n{row}")
    true("sent.packets" in daemon.ctl("show", "x").stdout, "show lists every figure")
    true("endpoint" in daemon.ctl("status").stdout, "status")


def nobody_listening_is_said_clearly(folder):
    done = subprocess.run([PTIMECTL, "-s", folder + "/none", "status"], capture_output=True, text=True)
    equal(done.returncode, 3, "exit code")
    equal(done.stderr, f"ptimectl: no ptimed listens at {folder}/none: No such file or directory\n", "stderr")


main(ptime_changes_live, policy_changes_live, a_call_is_described_for_a_listener, calls_come_and_go, watching_shows_events, tables_are_for_people,
     nobody_listening_is_said_clearly)
