"""Replies of workers to the server."""

from typing import NamedTuple

JSON = "application/json"


class Reply(NamedTuple):
    """A part of the answer to a question; most answers have one.

    `event` is its name in a stream: "step", "progress", "end" or "error".  `data` is the content, ready to be sent.
    """

    event: str
    data: bytes
    status: int = 200
    media_type: str = JSON
    headers: tuple[tuple[str, str], ...] = ()
    file_name: str = ""
    log: str = ""  # what the server should log
    is_worn: bool = False  # whether the worker should be replaced, because it has taken much memory

    @property
    def is_last(self) -> bool:
        """Whether no other reply follows."""
        return self.event in ("end", "error")
