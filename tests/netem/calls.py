#!/usr/bin/python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""calls.py exact|congestion|reach DIR: under `wan.sh run`, runs real calls between the two namespaces and judges them.

exact       one pcmu call over a clean path, ptime switched 20-30-10-20 ms while it runs: what is heard is, sample for
            sample, what was said.
reach       IPv6, scoped link-local IPv6, RTP and RTCP on one port: each call is heard both ways.
congestion  four 80 kbit/s calls into 300 kbit/s with a queue of 10: 6.25 % is lost, give or take 1 point.
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import time
import wave

BIN = pathlib.Path(os.environ["PTIMED_BIN"])
WEST, EAST = os.environ["WAN_WEST_IP4"], os.environ["WAN_EAST_IP4"]
NAMESPACE = {"west": os.environ["WAN_WEST_NS"], "east": os.environ["WAN_EAST_NS"]}
# The test is of what is played, not of how punctual this machine is while it does something else too.
ROOM_FOR_A_BUSY_MACHINE = "{headroom: ptime_max, min_jitter: 250ms}"
failures = 0


def check(what, good, detail=""):
    global failures
    failures += not good
    print("ok  " if good else "FAIL", what, detail, flush=True)


def ulaw_round_trip(sample):
    """G.711 mu-law (ITU-T G.711): the level a sample is coded as. Levels code as themselves."""
    bias, clip = 132, 32635
    magnitude = min(abs(sample), clip) + bias
    exponent = magnitude.bit_length() - 8
    mantissa = (magnitude >> (exponent + 3)) & 15
    level = (((mantissa << 3) + bias) << exponent) - bias
    return level if sample >= 0 else -level


def make_speech(path, seconds):
    """A voice-like sweep whose samples are all levels of the codec, so that coding loses nothing."""
    samples = bytearray()
    for n in range(8000 * seconds):
        t = n / 8000
        value = 9000 * math.sin(6.2832 * (150 * t + 40 * t * t)) * (0.6 + 0.4 * math.sin(17 * t)) + (n * 7919) % 401
        samples += ulaw_round_trip(int(value)).to_bytes(2, "little", signed=True)
    with wave.open(str(path), "wb") as out:
        out.setparams((1, 2, 8000, 0, "NONE", "not compressed"))
        out.writeframes(bytes(samples))


def pcm_of(path):
    with wave.open(str(path)) as audio:
        return audio.readframes(audio.getnframes())


def config(folder, end, calls):
    direction = "sendonly" if end == "west" else "recvonly"
    text = f"endpoint: {end}\ncontrol: {folder}/{end}.sock\nresults: {folder}\nseed: 42\ndefaults: {{breaker: {{action: note}}}}\ncalls:\n"
    for index, keys in enumerate(calls):
        port = 20000 + 2 * index
        west, east = keys.get("hosts", (WEST, EAST))
        ours, theirs = (west, east) if end == "west" else (east, west)
        text += (f"  - id: call-{index + 1}\n    direction: {keys.get('direction', direction)}\n    local: {{address: {ours}, port: {port}}}\n"
                 f"    remote: {{address: {theirs}, port: {port}}}\n    rtcp: {{interval: fixed 5s}}\n")
        # The receiver is up before the sender starts, and hears it to its end.
        timing = {"start": keys["start"], "duration": f"{keys['seconds']}s"} if end == "west" else {
            "duration": f"{keys['seconds'] + 4}s"}
        rest = {key: value for key, value in keys.items() if key not in ("start", "seconds", "hosts", "direction")}
        text += "".join(f"    {key}: {value}\n" for key, value in {**timing, **rest}.items())
    (folder / f"{end}.yaml").write_text(text)


def start(folder, end):
    command = ["ip", "netns", "exec", NAMESPACE[end], BIN / "ptimed", "-c", folder / f"{end}.yaml", "--exit-when-done"]
    with open(folder / f"{end}.log", "w") as log:
        return subprocess.Popen(command, stderr=log)


def ctl(folder, end, *arguments):
    return subprocess.run([BIN / "ptimectl", "-s", folder / f"{end}.sock", *arguments], capture_output=True, text=True)


def wait_until_running(folder, end):
    deadline = time.monotonic() + 20
    while ctl(folder, end, "show", "call-1").returncode != 0:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{end} does not answer: {(folder / f'{end}.log').read_text()}")
        time.sleep(0.1)


def run(folder, calls, while_running=lambda: None):
    for end in ("west", "east"):
        config(folder, end, calls)
    daemons = [start(folder, "east")]
    try:
        wait_until_running(folder, "east")
        daemons.append(start(folder, "west"))
        while_running()
        codes = [daemon.wait(timeout=90) for daemon in daemons]
    finally:
        for daemon in daemons:
            if daemon.poll() is None:
                daemon.kill()
    check("both daemons end well", codes == [0, 0], f"{codes} {(folder / 'west.log').read_text()[-300:]}")


def summary(folder, end, call="call-1"):
    return json.loads((folder / end / f"{call}.summary.json").read_text())


def steps(folder):
    events = [json.loads(line) for line in (folder / "west/call-1.events.jsonl").read_text().splitlines()]
    return [(e["from_ms"], e["to_ms"], e["reason"]) for e in events if e["event"] == "ptime-changed"]


def exact(folder):
    make_speech(folder / "said.wav", 12)

    def switch():
        wait_until_running(folder, "west")
        for ptime in (30, 10, 20):
            time.sleep(2)
            answer = ctl(folder, "west", "ptime", "call-1", str(ptime))
            check(f"ptimectl ptime call-1 {ptime}", answer.returncode == 0, answer.stderr)

    run(folder, [{"codec": "pcmu", "source": f"{{wav: {folder}/said.wav, loop: false}}", "start": "500ms", "seconds": 9,
                  "playout": ROOM_FOR_A_BUSY_MACHINE}], switch)
    west, east = summary(folder, "west"), summary(folder, "east")
    said, heard = pcm_of(folder / "said.wav"), pcm_of(folder / "east/call-1.wav")
    wrong = next((n for n in range(0, len(heard), 2) if heard[n:n + 2] != said[n:n + 2]), None)
    check("every sample is heard as it was said", wrong is None, f"first difference at sample {wrong}")
    sent_ms, heard_ms = west["sent"]["media_ms"], len(heard) / 16
    check("as long as it was sent, to one ptime", abs(sent_ms - heard_ms) <= 30, f"sent {sent_ms} heard {heard_ms} ms")
    received = east["received"]
    check("nothing lost, late, concealed, inserted or dropped",
          all(received[key] == 0 for key in ("lost", "late_frames", "concealed_frames", "inserted_frames", "dropped_frames")))
    check("the steps are those asked for", steps(folder) == [(20, 30, "command"), (30, 10, "command"), (10, 20, "command")],
          steps(folder))


def congestion(folder):
    starts = ("1s", "1.03s", "1.06s", "1.09s")
    run(folder, [{"codec": "sized:pcmu", "record": "false", "start": at, "seconds": 30} for at in starts])
    results = [summary(folder, "east", f"call-{n}")["received"] for n in range(1, 5)]
    lost, expected = sum(r["lost"] for r in results), sum(r["expected"] for r in results)
    check("6.25 % +- 1 point is lost without adaptation", abs(100 * lost / expected - 6.25) <= 1, f"{100 * lost / expected:.2f} %")
    check("clips hold what was lost", sum(r["lost_media_ms"] for r in results) == 20 * lost)
    departures = [summary(folder, "west", f"call-{n}")["departure_error"] for n in range(1, 5)]
    print("     departure error p50, p99:", [(d["p50_ms"], d["p99_ms"]) for d in departures])
    print("     loss % per call:", [round(r["loss_pct"], 2) for r in results])


def reach(folder):
    device = os.environ["WAN_DEV"]
    link_local = [f"{os.environ[f'WAN_{end}_LINK_LOCAL']}%{device}" for end in ("WEST", "EAST")]
    ipv6 = (os.environ["WAN_WEST_IP6"], os.environ["WAN_EAST_IP6"])
    common = {"codec": "g729", "direction": "sendrecv", "start": "200ms", "seconds": 6, "source": "{tone: 440}"}
    run(folder, [{**common, "hosts": ipv6}, {**common, "hosts": link_local}, {**common, "rtcp_mux": "true"}])
    for n, name in enumerate(("IPv6", "link-local IPv6", "rtcp-mux"), 1):
        for end in ("west", "east"):
            heard = summary(folder, end, f"call-{n}")
            received = heard["received"]
            check(f"{name}: {end} hears media and reports",
                  received["packets"] > 150 and received["lost"] == 0 and received["rtcp_packets"] > 0
                  and heard["counters"]["off_path"] == 0, f"{received['packets']} packets, {received['lost']} lost")


if __name__ == "__main__":
    directory = pathlib.Path(sys.argv[2])
    directory.mkdir(parents=True, exist_ok=True)
    {"exact": exact, "congestion": congestion, "reach": reach}[sys.argv[1]](directory)
    sys.exit(1 if failures else 0)
