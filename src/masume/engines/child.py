"""Children: processes of their own for solvers that cannot be interrupted, or hold what cannot be freed."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from masume.core.errors import InputError, InternalError, OutOfMemoryError
from masume.engines.working import interruptible

_HERE = Path(__file__).parent


class Child:
    """A process that runs a worker, does what it is asked, and is killed when the asking job is stopped."""

    def __init__(self, worker: str, solver: str, label: str) -> None:
        self._solver, self._label = solver, label
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter on our own script
            [sys.executable, "-P", str(_HERE / "serving.py"), str(_HERE / worker)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us to handle
        )

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def ask(self, what: str, **task: Any) -> Iterator[Any]:
        """Ask for something and read the replies, the last of which ends it."""
        self._send({"do": what, **task})
        kind = "more"
        while kind == "more":
            kind, content = self._reply()
            if kind == "complaint":
                raise InputError(f"{self._label}: {content}")
            if kind == "memory":
                raise OutOfMemoryError(f"{self._label}: {self._solver} needs more memory than there is")
            yield content

    def last(self, what: str, **task: Any) -> Any:
        """Ask for something and wait for the last reply."""
        *_, content = self.ask(what, **task)
        return content

    def _send(self, task: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            with interruptible(self._process.kill):
                pickle.dump(task, self._process.stdin)
                self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended: reading from it will tell why

    def _reply(self) -> tuple[str, Any]:
        assert self._process.stdout is not None
        with interruptible(self._process.kill):
            try:
                reply: tuple[str, Any] = pickle.load(self._process.stdout)  # noqa: S301 - from our own child
            except (EOFError, pickle.UnpicklingError):
                reply = ("", None)
        return reply if reply[0] else self._last_words()

    def _last_words(self) -> tuple[str, Any]:
        """What a process that ended by itself has to say."""
        _, complaints = self._process.communicate()
        if self._process.returncode < 0:
            return "memory", None  # killed from outside, which is what happens to those who take too much
        said = complaints.decode(errors="replace").strip().splitlines()[-1:]
        raise InternalError(f"{self._solver}'s process ended: {said or 'without a word'}")
