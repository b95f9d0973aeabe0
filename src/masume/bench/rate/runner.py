"""A run of the benchmark: every board once, in one warm process."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from masume.bench.boards import BenchBoard
from masume.bench.machine import describe_machine, load_averages
from masume.bench.rate.measurement import RateMeasurement, measure_board
from masume.bench.rate.selection import RateBoards
from masume.bench.warm_run import measure_boards


class RateRun(NamedTuple):
    """The results of a run with a time limit for each board; an interrupted run has fewer measurements than boards."""

    time_limit: float
    machine: dict[str, str]
    boards: RateBoards
    measurements: list[RateMeasurement]

    @property
    def is_ok(self) -> bool:
        """Whether nothing went wrong."""
        return not any(measurement.is_error for measurement in self.measurements)

    @property
    def is_complete(self) -> bool:
        """Whether all boards were measured."""
        return len(self.measurements) == len(self.boards.all)

    @property
    def spread(self) -> list[RateMeasurement]:
        """The measurements that show the spread of ratings, and their times."""
        return self._of(self.boards.spread)

    @property
    def labelled(self) -> list[RateMeasurement]:
        """The measurements of boards with a label."""
        return self._of(self.boards.labelled)

    def _of(self, boards: Sequence[BenchBoard]) -> list[RateMeasurement]:
        chosen = {board.key for board in boards}
        return [each for each in self.measurements if each.board.key in chosen]


def run(boards: RateBoards, time_limit: float, on_progress: Callable[[int, int], None]) -> RateRun:
    """Rate all boards and call `on_progress(done, total)` along the way; Ctrl-C ends the run early."""
    machine = describe_machine()
    measurements = measure_boards(boards.all, lambda board: measure_board(board, time_limit), on_progress)
    return RateRun(time_limit, machine | {"load after": load_averages()}, boards, measurements)
