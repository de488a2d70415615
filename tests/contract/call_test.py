# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two daemons hold calls on loopback."""
import csv
from harness import *


def two_daemons_call_each_other(folder):
    a, b = free_pair(), free_pair()
    g, h = free_pair(), free_pair()
    keys = dict(duration="3s")
    left = Daemon(folder, "left", [call("x", a, b, **keys), call("y", g, h, codec="g729", **keys)],
                  arguments=["--exit-when-done"])
    right = Daemon(folder, "right", [call("x", b, a, **keys), call("y", h, g, codec="g729", **keys)],
                   arguments=["--exit-when-done"])
    left.start()
    right.start()
    for daemon in (left, right):
        equal(daemon.process.wait(timeout=10), 0, "exit code")
        for id in ("x", "y"):
            summary = daemon.summary(id)
            equal(summary["received"]["lost"], 0, f"{daemon.name} {id} lost")
            true(2940 <= summary["sent"]["media_ms"] <= 3060, f"sent {summary['sent']['media_ms']} ms in 3 s")
            true(summary["received"]["packets"] >= 80, f"heard {summary['received']['packets']} packets")
            true(summary["departure_error"]["p50_ms"] < 5, f"departures {summary['departure_error']}")
            true(wav_samples(daemon.file(id, "wav")) > 2.2 * 8000, "most of 3 s is in the WAV")
            true(summary["clock_id"], "the boot id says which clock was read")
            true(summary["sent"]["ssrc"] != summary["received"]["ssrc"], "equal seeds give each end its own SSRC")
            rows = list(csv.reader(daemon.file(id, "packets.csv").open()))
            true(len(rows) > 160, f"{len(rows)} rows in packets.csv")
            true(len(daemon.file(id, "rtcp.jsonl").read_text().splitlines()) >= 2, "RTCP was recorded")


def rtcp_shares_the_port_when_multiplexed(folder):
    a, b = free_pair(), free_pair()
    left = Daemon(folder, "left", [call("x", a, b, rtcp_mux="true")]).start()
    right = Daemon(folder, "right", [call("x", b, a, rtcp_mux="true")]).start()
    wait_for("both hear RTCP", lambda: all(d.figures("x")["received"]["rtcp_packets"] > 0 for d in (left, right)), 15)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", a + 1))  # free: not taken by the call


def ports_come_from_the_range(folder):
    low = free_pair()
    calls = [f"  - id: {id}\n    remote: {{address: 127.0.0.1, port: {NOBODY}}}\n" for id in ("x", "y")]
    daemon = Daemon(folder, "left", calls, extra=f"network: {{bind: 127.0.0.1, ports: {low}-{low + 199}}}\n").start()
    ports = [int(row["local"].rsplit(":", 1)[1]) for row in daemon.ask("calls")["calls"]]
    true(all(port % 2 == 0 and low <= port < low + 200 for port in ports), f"{ports}")
    true(ports[0] != ports[1], "two pairs")


def an_earlier_call_of_that_name_is_kept(folder):
    port = free_pair()
    daemon = Daemon(folder, "left", [call("x", port, NOBODY, duration="0.2s")], arguments=["--exit-when-done"])
    for _ in range(2):
        daemon.process = None
        daemon.log = open(daemon.folder / "log", "a")
        done = subprocess.run([PTIMED, "-c", str(daemon.config), "--exit-when-done"], stderr=daemon.log, timeout=20)
        equal(done.returncode, 0, "exit code")
    true((daemon.results / "left" / "earlier-1" / "x.summary.json").exists(), "the first call's summary is there")
    true(daemon.file("x", "summary.json").exists(), "and the second's")


main(two_daemons_call_each_other, rtcp_shares_the_port_when_multiplexed, ports_come_from_the_range,
     an_earlier_call_of_that_name_is_kept)
