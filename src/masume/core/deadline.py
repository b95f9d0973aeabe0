"""Deadline: the moment at which work must stop.  Callers set `Limits`; everything inside passes a deadline on."""

import math
from time import monotonic

from masume.core.records import record


@record
class Deadline:
    """A moment on the monotonic clock; infinity means never."""

    moment: float

    @classmethod
    def after(cls, seconds: float | None) -> "Deadline":
        """Return the deadline that many seconds from now (None: never)."""
        return NEVER if seconds is None else cls(monotonic() + float(seconds))

    @property
    def seconds_left(self) -> float:
        """The seconds until the deadline; 0 if it is over."""
        return max(0.0, self.moment - monotonic())

    @property
    def is_over(self) -> bool:
        """Whether the deadline has been reached."""
        return monotonic() >= self.moment


NEVER = Deadline(math.inf)
