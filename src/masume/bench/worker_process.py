"""Processes that do what they are asked, one thing after the other, and can be killed.

A line of JSON goes in for each task, and one comes out.  A process ends when its input ends, whatever it is doing, so
that nothing outlives the benchmark.
"""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import masume


class LateError(Exception):
    """A process did not come back in time and was killed."""


class EndedError(Exception):
    """A process ended by itself, with a status that is negative if it was killed from outside."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the measuring process ended with status {code}")
        self.code = code


class Hand:
    """A process that runs a module, started when it is first asked and anew after it was killed."""

    def __init__(self, module: str) -> None:
        self._module, self._lock, self._retired = module, threading.Lock(), False
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Hand":
        return self

    def __exit__(self, *error: object) -> None:
        self.retire()
        self.close()

    def ask(self, task: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """The reply to a task; LateError after so many seconds, EndedError if there is none."""
        process, late = self._started(), threading.Event()

        def kill() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, kill)
        timer.start()
        try:
            reply = _reply(process, task)
        finally:
            timer.cancel()
        if reply is not None:
            return reply
        if late.is_set():
            raise LateError
        raise EndedError(process.wait())

    def retire(self) -> None:
        """Kill the process, for good; whoever waits for its reply is told that it ended."""
        with self._lock:
            self._retired = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Let go of a process that has ended or was killed."""
        if self._process is not None:
            self._process.communicate()

    def _started(self) -> "subprocess.Popen[str]":
        with self._lock:
            if self._retired:
                raise InterruptedError
            if self._process is not None and self._process.poll() is not None:
                self.close()
                self._process = None
            self._process = self._process or _start(self._module)
            return self._process


def _start(module: str) -> "subprocess.Popen[str]":
    source = str(Path(masume.__file__).parent.parent)
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(  # noqa: S603 - our own interpreter on our own module
        [sys.executable, "-P", "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,  # Ctrl-C is for us to handle
    )


def _reply(process: "subprocess.Popen[str]", task: Mapping[str, Any]) -> dict[str, Any] | None:
    """The reply of a process, None if it ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(task) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except (OSError, ValueError):  # it was killed, its pipes are closed
        return None
    reply: dict[str, Any] | None = json.loads(line) if line.endswith("\n") else None
    return reply


def serve(answer: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    """Answer what comes in until the input ends: what such a process runs."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # a solver that prints must not be taken for a reply
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        replies.write(json.dumps(answer(json.loads(lines.get()))) + "\n")
        replies.flush()
