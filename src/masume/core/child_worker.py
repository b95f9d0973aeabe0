"""Worker: the base class of what runs in a child process.

A worker is in a file of its own, which the child loads and the parent does not import:

    class Squares(Worker):
        def list(self, task):
            for number in range(task["limit"]):
                self._send_reply(number * number)
            return {"count": task["limit"]}


    WORKER = Squares

`ChildProcess(path of the file, "squares").stream("list", limit=3)` yields 0, 1, 4 and the dictionary.
"""

from collections.abc import Callable
from typing import Any


class Worker:
    """Executes tasks: each is a call of one of its methods, which gets the task and returns the last reply.

    Both are dictionaries.  If the last reply has "statistics", the peak memory of the process is added to them.
    `max_memory` limits the memory of the process, in bytes; None: only that of the machine.
    """

    max_memory: int | None = None

    def __init__(self, send_reply: Callable[[Any], None]) -> None:
        self._send_reply = send_reply  # for replies before the last one

    def describe_error(self, error: Exception) -> str | None:
        """Return in one sentence what is wrong with the user's input; None if the error is a bug."""
        return None
