"""One board: what its explanation takes and of which steps it is made, and what hints take on the way."""

from collections.abc import Callable, Sequence
from enum import Enum
from time import perf_counter, process_time
from typing import NamedTuple

import masume
from masume.bench.boards import Posed
from masume.bench.time_limit import in_time
from masume.core.errors import NoSolutionError, OutOfMemoryError, OutOfTimeError
from masume.explaining import Step
from masume.explaining.step_search import MANY

DONE, LATE, NONE, ERROR = "done", "late", "no solution", "ERROR"


class Manner(Enum):
    """How a step is told."""

    LINE = "line"  # one line of thought, or a rule that says something of single marks
    CASES = "cases"
    TRIAL = "trial"
    TRUST = "trust"  # all rules everywhere are its reasons


class Sized(NamedTuple):
    """A step in short: how many reasons it has, how it is told, and whether there is a cut among its reasons."""

    size: int
    manner: Manner
    has_cut: bool = False


class Taken(NamedTuple):
    """Seconds."""

    wall: float
    cpu: float


class Ended(NamedTuple):
    """How a job ended, and what there is to say about it."""

    verdict: str
    note: str = ""


class Hinted(NamedTuple):
    """A hint after so many steps: what it took, and the step that was found."""

    after: int
    taken: Taken
    step: Sized | None


class Explained(NamedTuple):
    """A board and what became of it; if it was late, the steps found so far."""

    board: Posed
    verdict: str
    taken: Taken
    steps: tuple[Sized, ...] = ()
    hints: tuple[Hinted, ...] = ()
    note: str = ""

    @property
    def is_bad(self) -> bool:
        """Whether something went wrong."""
        return self.verdict == ERROR

    @property
    def largest(self) -> int:
        """The size of its largest step."""
        return max((step.size for step in self.steps), default=0)


def sized(step: Step) -> Sized:
    """A step in short."""
    return Sized(step.size, _manner(step), step.has_cut)


def _manner(step: Step) -> Manner:
    match len(step.branches):
        case 0:
            return Manner.LINE if step.minimal else Manner.TRUST
        case 1:
            return Manner.LINE if step.size <= MANY else Manner.TRIAL
    return Manner.CASES


def measured(board: Posed, seconds: float, hints: int, budget: float) -> Explained:
    """Explain a board within so many seconds; then ask for hints on it, in so many of the states it went through."""
    read = masume.read(board.address)
    steps: list[Step] = []
    ended, taken = _timed(lambda: steps.extend(masume.explain(read)), seconds)
    states = [(after, steps[after].board) for after in spread(len(steps), hints)]
    told = tuple(map(sized, steps))
    hinted = []
    for after, state in states:
        hint_ended, hint = _hinted(state, after, seconds, budget)
        hinted.append(hint)
        if hint_ended.verdict == ERROR:
            ended = Ended(ERROR, f"hint after {after} steps: {hint_ended.note}")
    return Explained(board, ended.verdict, taken, told, tuple(hinted), ended.note)


def _hinted(board: masume.Board, after: int, seconds: float, budget: float) -> tuple[Ended, Hinted]:
    found: list[Step | None] = [None]

    def ask() -> None:
        found[0] = masume.hint(board, budget)

    ended, taken = _timed(ask, seconds)
    step = found[0]
    return ended, Hinted(after, taken, None if step is None else sized(step))


def spread(number: int, most: int) -> Sequence[int]:
    """So many of the first numbers at most, evenly spread, the first of all among them."""
    return range(number) if number <= most else [number * turn // most for turn in range(most)]


def _timed(do: Callable[[], None], seconds: float) -> tuple[Ended, Taken]:
    """How it ends to do something within so many seconds, and what it takes: if it is late, all it had."""
    taken = [Taken(seconds, seconds)]

    def job() -> None:
        wall, cpu = perf_counter(), process_time()
        do()
        taken[0] = Taken(perf_counter() - wall, process_time() - cpu)

    try:
        in_time(job, seconds)
    except (OutOfTimeError, OutOfMemoryError):
        return Ended(LATE), Taken(seconds, seconds)
    except NoSolutionError:
        return Ended(NONE), taken[0]
    except Exception as error:
        return Ended(ERROR, f"{type(error).__name__}: {error}"), taken[0]
    return Ended(DONE), taken[0]
