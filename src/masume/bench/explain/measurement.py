"""Measures one board: the time and the steps of its explanation, and the time of hints at some of the steps."""

from collections.abc import Callable, Sequence
from enum import Enum
from time import perf_counter, process_time
from typing import NamedTuple

import masume
from masume.bench.boards import BenchBoard
from masume.bench.time_limit import run_within
from masume.core.errors import NoSolutionError, OutOfMemoryError, OutOfTimeError
from masume.explaining import Step
from masume.explaining.step_search import LONG_CHAIN

DONE, LATE, NO_SOLUTION, ERROR = "done", "late", "no solution", "ERROR"


class StepKind(Enum):
    """How a step argues."""

    LINE = "line"  # a chain of inferences, or a rule that states the claims directly
    CASES = "cases"  # two cases, each with its own chain
    TRIAL = "trial"  # a chain with more than LONG_CHAIN reasons
    TRUST = "trust"  # no short reason was found: the reasons are all rules, everywhere


class StepSummary(NamedTuple):
    """The number of a step's reasons, its kind, and whether a cut is among the reasons."""

    size: int
    kind: StepKind
    has_cut: bool = False


class Elapsed(NamedTuple):
    """Wall-clock and CPU seconds."""

    wall: float
    cpu: float


class JobResult(NamedTuple):
    """The verdict on a job, and a note if something went wrong."""

    verdict: str
    note: str = ""


class HintMeasurement(NamedTuple):
    """The time of a hint that was requested after `after` steps, and the step that it found."""

    after: int
    elapsed: Elapsed
    step: StepSummary | None


class ExplainMeasurement(NamedTuple):
    """What was measured on a board; if the explanation was late, `steps` are those found in time."""

    board: BenchBoard
    verdict: str
    elapsed: Elapsed
    steps: tuple[StepSummary, ...] = ()
    hints: tuple[HintMeasurement, ...] = ()
    note: str = ""

    @property
    def is_error(self) -> bool:
        """Whether something went wrong."""
        return self.verdict == ERROR

    @property
    def max_step_size(self) -> int:
        """The size of the largest step."""
        return max((step.size for step in self.steps), default=0)


def summarise_step(step: Step) -> StepSummary:
    """Return the size and kind of a step."""
    return StepSummary(step.size, _classify(step), step.has_cut)


def _classify(step: Step) -> StepKind:
    match len(step.branches):
        case 0:
            return StepKind.LINE if step.minimal else StepKind.TRUST
        case 1:
            return StepKind.LINE if step.size <= LONG_CHAIN else StepKind.TRIAL
    return StepKind.CASES


def measure_board(board: BenchBoard, time_limit: float, hints: int, hint_seconds: float) -> ExplainMeasurement:
    """Explain a board within a time limit, then ask for hints on the boards before at most `hints` of the steps.

    `hint_seconds` is the time that a hint may use to look for a better step.
    """
    puzzle = masume.read(board.url)
    steps: list[Step] = []
    result, elapsed = _run_timed(lambda: steps.extend(masume.explain(puzzle)), time_limit)
    measured_hints = []
    for after in spread_evenly(len(steps), hints):
        hint_result, hint = _measure_hint(steps[after].board, after, time_limit, hint_seconds)
        measured_hints.append(hint)
        if hint_result.verdict == ERROR:
            result = JobResult(ERROR, f"hint after {after} steps: {hint_result.note}")
    summaries = tuple(map(summarise_step, steps))
    return ExplainMeasurement(board, result.verdict, elapsed, summaries, tuple(measured_hints), result.note)


def _measure_hint(
    board: masume.Board, after: int, time_limit: float, hint_seconds: float
) -> tuple[JobResult, HintMeasurement]:
    step: Step | None = None

    def ask() -> None:
        nonlocal step
        step = masume.hint(board, seconds=hint_seconds)

    result, elapsed = _run_timed(ask, time_limit)
    return result, HintMeasurement(after, elapsed, None if step is None else summarise_step(step))


def spread_evenly(count: int, limit: int) -> Sequence[int]:
    """Return at most `limit` of the numbers 0 to count - 1, evenly spread and starting with 0."""
    return range(count) if count <= limit else [count * index // limit for index in range(limit)]


def _run_timed(run: Callable[[], None], time_limit: float) -> tuple[JobResult, Elapsed]:
    """Run a function within a time limit; return how it ended and its time, which is the limit if it was late."""
    elapsed = Elapsed(time_limit, time_limit)

    def job() -> None:
        nonlocal elapsed
        wall, cpu = perf_counter(), process_time()
        run()
        elapsed = Elapsed(perf_counter() - wall, process_time() - cpu)

    try:
        run_within(job, time_limit)
    except (OutOfTimeError, OutOfMemoryError):
        return JobResult(LATE), Elapsed(time_limit, time_limit)
    except NoSolutionError:
        return JobResult(NO_SOLUTION), elapsed
    except Exception as error:
        return JobResult(ERROR, f"{type(error).__name__}: {error}"), elapsed
    return JobResult(DONE), elapsed
