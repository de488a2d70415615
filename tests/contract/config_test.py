# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a daemon says of a configuration it cannot run."""
from harness import *


def run(*arguments):
    return subprocess.run([PTIMED, *arguments], capture_output=True, text=True, timeout=20)


def a_taken_port_is_named_with_its_place(folder):
    port = free_pair()
    daemon = Daemon(folder, "left", [call("x", port, NOBODY)])
    for taken in (port, port + 1):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as squatter:
            squatter.bind(("127.0.0.1", taken))
            done = run("-c", str(daemon.config))
        equal(done.returncode, 2, "exit code")
        lines = [line for line in done.stderr.splitlines() if ".yaml:" in line]
        equal(lines, [f"{daemon.config}:7:5: calls[0].local.port: {taken} is in use, "
                      "expected a free even port with the next one free"], "stderr")


def every_problem_of_every_call_is_told_at_once(folder):
    port, other = free_pair(), free_pair()
    missing = pathlib.Path(folder) / "absent.wav"
    daemon = Daemon(folder, "left", [call("x", port, NOBODY), call("y", other, NOBODY, source=f"{{wav: {missing}}}")])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as squatter:
        squatter.bind(("127.0.0.1", port))
        done = run("-c", str(daemon.config))
    equal(done.returncode, 2, "exit code")
    true("calls[0].local.port: " in done.stderr and f"calls[1].source.wav: {missing}: " in done.stderr, done.stderr)


def a_second_daemon_on_one_socket_is_refused(folder):
    first = Daemon(folder, "left", []).start()
    done = run("-c", str(first.config))
    equal(done.returncode, 3, "exit code")
    true(f"{first.config}: control: {first.socket}: is in use" in done.stderr, done.stderr)
    equal(first.ctl("status").returncode, 0, "the first still answers")


def checking_opens_nothing(folder):
    port = free_pair()
    daemon = Daemon(folder, "left", [call("x", port, NOBODY)])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as squatter:
        squatter.bind(("127.0.0.1", port))
        done = run("--check-config", str(daemon.config))
    equal((done.returncode, done.stdout, done.stderr), (0, "", ""), "a good file")
    daemon.config.write_text(daemon.config.read_text().replace("seed: 7", "seed: seven"))
    done = run("--check-config", str(daemon.config))
    equal(done.returncode, 2, "exit code")
    true(done.stderr.startswith(f"{daemon.config}:4:7: seed: "), done.stderr)


def what_is_no_regular_file_is_refused_unread(folder):
    pipe = str(pathlib.Path(folder) / "pipe")
    os.mkfifo(pipe)
    for path, problem in ((str(folder), "is a directory"), (pipe, "is no regular file"), ("/dev/zero", "is no regular file"),
                          (str(folder) + "/absent", "No such file or directory")):
        for how in ("-c", "--check-config", "--print-config"):
            done = run(how, path)
            equal((done.returncode, done.stderr), (2, f"{path}: {problem}\n"), f"{how} {path}")
        done = subprocess.run([PTIMECTL, "add", path], capture_output=True, text=True, timeout=20)
        equal((done.returncode, done.stderr), (2, f"{path}: {problem}\n"), f"ptimectl add {path}")
    daemon = Daemon(folder, "left", [call("x", free_pair(), NOBODY, source=f"{{wav: {pipe}}}")])
    for how in ("-c", "--check-config"):
        done = run(how, str(daemon.config))
        equal(done.returncode, 2, "exit code")
        true(f"calls[0].source.wav: {pipe}: is no regular file, expected a readable 8000 Hz mono WAV" in done.stderr, done.stderr)


def printing_is_read_back_to_the_same(folder):
    daemon = Daemon(folder, "left", [call("x", free_pair(), NOBODY, codec="g729")])
    first = run("--print-config", str(daemon.config))
    equal(first.returncode, 0, "exit code")
    daemon.config.write_text(first.stdout)
    equal(run("--print-config", str(daemon.config)).stdout, first.stdout, "printed again")


def wrong_usage_exits_2(folder):
    for arguments in ([], ["-x"], ["-c", "a", "--check-config", "b"]):
        equal(run(*arguments).returncode, 2, f"exit code of {arguments}")
    equal(run("-c", folder + "/absent.yaml").returncode, 2, "no such file")
    equal(run("--version").returncode, 0, "--version")


main(a_taken_port_is_named_with_its_place, every_problem_of_every_call_is_told_at_once,
     what_is_no_regular_file_is_refused_unread, a_second_daemon_on_one_socket_is_refused, checking_opens_nothing, printing_is_read_back_to_the_same,
     wrong_usage_exits_2)
