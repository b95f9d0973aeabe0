"""A run: every board once, in one warm process."""

import gc
from collections.abc import Callable, Sequence
from typing import NamedTuple

from masume.bench.boards import Posed, smallest
from masume.bench.explain.measurement import Explained, measured
from masume.bench.machine import load, machine


class Settings(NamedTuple):
    """How a run goes: seconds for each board, how many hints on each, and seconds that a hint may take."""

    limit: float = 60.0
    hints: int = 8
    budget: float = 0.2


class Run(NamedTuple):
    """What a run found out; if it was interrupted, of fewer boards than it was to."""

    settings: Settings
    machine: dict[str, str]
    boards: Sequence[Posed]
    explained: list[Explained]

    @property
    def is_fine(self) -> bool:
        """Whether nothing went wrong."""
        return not any(one.is_bad for one in self.explained)

    @property
    def is_whole(self) -> bool:
        """Whether all boards had their turn."""
        return len(self.explained) == len(self.boards)


def run(boards: Sequence[Posed], settings: Settings, told: Callable[[int, int], None]) -> Run:
    """Explain all boards, telling now and then how much is done; Ctrl-C ends it early."""
    found = Run(settings, machine(), boards, [])
    try:
        told(0, len(boards))
        for board in smallest(boards):  # what is loaded then is nobody's time
            measured(board, settings.limit, 1, settings.budget)
        gc.collect()
        gc.freeze()  # the list of all boards is nobody's rubbish
        for board in boards:
            found.explained.append(measured(board, *settings))
            told(len(found.explained), len(boards))
    except KeyboardInterrupt:
        pass
    found.machine["load after"] = load()
    return found
