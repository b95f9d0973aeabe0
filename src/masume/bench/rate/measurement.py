"""Measures one board: its rating, and the time that it takes."""

from typing import NamedTuple

import masume
from masume.bench.boards import BenchBoard
from masume.bench.timed_job import DONE, ERROR, Elapsed, run_timed
from masume.core.levels import LEVELS


class RateMeasurement(NamedTuple):
    """What was measured on a board; the score and the level are None if it has no rating."""

    board: BenchBoard
    verdict: str
    elapsed: Elapsed
    score: float | None = None
    level: int | None = None
    note: str = ""

    @property
    def is_error(self) -> bool:
        """Whether something went wrong."""
        return self.verdict == ERROR

    @property
    def level_name(self) -> str:
        """The name of the level; empty if there is none."""
        return LEVELS[self.level - 1] if self.level else ""


def measure_board(board: BenchBoard, time_limit: float) -> RateMeasurement:
    """Rate a board within a time limit."""
    puzzle = masume.read(board.url)
    ratings: list[masume.Rating] = []
    result, elapsed = run_timed(lambda: ratings.append(masume.rate(puzzle)), time_limit)
    if result.verdict != DONE:
        return RateMeasurement(board, result.verdict, elapsed, note=result.note)
    (rating,) = ratings
    return RateMeasurement(board, result.verdict, elapsed, rating.score, rating.level)
