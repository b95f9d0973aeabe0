"""Children: processes of their own for solvers that cannot be interrupted.

A child that has done what it was asked is kept for a few seconds, so that the next board need not wait for a process to
start.
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
_SOURCE = _HERE.parent.parent  # where masume is, for workers that import it
_MOST_IDLE = 4  # of all sorts together
_SHELF_LIFE = 5.0  # seconds; an idle child ends by itself after twice as many


class Child:
    """A process that runs a worker, does what it is asked, and is killed when the asking job is stopped."""

    def __init__(self, worker: str, solver: str) -> None:
        self.worker, self._solver = worker, solver
        self.label = solver  # what a complaint is about
        self._busy = False
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter on our own script
            [sys.executable, "-P", str(_HERE / "child_main.py"), str(_HERE / worker), str(_SOURCE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us to handle
        )

    @property
    def is_idle(self) -> bool:
        """Whether it waits for something to do."""
        return not self._busy and self._process.poll() is None

    def rest(self) -> None:
        """Let it forget what it did, and end by itself if it is not asked for long."""
        with contextlib.suppress(OSError):  # if it has ended, whoever asks it next will notice
            self._write({"do": "rest"})

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def ask(self, what: str, **task: Any) -> Iterator[Any]:
        """Ask for something and read the replies, the last of which ends it."""
        self._busy = True
        self._send({"do": what, **task})
        kind = "more"
        while kind == "more":
            kind, content = self._reply()
            self._busy = kind in ("more", "memory")  # one that ran out of memory had better end
            if kind == "complaint":
                raise InputError(f"{self.label}: {content}")
            if kind == "memory":
                raise OutOfMemoryError(f"{self.label}: {self._solver} needs more memory than there is")
            yield content

    def several(self, what: str, part: str, most: int, learn: Callable[[Any], None], **task: Any) -> Iterator[Any]:
        """Ask for things, at most so many (0: all): the part of each reply that has it; the last reply is to learn.

        It is learnt before the last of so many is given out, for then the caller may stop to listen.
        """
        replies = self.ask(what, most=most, **task)
        for number, reply in enumerate(replies, 1):
            if part not in reply:
                learn(reply)
                return
            if number == most:
                learn(next(replies))
            yield reply[part]

    def last(self, what: str, **task: Any) -> Any:
        """Ask for something and wait for the last reply."""
        *_, content = self.ask(what, **task)
        return content

    def _send(self, task: dict[str, Any]) -> None:
        try:
            with interruptible(self._process.kill):
                self._write(task)
        except BrokenPipeError:
            pass  # it has ended: reading from it will tell why

    def _write(self, task: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        pickle.dump(task, self._process.stdin)
        self._process.stdin.flush()

    def _reply(self) -> tuple[str, Any]:
        assert self._process.stdout is not None
        with interruptible(self._process.kill):
            try:
                reply: tuple[str, Any] = pickle.load(self._process.stdout)  # noqa: S301 - from our own child
            except (EOFError, ValueError, pickle.UnpicklingError):  # it was ended while it spoke
                reply = ("", None)
        return reply if reply[0] else self._last_words()

    def _last_words(self) -> tuple[str, Any]:
        """What a process that ended by itself has to say."""
        _, complaints = self._process.communicate()
        if self._process.returncode < 0:
            return "memory", None  # killed from outside, which is what happens to those who take too much
        said = complaints.decode(errors="replace").strip().splitlines()[-1:]
        raise InternalError(f"{self._solver}'s process ended: {said or 'without a word'}")


class _Idle:
    """Children that wait for more to do, for starting one takes longer than most boards."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, Child]] = []
        self._owner, self._lock = os.getpid(), threading.Lock()

    def take(self, worker: str) -> Child | None:
        """A child that runs this worker and has not waited too long."""
        with self._lock:
            self._tidy()
            for entry in self._waiting:
                if entry[1].worker == worker:
                    self._waiting.remove(entry)
                    return entry[1]
        return None

    def put(self, child: Child) -> None:
        """Keep a child for a while."""
        child.rest()
        with self._lock:
            self._waiting.append((monotonic(), child))
            self._tidy()

    def clear(self) -> None:
        """End all children."""
        with self._lock:
            self._tidy(most=0)

    def _tidy(self, most: int = _MOST_IDLE) -> None:
        if self._owner != os.getpid():  # after a fork they are the parent's
            self._owner, self._waiting = os.getpid(), []
        fresh = [one for one in self._waiting if monotonic() - one[0] < _SHELF_LIFE and one[1].is_idle]
        kept = fresh[-most:] if most else []
        for entry in self._waiting:
            if entry not in kept:
                entry[1].close()
        self._waiting = kept


_idle = _Idle()
atexit.register(_idle.clear)


def borrow(worker: str, solver: str, label: str) -> Child:
    """A child for this worker: one that waits, or a new one."""
    child = _idle.take(worker) or Child(worker, solver)
    child.label = label
    return child


def give_back(child: Child) -> None:
    """Let a child wait for more to do; one that is busy or broken is ended."""
    if child.is_idle:
        _idle.put(child)
    else:
        child.close()
