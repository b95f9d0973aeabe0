"""A clock that tests can advance: a time limit is then reached at a known moment, however busy the machine is."""

import time

import pytest

from masume.core import deadline


class Clock:
    """The clock of time limits, for the duration of a test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._advance = 0.0
        monkeypatch.setattr(deadline, "monotonic", self.now)

    def now(self) -> float:
        """Return the time of the system's clock plus all advances."""
        return time.monotonic() + self._advance

    def advance(self, seconds: float) -> None:
        """Let this much time pass at once."""
        self._advance += seconds
