#!/usr/bin/python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""`ptimelab report` on result folders made by hand: what it prints, writes and returns."""
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PTIMELAB = os.environ["PTIMELAB"]
BEGIN = 1_700_000_000_000_000_000
MS = 1_000_000
HEADER = "direction,ssrc,seq,rtp_ts,bytes,ptime_ms,time_ns\n"
DROPS = "time_ns,direction,cause,ip_bytes,queued,src,src_port,dst,dst_port\n"


def summary(endpoint, **more):
    figures = {"schema": 1, "id": "call-1", "endpoint": endpoint, "codec": "pcmu", "clock_id": "host",
               "started_unix_ns": BEGIN, "duration_ms": 60000.0,
               "sent": {}, "received": {"mean_playout_delay_ms": 40.0}}
    return json.dumps(figures | more)


def packets(own, peer, lost):
    """100 packets of 20 ms each way; the numbers in `lost` do not reach this end. 30 ms on the way."""
    rows = []
    for n in range(100):
        at = BEGIN + 20 * n * MS
        rows.append((at, f"sent,{own:08x},{n},{160 * n},200,20,{at}\n"))
        if n not in lost:
            at += 30 * MS
            rows.append((at, f"received,{peer:08x},{n},{160 * n},200,20,{at}\n"))
    return HEADER + "".join(line for _, line in sorted(rows))


class Report(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name) / "run"
        self.write("experiment.yaml", "experiment: demo\n")
        self.write("environment.json", '{"backend": "wire"}\n')

    def write(self, name, text):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def add_run(self, run, lost_at_east=(10, 11, 50)):
        self.write(f"{run}/scenario.yaml",
                   f"experiment: demo\nscenario: {run.split('/')[0]}\nbackend: wire\npolicy: none\nrtcp_mode: avp\n"
                   "calls: 1xpcmu\nbandwidth_kbps: 300\nseed: 7\nduration_s: 60\n")
        self.write(f"{run}/drops.csv", DROPS + "1,forward,queue,200,10,10.0.0.1,20000,10.0.0.2,20000\n" * 3)
        for end, own, peer, lost in (("west", 1, 2, ()), ("east", 2, 1, lost_at_east)):
            stem = f"{run}/{end}/call-1"
            self.write(stem + ".summary.json", summary(end))
            self.write(stem + ".packets.csv", packets(own, peer, lost))
            self.write(stem + ".events.jsonl", '{"t":0.0,"event":"call-started"}\n')
            self.write(stem + ".rtcp.jsonl", "")

    def report(self, *arguments):
        return subprocess.run([PTIMELAB, "report", str(self.dir), *arguments], capture_output=True, text=True, timeout=30)

    def rows(self):
        with open(self.dir / "summary.csv", newline="") as file:
            return list(csv.DictReader(file))

    def problems(self, done):
        return [line.removeprefix(str(self.dir) + "/") for line in done.stderr.splitlines()]

    def test_a_whole_folder_is_joined_and_judged(self):
        self.add_run("none")
        done = self.report()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "none: policy none, rtcp avp, 1xpcmu, 300 kbit/s, 60 s, backend wire, seed 7")
        self.assertEqual(lines[2].split(), "call-1 east > west 100 0 0.00 0 0 0 20.0 30.0 30.0 4.37".split())
        self.assertEqual(lines[3].split()[:9], "call-1 west > east 100 3 3.00 2 40".split())
        (row,) = self.rows()
        self.assertEqual((row["sent"], row["lost"], row["loss_pct"], row["clips"], row["valid"]),
                         ("200", "3", "1.5", "2", "true"))
        joined = (self.dir / "none/packets.csv").read_text().splitlines()
        self.assertEqual(joined[0], "call,seq,rtp_ts,bytes,ptime_ms,sent_ns,received_ns")
        self.assertEqual(len(joined), 201)
        self.assertEqual(sum(line.endswith(",") for line in joined), 3)
        self.assertEqual(json.loads((self.dir / "none/summary.json").read_text())["lost"], 3)

    def test_json_replaces_the_tables(self):
        self.add_run("none")
        done = self.report("--json")
        (scenario,) = json.loads(done.stdout)
        self.assertEqual(scenario["scenario"], "none")
        self.assertEqual(len(scenario["streams"]), 2)

    def test_a_second_report_says_the_same(self):
        self.add_run("none")
        first = self.report()
        self.assertEqual(self.report().stdout, first.stdout)

    def test_seeds_lie_one_level_deeper(self):
        self.add_run("none/seed-1")
        self.add_run("none/seed-2")
        self.assertEqual(self.report().returncode, 0)
        self.assertEqual([row["scenario"] for row in self.rows()], ["none", "none"])
        self.assertTrue((self.dir / "none/seed-2/packets.csv").exists())

    def test_drops_that_do_not_account_for_the_losses_are_invalid(self):
        self.add_run("none", lost_at_east=(10, 11, 50, 51))
        done = self.report()
        self.assertEqual(done.returncode, 1)
        self.assertIn("INVALID: the link dropped 3 RTP packets, the receivers miss 4\n", done.stdout)
        self.assertEqual(self.rows()[0]["valid"], "false")

    def test_torn_and_foreign_lines_are_named_and_left_out(self):
        self.add_run("none")
        for name, more in (("west/call-1.packets.csv", "sent,0000"), ("west/call-1.events.jsonl", '{"t":1.'),
                           ("east/call-1.rtcp.jsonl", "garbage\n"), ("drops.csv", "1,2\n1,for")):
            path = self.dir / "none" / name
            path.write_text(path.read_text() + more)
        done = self.report()
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.problems(done), [
            "none/east/call-1.rtcp.jsonl: lines that are not ours were left out: 1",
            "none/west/call-1.events.jsonl: the last line is torn and was left out",
            "none/west/call-1.packets.csv: the last line is torn and was left out",
            "none/drops.csv: lines that are not ours were left out: 1"])

    def test_one_bad_scenario_leaves_the_others_standing(self):
        self.add_run("broken")
        self.add_run("good")
        self.write("broken/west/call-1.summary.json", "{")
        done = self.report()
        self.assertEqual(self.problems(done), [
            "broken/west/call-1.summary.json: is no summary of a call",
            "broken: call call-1 has usable records of 1 endpoints, expected 2"])
        self.assertEqual([row["scenario"] for row in self.rows()], ["good"])

    def test_a_call_of_one_end_only_makes_its_scenario_invalid(self):
        self.add_run("none")
        self.write("none/west/call-2.summary.json", summary("west", id="call-2"))
        for extension in ("packets.csv", "events.jsonl", "rtcp.jsonl"):
            self.write(f"none/west/call-2.{extension}", HEADER if extension == "packets.csv" else "")
        done = self.report()
        self.assertEqual(done.returncode, 1)
        self.assertIn("INVALID: recorded at one end only: call-2\n", done.stdout)

    def test_missing_files_are_named_one_by_one(self):
        self.add_run("none")
        for name in ("experiment.yaml", "environment.json", "none/east/call-1.packets.csv", "none/east/call-1.rtcp.jsonl"):
            (self.dir / name).unlink()
        done = self.report()
        self.assertEqual(done.returncode, 2)
        self.assertEqual(self.problems(done), [
            "experiment.yaml: is missing",
            "environment.json: is missing",
            "none/east/call-1.packets.csv: No such file or directory",
            "none/east/call-1.rtcp.jsonl: No such file or directory",
            "none: call call-1 has usable records of 1 endpoints, expected 2"])

    def test_a_broken_scenario_file_is_named_with_its_place(self):
        self.add_run("none")
        self.write("none/scenario.yaml", "policy: [a]\n")
        done = self.report()
        self.assertEqual(done.returncode, 2)
        self.assertEqual(self.problems(done), ["none/scenario.yaml:1:9: policy: is a list, expected text"])

    def test_without_a_scenario_there_is_nothing_to_evaluate(self):
        done = self.report()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, f"{self.dir}: no scenario here, expected folders with a scenario.yaml\n")

    def test_usage(self):
        def run(*arguments):
            return subprocess.run([PTIMELAB, *arguments], capture_output=True, text=True, timeout=30)
        self.assertEqual(run("report", str(self.dir / "nowhere")).returncode, 2)
        self.assertEqual(run().returncode, 2)
        self.assertEqual(run("-h").returncode, 0)
        self.assertRegex(run("--version").stdout, r"^ptimelab \d+\.\d+\.\d+\n$")


if __name__ == "__main__":
    unittest.main()
