# SPDX-License-Identifier: AGPL-3.0-or-later
"""Nothing that comes from outside ends the daemon or leads its media elsewhere."""
from harness import *


def datagrams():
    random.seed(5)
    sizes = [0, 1, 2, 11, 12, 13, 27, 28, 100, 1500, 65507]
    for size in sizes:
        yield random.randbytes(size)
    for first in (0x80, 0x90, 0xA0, 0x8F, 0x40, 0xBF):
        for size in (4, 12, 16, 200):
            for second in (0, 18, 200, 201, 202, 203, 205, 255):
                yield bytes([first, second]) + random.randbytes(size - 2)


def garbage_from_the_peer_and_from_others(folder):
    port, peer = free_pair(), free_pair()
    daemon = Daemon(folder, "left", [call("x", port, peer)]).start()
    socks = []
    for source in (peer, peer + 1, 0):
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sock.bind(("127.0.0.1", source))
        socks.append(sock)
    strangers = 0
    for data in datagrams():
        for sock in socks:
            for target in (port, port + 1):
                sock.sendto(data, ("127.0.0.1", target))
                time.sleep(0.001)  # slower than the socket buffer fills
                strangers += sock.getsockname()[1] != (peer if target == port else peer + 1)
    wait_for("all strangers are counted", lambda: daemon.figures("x")["counters"]["off_path"] == strangers)
    figures = daemon.figures("x")
    true(sum(figures["received"]["discarded"].values()) > 50, f"{figures['received']['discarded']}")
    equal([row["remote"] for row in daemon.ask("calls")["calls"]], [f"127.0.0.1:{peer}"], "remote")
    before = figures["sent"]["packets"]
    wait_for("it goes on sending", lambda: daemon.figures("x")["sent"]["packets"] > before + 5)
    for sock in socks:
        sock.close()
    equal(daemon.stop(), 0, "exit code")


def a_peer_that_is_not_there(folder):
    daemon = Daemon(folder, "left", [call("x", free_pair(), free_pair())]).start()
    time.sleep(1)
    figures = daemon.figures("x")
    true(figures["sent"]["packets"] >= 45, f"{figures['sent']['packets']} packets in a second")
    equal(figures["mos_cq"], None, "no score without data")


def garbage_at_the_control_socket(folder):
    daemon = Daemon(folder, "left", [call("x", free_pair(), NOBODY)]).start()
    random.seed(6)
    lines = [b"", b"{", b"[]", b"null", b"{}", b'{"request":7}', b'{"request":"show"}', b'{"request":"show","call":"\xff"}',
             b'{"request":"ptime","call":"x","ms":1e300}', b'{"request":"add","text":"\\u0000:","file":"f"}',
             b'{"request":"add","text":"a: [","file":"f"}', b"\xff\xfe", random.randbytes(500).replace(b"\n", b"")]
    for line in lines:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.connect(daemon.socket)
            client.sendall(line + b"\n")
            answer = json.loads(client.makefile().readline())
            equal(answer["ok"], False, f"answer to {line!r}")
            true(answer["error"], "it says why")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.connect(daemon.socket)
        with contextlib.suppress(OSError):
            client.sendall(b"x" * 200_000)
    idle = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(10)]
    for client in idle:
        client.connect(daemon.socket)
    equal(daemon.figures("x")["id"], "x", "it still answers")
    for client in idle:
        client.close()
    equal(daemon.stop(), 0, "exit code")


main(garbage_from_the_peer_and_from_others, a_peer_that_is_not_there, garbage_at_the_control_socket)
