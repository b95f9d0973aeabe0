"""Child processes: they execute tasks one after the other, and they can be killed at any moment.

Solvers that cannot be interrupted run in them, and measurements that must not disturb each other.  `child_main` is the
program that runs in the child, `child_worker` says how to write a worker.  Cancelling the job that waits for a reply
kills the child, so this is a task with a time limit:

    child = ChildProcess(Path("…/squares.py"), "squares")
    run_job(lambda: child.call("list", limit=3), Deadline.after(10))

Nothing is left running: a child exits when its input ends, and that happens at the latest when the parent has ended.
"""

import contextlib
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from masume.core.cancellation import call_interruptibly
from masume.core.errors import InputError, InternalError, OutOfMemoryError

_MAIN = Path(__file__).with_name("child_main.py")
_SOURCE = Path(__file__).parents[2]  # the folder that contains masume, so that the child imports the same version


class ChildProcess:
    """A process that executes the tasks of a worker.

    `name` says in error messages what runs in it; `label` begins those about the user's input.
    """

    def __init__(self, worker: Path, name: str) -> None:
        self.worker, self.label, self._name = worker, name, name
        self._busy = False
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - `close` closes it; a pipe could block the child
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter on our own script
            [sys.executable, "-P", str(_MAIN), str(worker), str(_SOURCE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
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

    def kill(self) -> None:
        """End the process at once; a thread that waits for its reply gets OutOfMemoryError."""
        self._process.kill()

    def close(self) -> None:
        """End the process and free its resources."""
        self.kill()
        self._process.wait()
        for file in (self._process.stdin, self._process.stdout, self._errors):
            assert file is not None
            with contextlib.suppress(OSError):  # a task that was not sent completely
                file.close()

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
                raise OutOfMemoryError(f"{self.label}: {self._name} needs more memory than there is")
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
        with contextlib.suppress(BrokenPipeError):  # the process has ended; `_receive` will report why
            call_interruptibly(lambda: self._write(task), self.kill)

    def _write(self, task: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        pickle.dump(task, self._process.stdin)
        self._process.stdin.flush()

    def _receive(self) -> tuple[str, Any]:
        reply = call_interruptibly(self._read, self.kill)
        return reply if reply[0] else self._report_end()

    def _read(self) -> tuple[str, Any]:
        """Wait for a reply and return it; its kind is empty if the process has ended."""
        assert self._process.stdout is not None
        try:
            reply: tuple[str, Any] = pickle.load(self._process.stdout)  # noqa: S301 - from our own child
        except (EOFError, ValueError, pickle.UnpicklingError):  # the process ended in the middle of a reply
            return "", None
        return reply

    def _report_end(self) -> tuple[str, Any]:
        """Return a "memory" reply for a process that was killed; raise InternalError for one that failed."""
        if self._process.wait() < 0:
            return "memory", None  # killed from outside: what systems do to processes that take too much memory
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines() or ["without an error message"]
        raise InternalError(f"{self._name}'s process ended: {lines[-1]}")
