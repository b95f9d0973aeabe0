"""Measures one board: the time and the steps of its explanation, and the time of hints at some of the steps."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import masume
from masume.bench.boards import BenchBoard
from masume.bench.timed_job import ERROR, Elapsed, JobResult, run_timed
from masume.explaining import Step
from masume.explaining.locality import has_smaller_step_near, steps_apart
from masume.explaining.nearness import JUMP
from masume.explaining.steps import LONG_CHAIN


class StepKind(Enum):
    """How a step argues."""

    LINE = "line"  # a chain of inferences, or a rule that states the claims directly
    CASES = "cases"  # two cases, each with its own chain
    TRIAL = "trial"  # a chain with more than LONG_CHAIN reasons
    TRUST = "trust"  # no short reason was found: the reasons are all rules, everywhere


class StepSummary(NamedTuple):
    """What counts about a step."""

    size: int  # the number of its reasons
    kind: StepKind
    has_cut: bool = False  # whether a cut is among the reasons
    words: int = 0  # of its sentence
    technique: str = ""
    is_bookkeeping: bool = False  # whether it only states what follows at once
    is_jump: bool = False  # whether it is far away from the step before
    is_needless: bool = False  # whether it is a jump although an equally small step is near
    unargued: int = 0  # claims without an argument

    @property
    def is_argued_by_several(self) -> bool:
        """Whether it has several reasons, and an argument."""
        return self.size > 1 and self.kind is not StepKind.TRUST


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


def summarise_step(step: Step, before: Step | None = None) -> StepSummary:
    """Return what counts about a step; `before` is the step before it, if that was shown, too."""
    is_jump = before is not None and steps_apart(before, step) > JUMP
    return StepSummary(
        step.size,
        _classify(step),
        step.has_cut,
        len(step.in_words().split()),
        step.technique,
        _is_bookkeeping(step),
        is_jump,
        is_jump and before is not None and has_smaller_step_near(step, before),
        _count_unargued(step),
    )


def _is_bookkeeping(step: Step) -> bool:
    rules = [step.board.genre.find_rule(reason.rule) for reason in step.reasons]
    return not step.technique and not step.has_cut and all(rule is not None and rule.at_once for rule in rules)


def _count_unargued(step: Step) -> int:
    """Return the number of claims for which a step with several reasons has no branch."""
    if step.size == 1 or not step.branches:
        return 0
    return len(step.claims) - len({branch.assumptions[:1] for branch in step.branches})


def _classify(step: Step) -> StepKind:
    if not step.branches:
        return StepKind.LINE if step.minimal else StepKind.TRUST
    if len({branch.assumptions[:1] for branch in step.branches}) < len(step.branches):
        return StepKind.CASES  # two branches that begin with the same assumption
    return StepKind.LINE if step.size <= LONG_CHAIN else StepKind.TRIAL


def measure_board(board: BenchBoard, time_limit: float, hints: int, hint_seconds: float) -> ExplainMeasurement:
    """Explain a board within a time limit, then ask for hints on the boards before at most `hints` of the steps.

    `hint_seconds` is the time that a hint may use to look for a better step.
    """
    puzzle = masume.read(board.url)
    steps: list[Step] = []
    result, elapsed = run_timed(lambda: steps.extend(masume.explain(puzzle)), time_limit)
    measured_hints = []
    for after in spread_evenly(len(steps), hints):
        hint_result, hint = _measure_hint(steps[after].board, after, time_limit, hint_seconds)
        measured_hints.append(hint)
        if hint_result.verdict == ERROR:
            result = JobResult(ERROR, f"hint after {after} steps: {hint_result.note}")
    summaries = tuple(map(summarise_step, steps, [None, *steps]))
    return ExplainMeasurement(board, result.verdict, elapsed, summaries, tuple(measured_hints), result.note)


def _measure_hint(
    board: masume.Board, after: int, time_limit: float, hint_seconds: float
) -> tuple[JobResult, HintMeasurement]:
    step: Step | None = None

    def ask() -> None:
        nonlocal step
        step = masume.hint(board, seconds=hint_seconds)

    result, elapsed = run_timed(ask, time_limit)
    return result, HintMeasurement(after, elapsed, None if step is None else summarise_step(step))


def spread_evenly(count: int, limit: int) -> Sequence[int]:
    """Return at most `limit` of the numbers 0 to count - 1, evenly spread and starting with 0."""
    return range(count) if count <= limit else [count * index // limit for index in range(limit)]
