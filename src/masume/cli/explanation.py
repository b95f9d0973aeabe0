"""The steps that the command `explain` shows: all that are found within the limits, and how they ended."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import masume
from masume.cli.base import print_message
from masume.core.errors import OutOfTimeError
from masume.explaining import Step
from masume.explaining.endings import Ending, count_steps, find_ending


class Explanation:
    """The steps of a board, found one after the other; once there are no more, `ending` says why."""

    def __init__(self, board: masume.Board, time_limit: float | None, max_steps: int | None) -> None:
        self.board = board
        self.steps: list[Step] = []
        self._remaining = islice(masume.explain(board, limits=masume.Limits(seconds=time_limit)), max_steps)
        self._max_steps = max_steps
        self._has_run_out_of_time = False

    def __iter__(self) -> Iterator[Step]:
        try:
            for step in self._remaining:
                self.steps.append(step)
                yield step
        except OutOfTimeError:
            self._has_run_out_of_time = True

    @property
    def ending(self) -> Ending:
        """How the explanation ended."""
        is_stopped = len(self.steps) == self._max_steps
        early = Ending.TIMEOUT if self._has_run_out_of_time else Ending.STOPPED if is_stopped else None
        return find_ending(self.steps[-1].after if self.steps else self.board, early)

    @property
    def is_out_of_time(self) -> bool:
        """Whether steps are missing because the time ran out."""
        return self.ending is Ending.TIMEOUT

    def report_timeout(self, output: Path | None) -> None:
        """If the time ran out, print where the steps found so far are."""
        if self.is_out_of_time:
            where = "standard output" if output is None else output
            result = f"wrote these to {where}" if self.steps else "nothing was written"
            print_message(f"out of time {count_steps(len(self.steps))}: {result}")
