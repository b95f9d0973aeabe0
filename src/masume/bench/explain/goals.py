"""Goals: what explanations are to be like, by size of the board, and what is reached of that."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from masume.bench.boards import Bands
from masume.bench.explain.measurement import DONE, Explained
from masume.bench.summary_figures import percentile

BANDS = Bands((100, 150, 300))
SMALL, _, LARGE, _ = BANDS.names
FEW, SOME = 4, 7  # reasons


class Goal(NamedTuple):
    """What is to be reached on boards of a size, and how that is found out."""

    name: str
    band: str
    bound: float
    reached: Callable[[Sequence[Explained]], float | None]
    at_least: bool = False

    @property
    def in_words(self) -> str:
        """The goal in short."""
        return f"{self.band} cells: {self.name} {'≥' if self.at_least else '<'} {self.bound:g}"

    def is_met(self, reached: float) -> bool:
        """Whether that is good enough."""
        return reached >= self.bound if self.at_least else reached < self.bound


def hint_seconds(explained: Sequence[Explained]) -> list[float]:
    """What hints took, by the clock."""
    return [hint.taken.wall for one in explained for hint in one.hints]


def seconds(explained: Sequence[Explained]) -> list[float]:
    """What whole boards took, by the clock; one that was late counts with the time it had."""
    return [one.taken.wall for one in explained]


def share_of_small_steps(explained: Sequence[Explained]) -> float | None:
    """Per cent of all steps that have few reasons."""
    return _share([step.size <= FEW for one in explained for step in one.steps])


def share_of_easy_boards(explained: Sequence[Explained]) -> float | None:
    """Per cent of the boards that need no large step; none of those that were late is known to be one."""
    return _share([one.verdict == DONE and one.largest <= SOME for one in explained])


def _share(held: Sequence[bool]) -> float | None:
    return 100 * sum(held) / len(held) if held else None


def _of(
    values: Callable[[Sequence[Explained]], list[float]], figure: Callable[[list[float]], float], unit: float = 1
) -> Callable[[Sequence[Explained]], float | None]:
    """A figure of what was measured, None of nothing."""

    def reached(explained: Sequence[Explained]) -> float | None:
        found = values(explained)
        return unit * figure(found) if found else None

    return reached


def high(values: Sequence[float]) -> float:
    """What 95 per cent of all do not exceed."""
    return percentile(values, 95)


GOALS = (
    Goal("hints, median ms", SMALL, 30, _of(hint_seconds, median, 1000)),
    Goal("95 % of hints, ms", SMALL, 150, _of(hint_seconds, high, 1000)),
    Goal("slowest hint, ms", SMALL, 300, _of(hint_seconds, max, 1000)),
    Goal("whole board, median s", SMALL, 1, _of(seconds, median)),
    Goal(f"% of steps with at most {FEW} reasons", SMALL, 90, share_of_small_steps, at_least=True),
    Goal(f"% of boards without a step of more than {SOME}", SMALL, 80, share_of_easy_boards, at_least=True),
    Goal("95 % of hints, ms", LARGE, 250, _of(hint_seconds, high, 1000)),
    Goal("whole board, median s", LARGE, 5, _of(seconds, median)),
)
