"""The jobs that the API asks workers for: what each needs, how long it may take, and which others it waits for."""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import NamedTuple

_TEXT = MappingProxyType({"text": str})
_PUZZLE = MappingProxyType({"puzzle": dict})
_MARKS = MappingProxyType({"marks": dict})
_NOTHING: Mapping[str, type] = MappingProxyType({})
_SECONDS = 10.0


class Lane(IntEnum):
    """Jobs of a lane never wait for those of a slower one: some processes are kept for the quicker lanes."""

    QUICK = 0  # what a page needs before it can go on
    MEDIUM = 1  # what a player waits for
    LONG = 2  # what may take as long as the time limit


class Job(NamedTuple):
    """A job: the keys of the question, and the seconds that it may take (None: the server's time limit)."""

    name: str
    lane: Lane
    needed: Mapping[str, type]
    optional: Mapping[str, type] = _NOTHING
    seconds: float | None = None
    is_stream: bool = False  # whether its answer always is a stream of events
    is_file: bool = False  # whether its answer is a file, and never a stream

    @property
    def keys(self) -> Mapping[str, type]:
        """All keys of the question."""
        return {**self.needed, **self.optional}

    def limit(self, time_limit: float) -> float:
        """Return the seconds that it may take on a server with this time limit for long work."""
        if self.seconds is None:
            return time_limit
        return self.seconds if self.lane is Lane.QUICK else min(self.seconds, time_limit)


JOBS = {
    job.name: job
    for job in (
        Job("read", Lane.QUICK, _TEXT, seconds=_SECONDS),
        Job("check", Lane.QUICK, _PUZZLE, _MARKS, seconds=_SECONDS),
        Job("write", Lane.QUICK, {**_PUZZLE, "format": str}, _MARKS, seconds=_SECONDS),
        Job("hint", Lane.MEDIUM, _PUZZLE, _MARKS, seconds=2 * _SECONDS),
        Job("mistakes", Lane.MEDIUM, _PUZZLE, _MARKS, seconds=_SECONDS),
        Job("solve", Lane.LONG, _PUZZLE, {**_MARKS, "from_marks": bool}),
        Job("rate", Lane.LONG, _PUZZLE),
        Job("explain", Lane.LONG, _PUZZLE, {**_MARKS, "at": str}, is_stream=True),
        Job("render", Lane.LONG, {**_PUZZLE, "format": str}, {**_MARKS, "theme": str, "solution": bool}, is_file=True),
    )
}
# What the server asks for itself: the page of a board, and what is the same for all clients.
PAGE = Job("page", Lane.QUICK, _TEXT, seconds=_SECONDS)
START, GENRES, STYLE = (Job(name, Lane.QUICK, _NOTHING, seconds=60.0) for name in ("start", "genres", "style"))
