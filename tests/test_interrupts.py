"""Ctrl-C ends masume with one line and status 130, at any moment from its first instruction on.

Nothing can be done about Ctrl-C in the first milliseconds, before the Python interpreter runs our code.
"""

import select
import signal
import subprocess
import sys
import time
from functools import cache

import pytest

from effort import example_names

COMMAND = ["solve", example_names()[0]]
MOMENTS = 30
INTERRUPTED = (130, b"masume: interrupted\n")

# Runs masume and sends SIGINT to its own process at the Nth call of a Python function after `interrupts.install`.
# If N is 0, it prints the number of calls instead.
AT_NTH_CALL = """
import atexit, os, runpy, signal, sys

limit, calls, counting = int(sys.argv.pop(1)), 0, False

def count_calls(frame, event, argument):
    global calls, counting
    if event == "call":
        calls += counting
        counting = counting or frame.f_code.co_name == "install"
        if calls == limit > 0:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)

if limit == 0:
    atexit.register(lambda: print(calls, file=sys.stderr))
sys.setprofile(count_calls)
runpy.run_module("masume", run_name="__main__", alter_sys=True)
"""

# Runs masume and prints a line on standard error as soon as Ctrl-C is handled: before the first slow import.
WITH_READY_LINE = """
import runpy, sys

class ReadyLine:
    def find_spec(self, name, path=None, target=None):
        if name == "masume.cli.program":
            print("ready", file=sys.stderr, flush=True)

sys.meta_path.insert(0, ReadyLine())
runpy.run_module("masume", run_name="__main__", alter_sys=True)
"""


def start(script: str, *arguments: str, ignore: bool = False) -> "subprocess.Popen[bytes]":
    """Start masume with a script; SIGINT has its default effect, even in tests in the background, unless `ignore`."""
    disposition = signal.SIG_IGN if ignore else signal.SIG_DFL
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, disposition),
    )


def start_and_wait_until_ready(*arguments: str, ignore: bool = False) -> "subprocess.Popen[bytes]":
    process = start(WITH_READY_LINE, *arguments, ignore=ignore)
    assert process.stderr is not None
    assert process.stderr.readline() == b"ready\n"
    return process


def finish(process: "subprocess.Popen[bytes]") -> tuple[int, bytes]:
    """Wait for a process and return its status and what it printed on standard error, progress lines excluded."""
    _, errors = process.communicate()
    lines = [line for line in errors.splitlines(keepends=True) if " … ".encode() not in line]
    return process.returncode, b"".join(lines)


@cache
def count_calls() -> int:
    status, errors = finish(start(AT_NTH_CALL, "0", *COMMAND))
    assert status == 0
    return int(errors)


@cache
def duration() -> float:
    begin = time.monotonic()
    assert finish(start_and_wait_until_ready(*COMMAND)) == (0, b"")
    return time.monotonic() - begin


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_at_any_function_call(moment: int) -> None:
    call = 1 + moment * count_calls() // MOMENTS
    # The number of calls varies a little from run to run, since threads wait for each other: masume may end before
    # the last moment.
    assert finish(start(AT_NTH_CALL, str(call), *COMMAND)) in (INTERRUPTED, (0, b""))


@pytest.mark.parametrize("call", range(1, 11))
def test_at_the_very_first_calls(call: int) -> None:
    assert finish(start(AT_NTH_CALL, str(call), *COMMAND)) == INTERRUPTED


@pytest.mark.parametrize("moment", range(10))
def test_from_outside(moment: int) -> None:
    process = start_and_wait_until_ready(*COMMAND)
    time.sleep(moment * duration() / 10)
    process.send_signal(signal.SIGINT)
    assert finish(process) in (INTERRUPTED, (0, b""))  # the process may have ended before the signal


def test_twice() -> None:
    process = start_and_wait_until_ready("count", "template/20/20/", "--limit", "1000000000")
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    assert finish(process) == INTERRUPTED


def test_while_the_output_is_not_read() -> None:
    process = start_and_wait_until_ready("show", "template/200/200/")
    assert process.stdout is not None
    select.select([process.stdout], [], [])  # it has begun to print, more than fits into the pipe
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    assert finish(process) == INTERRUPTED


def test_a_background_job_ignores_ctrl_c() -> None:
    process = start_and_wait_until_ready(*COMMAND, ignore=True)
    process.send_signal(signal.SIGINT)
    assert finish(process) == (0, b"")
