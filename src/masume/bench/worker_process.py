"""Worker processes that handle one task after another and can be killed.

Each task is a line of JSON on the worker's standard input, each reply a line on its standard output.  A worker exits
when its input ends, whatever it is doing, so no worker outlives the benchmark.
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


class WorkerTimeoutError(Exception):
    """A worker did not reply in time and was killed."""


class WorkerExitedError(Exception):
    """A worker exited without a reply; its status is negative if a signal killed it."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the measuring process ended with status {status}")
        self.status = status


class WorkerProcess:
    """A process that runs a module: started by the first task, and again by the next task after it has ended."""

    def __init__(self, module: str) -> None:
        self._module, self._lock, self._is_shut_down = module, threading.Lock(), False
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "WorkerProcess":
        return self

    def __exit__(self, *error: object) -> None:
        self.shut_down()
        self.close()

    def request(self, task: Mapping[str, Any], timeout: float) -> dict[str, Any]:
        """Send a task and return the reply.

        Raise WorkerTimeoutError after `timeout` seconds, WorkerExitedError if the worker exits, and InterruptedError
        if `shut_down` was called before.
        """
        process, is_late = self._ensure_started(), threading.Event()

        def kill() -> None:
            is_late.set()
            process.kill()

        timer = threading.Timer(timeout, kill)
        timer.start()
        try:
            reply = _exchange(process, task)
        finally:
            timer.cancel()
        if reply is not None:
            return reply
        status = process.wait()  # also after a kill: the next task must not be sent to a process that is about to end
        if is_late.is_set():
            raise WorkerTimeoutError
        raise WorkerExitedError(status)

    def shut_down(self) -> None:
        """Kill the process and never start it again; a thread that waits for its reply gets WorkerExitedError."""
        with self._lock:
            self._is_shut_down = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Release the pipes of a process that has exited or was killed."""
        if self._process is not None:
            self._process.communicate()

    def _ensure_started(self) -> "subprocess.Popen[str]":
        with self._lock:
            if self._is_shut_down:
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
        start_new_session=True,  # this process handles Ctrl-C, not its workers
    )


def _exchange(process: "subprocess.Popen[str]", task: Mapping[str, Any]) -> dict[str, Any] | None:
    """Send a task to a process and return its reply, or None if the process exited."""
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


def serve(handle: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    """Reply to each task with the result of `handle` until the input ends: the main loop of a worker."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # so that nothing a solver prints looks like a reply
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        replies.write(json.dumps(handle(json.loads(lines.get()))) + "\n")
        replies.flush()
