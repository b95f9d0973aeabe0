"""MeasuringProcess: a child process for measurements, which is killed if one takes too long."""

import threading
from pathlib import Path
from typing import Any

from masume.core.cancellation import run_job
from masume.core.child_process import ChildProcess
from masume.core.deadline import Deadline


class MeasuringProcess:
    """A child process whose worker has a method `measure`.

    It is started by the first measurement, and again by the next one after it has ended.
    """

    def __init__(self, worker: Path, name: str) -> None:
        self._worker, self._name = worker, name
        self._lock, self._is_shut_down = threading.Lock(), False
        self._child: ChildProcess | None = None

    def __enter__(self) -> "MeasuringProcess":
        return self

    def __exit__(self, *error: object) -> None:
        self.shut_down()
        self.close()

    def measure(self, timeout: float, **task: Any) -> dict[str, Any]:
        """Return the reply of the worker.

        Raise OutOfTimeError after `timeout` seconds, OutOfMemoryError if the process was killed, InternalError if it
        failed, and InterruptedError if `shut_down` was called before.
        """
        child = self._ensure_started()
        reply: dict[str, Any] = run_job(lambda: child.call("measure", **task), Deadline.after(timeout))
        return reply

    def shut_down(self) -> None:
        """Kill the process and never start it again; a thread that waits for its reply gets OutOfMemoryError."""
        with self._lock:
            self._is_shut_down = True
            if self._child is not None:
                self._child.kill()

    def close(self) -> None:
        """Free the resources of the process."""
        if self._child is not None:
            self._child.close()

    def _ensure_started(self) -> ChildProcess:
        with self._lock:
            if self._is_shut_down:
                raise InterruptedError
            if self._child is None or not self._child.is_idle:
                self.close()
                self._child = ChildProcess(self._worker, self._name)
            return self._child
