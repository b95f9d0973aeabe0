"""Targets for explanations of small and large boards, and the figures that are compared with them."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from masume.bench.boards import SizeBands
from masume.bench.explain.measurement import ExplainMeasurement
from masume.bench.summary_statistics import percentile_95
from masume.bench.timed_job import DONE

BANDS = SizeBands((100, 150, 300))
SMALL, _, LARGE, _ = BANDS.names
MAX_SMALL_REASONS = 4  # a step with at most this many reasons is small
MAX_EASY_REASONS = 7  # a board is easy if no step has more reasons


class Target(NamedTuple):
    """A bound that the boards of a size band should reach, and the function that computes the figure."""

    name: str
    band: str
    bound: float
    compute: Callable[[Sequence[ExplainMeasurement]], float | None]
    is_minimum: bool = False

    @property
    def label(self) -> str:
        """The target as a column heading."""
        return f"{self.band} cells: {self.name} {'≥' if self.is_minimum else '<'} {self.bound:g}"

    def is_reached(self, figure: float) -> bool:
        """Return whether a figure is good enough."""
        return figure >= self.bound if self.is_minimum else figure < self.bound


def hint_seconds(measurements: Sequence[ExplainMeasurement]) -> list[float]:
    """Return the wall-clock times of all hints."""
    return [hint.elapsed.wall for measurement in measurements for hint in measurement.hints]


def board_seconds(measurements: Sequence[ExplainMeasurement]) -> list[float]:
    """Return the wall-clock times of whole boards; a late board counts with its time limit."""
    return [measurement.elapsed.wall for measurement in measurements]


def percent_of_small_steps(measurements: Sequence[ExplainMeasurement]) -> float | None:
    """Return the percentage of steps with few reasons."""
    return percent([step.size <= MAX_SMALL_REASONS for measurement in measurements for step in measurement.steps])


def percent_of_easy_boards(measurements: Sequence[ExplainMeasurement]) -> float | None:
    """Return the percentage of boards without a large step; a late board does not count as easy."""
    return percent([each.verdict == DONE and each.max_step_size <= MAX_EASY_REASONS for each in measurements])


def percent(flags: Sequence[bool]) -> float | None:
    """Return the percentage of true flags; None if there are none."""
    return 100 * sum(flags) / len(flags) if flags else None


def _summary(
    get_values: Callable[[Sequence[ExplainMeasurement]], list[float]],
    summarise: Callable[[list[float]], float],
    factor: float = 1,
) -> Callable[[Sequence[ExplainMeasurement]], float | None]:
    """Return a function that summarises some values of measurements and returns None if there are no values."""

    def compute(measurements: Sequence[ExplainMeasurement]) -> float | None:
        values = get_values(measurements)
        return factor * summarise(values) if values else None

    return compute


TARGETS = (
    Target("hints, median ms", SMALL, 30, _summary(hint_seconds, median, 1000)),
    Target("95 % of hints, ms", SMALL, 150, _summary(hint_seconds, percentile_95, 1000)),
    Target("slowest hint, ms", SMALL, 300, _summary(hint_seconds, max, 1000)),
    Target("whole board, median s", SMALL, 1, _summary(board_seconds, median)),
    Target(f"% of steps with at most {MAX_SMALL_REASONS} reasons", SMALL, 90, percent_of_small_steps, is_minimum=True),
    Target(
        f"% of boards without a step of more than {MAX_EASY_REASONS}",
        SMALL,
        80,
        percent_of_easy_boards,
        is_minimum=True,
    ),
    Target("95 % of hints, ms", LARGE, 250, _summary(hint_seconds, percentile_95, 1000)),
    Target("whole board, median s", LARGE, 5, _summary(board_seconds, median)),
)
