#!/usr/bin/python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""Measures one direction of a link between two network namespaces, and holds it to what it should be.

One process sends in one namespace and receives in the other, so both ends share a clock; arrivals
carry the kernel's receive time. Sizes are IP bytes. Prints one line per measure; exit status 1 when
one is off.
"""
import argparse
import ctypes
import os
import socket
import statistics
import struct
import sys
import time

SO_TIMESTAMPNS = 35
CLONE_NEWNET = 0x40000000
HEADER = struct.Struct("!IQ")  # number, time of sending
LIBC = ctypes.CDLL(None, use_errno=True)


def in_namespace(namespace, action):
    """What `action` returns when done in another namespace; the process comes back to its own."""
    own = os.open("/proc/self/ns/net", os.O_RDONLY)
    other = os.open("/run/netns/" + namespace, os.O_RDONLY)
    try:
        if LIBC.setns(other, CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns " + namespace)
        result = action()
        if LIBC.setns(own, CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns back")
        return result
    finally:
        os.close(own)
        os.close(other)


def receiving_socket(address):
    """At any free port."""
    family, kind, _, _, place = socket.getaddrinfo(address, 0, type=socket.SOCK_DGRAM)[0]
    made = socket.socket(family, kind)
    made.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    made.bind(place)
    return made


def sending_socket(address, port):
    family, kind, _, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_DGRAM)[0]
    made = socket.socket(family, kind)
    made.connect(place)
    return made


class Path:
    """One direction: datagrams out, and what comes in at the far end."""

    def __init__(self, sender, receiver, address):
        self.receiver = in_namespace(receiver, lambda: receiving_socket(address))
        port = self.receiver.getsockname()[1]
        self.sender = in_namespace(sender, lambda: sending_socket(address, port))
        self.overhead = 48 if self.sender.family == socket.AF_INET6 else 28
        self.sent = 0

    def send(self, ip_bytes):
        head = HEADER.pack(self.sent, time.time_ns())
        self.sent += 1
        self.sender.send(head.ljust(ip_bytes - self.overhead, b"\0"))

    def receive(self, quiet):
        """[(number, sent_ns, arrived_ns)] of what comes until nothing has come for `quiet` seconds."""
        arrivals = []
        self.receiver.settimeout(quiet)
        while True:
            try:
                data, ancillary, _, _ = self.receiver.recvmsg(2048, 128)
            except TimeoutError:
                return arrivals
            seconds, nanoseconds = struct.unpack("qq", ancillary[0][2][:16])
            number, sent = HEADER.unpack(data[: HEADER.size])
            arrivals.append((number, sent, seconds * 1_000_000_000 + nanoseconds))


class Judge:
    def __init__(self):
        self.ok = True

    def near(self, what, value, wanted, tolerance, unit):
        good = abs(value - wanted) <= tolerance
        self.ok = self.ok and good
        print(f"{'ok  ' if good else 'OFF '} {what}: {value:.2f} {unit}, wanted {wanted:.2f} +- {tolerance:.2f}")


def lone_packets(path, ip_bytes, count, gap):
    """Median one-way delay in ms of packets that meet an empty link."""
    delays = []
    for _ in range(count):
        path.send(ip_bytes)
        delays += [(arrived - sent) / 1e6 for _, sent, arrived in path.receive(gap)]
    if len(delays) < count:
        sys.exit(f"OFF  only {len(delays)} of {count} lone packets of {ip_bytes} bytes arrived")
    return statistics.median(delays)


def service_rate(path, rate_kbit, ip_bytes, seconds):
    """kbit/s at the far end under 4/3 of the rate."""
    gap = ip_bytes * 8 / (rate_kbit * 1000) * 3 / 4
    due = time.monotonic()
    end = due + seconds
    while due < end:
        time.sleep(max(0, due - time.monotonic()))
        path.send(ip_bytes)
        due += gap
    arrived = [at for _, _, at in path.receive(0.5)]
    return (len(arrived) - 1) * ip_bytes * 8 / (arrived[-1] - arrived[0]) * 1e6


def burst_survivors(path, ip_bytes, count, quiet):
    for _ in range(count):
        path.send(ip_bytes)
    return [number for number, _, _ in path.receive(quiet)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sender", required=True, help="namespace")
    parser.add_argument("--receiver", required=True, help="namespace")
    parser.add_argument("--address", required=True, help="of the receiver")
    parser.add_argument("--rate-kbit", type=float, required=True)
    parser.add_argument("--delay-ms", type=float, required=True)
    parser.add_argument("--queue", type=int, required=True, help="packets behind the one in service")
    parser.add_argument("--delay-tolerance-ms", type=float, default=2)
    parser.add_argument("--rate-bytes", type=int, default=200, help="of the packets that measure the rate")
    parser.add_argument("--lone-only", action="store_true", help="skip rate and queue")
    options = parser.parse_args()

    path = Path(options.sender, options.receiver, options.address)
    judge = Judge()
    small, large = 60, 1060
    service = {size: size * 8 / options.rate_kbit for size in (small, large)}  # ms
    gap = (options.delay_ms + service[large]) / 1000 + 0.05
    delay = {size: lone_packets(path, size, 5, gap) for size in (small, large)}
    judge.near("lone packet: 1000 bytes more take", delay[large] - delay[small],
               service[large] - service[small], 1, "ms")
    judge.near("propagation delay", delay[small] - service[small], options.delay_ms,
               options.delay_tolerance_ms, "ms")
    if not options.lone_only:
        rate = service_rate(path, options.rate_kbit, options.rate_bytes, 3)
        judge.near("rate of IP bytes", rate, options.rate_kbit, options.rate_kbit * 0.005, "kbit/s")
        for _ in range(2):
            got = burst_survivors(path, large, options.queue + 20, 0.2 + options.delay_ms / 1000)
            judge.near("packets of a burst that pass", len(got), options.queue + 1, 0, "")
            if got != sorted(got):
                judge.near("packets out of order", 1, 0, 0, "")
    sys.exit(0 if judge.ok else 1)


if __name__ == "__main__":
    main()
