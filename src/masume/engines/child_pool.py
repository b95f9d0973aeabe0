"""Child processes of solvers, kept for a few seconds: starting a process takes longer than solving most boards."""

import atexit
import os
import threading
from pathlib import Path

from masume.core.child_process import ChildProcess
from masume.core.deadline import Deadline

_HERE = Path(__file__).parent
_MAX_IDLE = 4  # children of all workers together
_MAX_IDLE_SECONDS = 5.0  # an idle child also exits by itself, after twice this time (core/child_main.py)


class _IdleChildren:
    """Children that wait for their next task."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Deadline, ChildProcess]] = []  # each with the time when it is ended
        self._owner, self._lock = os.getpid(), threading.Lock()

    def take(self, worker: Path) -> ChildProcess | None:
        """Remove and return a child that runs this worker, or return None."""
        with self._lock:
            self._close_old()
            for entry in self._waiting:
                if entry[1].worker == worker:
                    self._waiting.remove(entry)
                    return entry[1]
        return None

    def put(self, child: ChildProcess) -> None:
        """Keep a child for a few seconds."""
        child.reset()
        with self._lock:
            self._waiting.append((Deadline.after(_MAX_IDLE_SECONDS), child))
            self._close_old()

    def clear(self) -> None:
        """End all children."""
        with self._lock:
            self._close_old(keep=0)

    def _close_old(self, keep: int = _MAX_IDLE) -> None:
        """End the children that have waited too long, and all but the newest `keep` of the others."""
        if self._owner != os.getpid():  # after a fork the children belong to the parent
            self._owner, self._waiting = os.getpid(), []
        recent = [entry for entry in self._waiting if not entry[0].is_over and entry[1].is_idle]
        kept = recent[-keep:] if keep else []
        for entry in self._waiting:
            if entry not in kept:
                entry[1].close()
        self._waiting = kept


_idle = _IdleChildren()
atexit.register(_idle.clear)


def acquire_child(worker: str, solver: str, label: str) -> ChildProcess:
    """Return an idle child that runs this worker, a file in this folder, or start one.

    `label` begins error messages about the user's input.
    """
    child = _idle.take(_HERE / worker) or ChildProcess(_HERE / worker, solver)
    child.label = label
    return child


def release_child(child: ChildProcess) -> None:
    """Keep a child for its next task; end it if it is busy or broken."""
    if child.is_idle:
        _idle.put(child)
    else:
        child.close()


def end_idle_children() -> None:
    """End all processes that wait for their next task."""
    _idle.clear()
