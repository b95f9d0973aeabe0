"""Child processes for solvers that cannot be interrupted; stopping a job kills its process.

After its task, a child is kept for a few seconds, because starting a process takes longer than solving most boards.
"""

import atexit
import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from masume.core.cancellation import interruptible
from masume.core.errors import InputError, InternalError, OutOfMemoryError

_HERE = Path(__file__).parent
_SOURCE = _HERE.parent.parent  # the folder that contains masume, for workers that import it
_MAX_IDLE = 4  # children of all workers together
_MAX_IDLE_SECONDS = 5.0  # an idle child also exits by itself, after twice this time (child_main.py)


class Child:
    """A process that runs a worker and executes its tasks; cancelling the job that waits for a reply kills it."""

    def __init__(self, worker: str, solver: str) -> None:
        self.worker, self._solver = worker, solver
        self.label = solver  # prefix of error messages
        self._busy = False
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter on our own script
            [sys.executable, "-P", str(_HERE / "child_main.py"), str(_HERE / worker), str(_SOURCE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # the parent handles Ctrl-C
        )

    @property
    def is_idle(self) -> bool:
        """Whether the process is alive and has no task."""
        return not self._busy and self._process.poll() is None

    def reset(self) -> None:
        """Discard the worker's state; from now on the process exits by itself if it gets no task for a while."""
        with contextlib.suppress(OSError):  # if the process has ended, the next task will find out
            self._write({"do": "reset"})

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def stream(self, method: str, **task: Any) -> Iterator[Any]:
        """Let the worker call a method, and yield its replies."""
        self._busy = True
        self._send({"do": method, **task})
        kind = "more"
        while kind == "more":
            kind, content = self._receive()
            self._busy = kind in ("more", "memory")  # a process that ran out of memory is not used again
            if kind == "error":
                raise InputError(f"{self.label}: {content}")
            if kind == "memory":
                raise OutOfMemoryError(f"{self.label}: {self._solver} needs more memory than there is")
            yield content

    def stream_items(
        self, method: str, key: str, limit: int, on_last_reply: Callable[[Any], None], **task: Any
    ) -> Iterator[Any]:
        """Yield `reply[key]` of each reply but the last, up to a limit (0: all); call `on_last_reply` with the last.

        If the limit is reached, `on_last_reply` is called before the last item is yielded, because the caller may stop
        there.
        """
        replies = self.stream(method, limit=limit, **task)
        for number, reply in enumerate(replies, 1):
            if key not in reply:
                on_last_reply(reply)
                return
            if number == limit:
                on_last_reply(next(replies))
            yield reply[key]

    def call(self, method: str, **task: Any) -> Any:
        """Let the worker call a method, and return its last reply."""
        *_, content = self.stream(method, **task)
        return content

    def _send(self, task: dict[str, Any]) -> None:
        try:
            with interruptible(self._process.kill):
                self._write(task)
        except BrokenPipeError:
            pass  # the process has ended; `_receive` will report why

    def _write(self, task: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        pickle.dump(task, self._process.stdin)
        self._process.stdin.flush()

    def _receive(self) -> tuple[str, Any]:
        assert self._process.stdout is not None
        with interruptible(self._process.kill):
            try:
                reply: tuple[str, Any] = pickle.load(self._process.stdout)  # noqa: S301 - from our own child
            except (EOFError, ValueError, pickle.UnpicklingError):  # the process ended in the middle of a reply
                reply = ("", None)
        return reply if reply[0] else self._report_end()

    def _report_end(self) -> tuple[str, Any]:
        """Return a "memory" reply for a process that was killed; raise InternalError for one that failed."""
        _, stderr = self._process.communicate()
        if self._process.returncode < 0:
            return "memory", None  # killed from outside: what systems do to processes that take too much memory
        lines = stderr.decode(errors="replace").strip().splitlines() or ["without an error message"]
        raise InternalError(f"{self._solver}'s process ended: {lines[-1]}")


class _IdleChildren:
    """Children that wait for their next task."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, Child]] = []  # each with the time when it became idle
        self._owner, self._lock = os.getpid(), threading.Lock()

    def take(self, worker: str) -> Child | None:
        """Remove and return a child that runs this worker, or return None."""
        with self._lock:
            self._close_old()
            for entry in self._waiting:
                if entry[1].worker == worker:
                    self._waiting.remove(entry)
                    return entry[1]
        return None

    def put(self, child: Child) -> None:
        """Keep a child for a few seconds."""
        child.reset()
        with self._lock:
            self._waiting.append((monotonic(), child))
            self._close_old()

    def clear(self) -> None:
        """End all children."""
        with self._lock:
            self._close_old(keep=0)

    def _close_old(self, keep: int = _MAX_IDLE) -> None:
        """End the children that have waited too long, and all but the newest `keep` of the others."""
        if self._owner != os.getpid():  # after a fork the children belong to the parent
            self._owner, self._waiting = os.getpid(), []
        recent = [entry for entry in self._waiting if monotonic() - entry[0] < _MAX_IDLE_SECONDS and entry[1].is_idle]
        kept = recent[-keep:] if keep else []
        for entry in self._waiting:
            if entry not in kept:
                entry[1].close()
        self._waiting = kept


_idle = _IdleChildren()
atexit.register(_idle.clear)


def acquire_child(worker: str, solver: str, label: str) -> Child:
    """Return an idle child that runs this worker, or start one; `label` begins its error messages."""
    child = _idle.take(worker) or Child(worker, solver)
    child.label = label
    return child


def release_child(child: Child) -> None:
    """Keep a child for its next task; end it if it is busy or broken."""
    if child.is_idle:
        _idle.put(child)
    else:
        child.close()
