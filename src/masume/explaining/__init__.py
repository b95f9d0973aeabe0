"""Explaining: the next step and its reason, hints, and mistakes.

BoardSolver    (board_solver)      finds the marks to explain, those common to all solutions, with a solver
Explainer      (explainer)         finds the steps from a board to these marks, one after the other
StepSearch     (step_search)       finds the smallest reason for one of the marks
TrialSearch    (trial_search)      finds a reason by trial and error, for marks that have no small one
Refutation     (refutations)       is what they find: a proof that the opposite of a mark contradicts the rules
Reasoner       (reasoning)         refutes assumptions by few rule instances and returns proofs
ProofReader    (proofs)            translates proofs into reasons and inferences about marks
Step           (steps)             is the result; `sentences`, `json_form`, `frames` and `html_page` present it
Folding        (folding)           finds the marks that follow from a step at once
find_technique (naming)            finds the name of a step's pattern of reasons
shorten        (story)             keeps the steps that the mark at one place needs
Explanation    (explanation)       is all steps of a board, and says how they ended
find_mistakes  (mistake_analysis)  finds wrong marks and explains why they are wrong
"""

from collections.abc import Iterator

from masume.checking import check
from masume.core.arguments import require_board, require_limits
from masume.core.board import Board
from masume.core.cancellation import run_job
from masume.core.claims import Claim
from masume.core.deadline import Deadline
from masume.core.errors import InputError, NoSolutionError, OutOfTimeError, UnknownNameError
from masume.core.messages import quote, suggest_names
from masume.core.numbers import require_seconds
from masume.core.outcome import NO_LIMITS, Limits
from masume.core.phrases import name_places
from masume.core.places import Place, PlaceKey
from masume.explaining.board_solver import BoardSolver
from masume.explaining.explainer import Explainer
from masume.explaining.mistake_analysis import Mistakes, find_first_mistake, find_mistakes
from masume.explaining.steps import Branch, Cut, CutKind, Inference, Reason, Step
from masume.explaining.story import resolve_target, shorten, spell_out

__all__ = [
    "Branch",
    "Claim",
    "Cut",
    "CutKind",
    "Inference",
    "Mistakes",
    "Reason",
    "Step",
    "explain",
    "hint",
    "hint_or_mistakes",
    "mistakes",
]
DETAILS = ("thoughts", "all")
HINT_SECONDS = 0.2  # the default time for a hint


def explain(
    board: Board, *, limits: Limits = NO_LIMITS, at: PlaceKey | None = None, detail: str = "thoughts"
) -> Iterator[Step]:
    """Yield the steps from a board and its marks to its solution, or to all marks that its solutions share.

    With `at`, yield only the steps that the mark at this place needs.  With the detail "thoughts", marks that follow at
    once are folded into the steps that they follow from; with "all", they have steps of their own.

    The time limit begins with this call.  Raise NoSolutionError if no solution agrees with the marks, InputError if
    there is nothing to explain at the place, OutOfTimeError at the limit.
    """
    require_board(board)
    require_limits(limits)
    if detail not in DETAILS:
        raise UnknownNameError(f"unknown detail {quote(detail)}: {suggest_names(detail, DETAILS)}")
    targets = None if at is None else resolve_target(board, at)
    return _find_steps(board, targets, detail == "thoughts", limits.deadline())


def _find_steps(board: Board, targets: tuple[Place, ...] | None, fold: bool, deadline: Deadline) -> Iterator[Step]:
    solver = BoardSolver(board)
    goal = run_job(solver.find_goal, deadline)
    if goal is None:
        is_marked = any(board.marks.values())
        problem = "no solution has the marks on the board" if is_marked else "the board has no solution"
        raise NoSolutionError(f"{problem}, so no steps lead to one")
    explainer = run_job(lambda: Explainer(board, solver.model, fold=fold, focus=targets or ()), deadline)
    if targets is not None and explainer.obvious_places.issuperset(targets):
        raise InputError(f"{name_places(board, targets)} has a clue, which decides its mark: nothing to explain")
    steps = _all_steps(explainer, goal, deadline)
    if targets is None:
        yield from steps
    else:
        yield from spell_out(_find_story(board, steps, targets), targets, explainer.opposite_of)


def _all_steps(explainer: Explainer, goal: list[int], deadline: Deadline) -> Iterator[Step]:
    yield from explainer.single_mark_steps()
    while (step := run_job(lambda: explainer.next_step(goal), deadline)) is not None:
        yield step
    if (step := explainer.obvious_step()) is not None:
        yield step


def _find_story(board: Board, steps: Iterator[Step], targets: tuple[Place, ...]) -> list[Step]:
    """Return the steps that the marks at the targets need; as many of these marks as follow are explained."""
    found, missing = list[Step](), set(targets)
    for step in steps:
        found.append(step)
        missing -= {claim.place for claim in step.all_claims if claim.holds}
        if not missing:
            break
    story = shorten(board, found, targets)
    if not story:
        raise InputError(f"the solutions differ at {name_places(board, targets)}, so nothing follows there")
    return story


def hint(board: Board, *, seconds: float = HINT_SECONDS) -> Step | None:
    """Return the smallest step found in this time, or a step that shows a mistake; None if nothing is left to find.

    Raise OutOfTimeError if neither a step nor the solution is found.
    """
    require_board(board)
    deadline, solver = _hint_deadline(seconds), BoardSolver(board)
    try:
        return run_job(lambda: _find_step(solver, seconds, deadline))
    except NoSolutionError:
        return run_job(lambda: find_first_mistake(solver, _solver_seconds(seconds), deadline))


def hint_or_mistakes(board: Board, *, seconds: float = HINT_SECONDS) -> Step | Mistakes | None:
    """Return the next step as `hint` does, or, if something is wrong, all mistakes; None if nothing is left to find.

    Finding all mistakes may take ten times `seconds`, and at least one second.  If that is not enough, return a step
    that shows one of them, or raise OutOfTimeError if none is known.
    """
    require_board(board)
    deadline, solver = _hint_deadline(seconds), BoardSolver(board)
    step, is_contradictory = None, False
    try:
        step = run_job(lambda: _find_step(solver, seconds, deadline))
    except NoSolutionError:
        is_contradictory = True
    if step is not None and step.claims:
        return step
    try:
        return run_job(lambda: find_mistakes(solver), Deadline.after(max(1, 10 * seconds))) or None
    except OutOfTimeError:
        if is_contradictory:
            deadline = Deadline.after(seconds)
            return run_job(lambda: find_first_mistake(solver, _solver_seconds(seconds), deadline))
        if step is None:
            raise
        return step  # it shows at least that these marks contradict each other


def mistakes(board: Board, *, limits: Limits = NO_LIMITS) -> Mistakes:
    """Return what is wrong with a board: wrong marks, or a puzzle with no solution or with several."""
    require_board(board)
    require_limits(limits)
    return run_job(lambda: find_mistakes(BoardSolver(board)), limits.deadline())


def _find_step(solver: BoardSolver, seconds: float, deadline: Deadline) -> Step | None:
    """Return the next step, or a conflict if the solver is too slow; None if nothing is left to find.

    Raise NoSolutionError if no solution agrees with the marks on the board.
    """
    board = solver.board
    if any(board.marks.values()) and not check(board):
        return None  # solved, although not every mark is set
    try:
        goal = solver.find_goal(Limits(seconds=_solver_seconds(seconds)))
    except OutOfTimeError:  # the board is hard to solve, but the next step may be easy
        return Explainer(board, solver.model).find_any_step(deadline)
    if goal is None:
        raise NoSolutionError("no solution has the marks on the board")
    return Explainer(board, solver.model).find_hint(goal, deadline)


def _hint_deadline(seconds: float) -> Deadline:
    require_seconds("hint", seconds)
    return Deadline.after(seconds)


def _solver_seconds(seconds: float) -> float:
    """Return the solver's share of the time for a hint: half of it, or half of the default if that is longer."""
    return max(seconds, HINT_SECONDS) / 2
