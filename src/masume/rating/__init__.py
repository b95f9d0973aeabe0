"""Rating: how hard a board is, and why.

>>> import masume
>>> rating = masume.rate(masume.read("nurikabe/5/5/g5k2o1k3g"))
>>> rating.level, rating.name
(2, 'easy')

rate       finds the thoughts on the way to the solution (Grader), and adds them up (scale)
Grader     (grader)    closes a position: finds all that follows, the easiest thoughts first
Weigher    (weights)   says what a person has to go through for one reason
Rating     (result)    is the score, the level, and why
"""

from masume import engines
from masume.core.arguments import require_board, require_limits
from masume.core.board import Board
from masume.core.board_symmetry import canonical_symmetry, transform
from masume.core.cancellation import run_job
from masume.core.errors import NoSolutionError, NotUniqueError
from masume.core.levels import LEVELS, find_level
from masume.core.outcome import NO_LIMITS, Limits
from masume.modelling import Model
from masume.rating.grader import Grader
from masume.rating.result import Bottleneck, HardThought, Rating, make_rating
from masume.rating.scale import level_of
from masume.solving import find_fault
from masume.solving.search import build_model

__all__ = [
    "LEVELS",
    "Bottleneck",
    "Grader",
    "HardThought",
    "Rating",
    "find_level",
    "is_within_level",
    "open_grader",
    "rate",
]


def rate(board: Board, *, limits: Limits = NO_LIMITS) -> Rating:
    """Return how hard a board is: a score, a level from 1 to 6, and why.

    Marks on the board do not count.  All rotations and mirror images of a board have the same rating.  Raise
    NoSolutionError or NotUniqueError if the board does not have exactly one solution, OutOfTimeError at the limit.
    """
    require_board(board)
    require_limits(limits)
    return run_job(lambda: _rate(board.with_marks({})), limits.deadline())


def is_within_level(board: Board, level: int) -> bool:
    """Return whether `rate` gives a board at most this level; quicker than `rate` if the board is harder."""
    return level_up_to(board, level) is not None


def level_up_to(board: Board, highest: int) -> int | None:
    """Return the level that `rate` gives a board if it is at most `highest`; otherwise None, sooner than `rate`."""
    upright = transform(board.with_marks({}), canonical_symmetry(board).name)
    closure = open_grader(upright).close(max_level=highest, trust=True)
    return None if closure.undecided else max(map(level_of, closure.thoughts), default=1)


def open_grader(board: Board) -> Grader:
    """Return a grader of a board, which must have exactly one solution."""
    model = build_model(board)
    return Grader(board, model, find_goal(board, model))


def find_goal(board: Board, model: Model) -> list[int]:
    """Return the literals of the only solution, those of the answer; raise an error if there is no or another one."""
    variables, goal = model.answer_variables(board.genre.answer), list[int]()
    with engines.open_session(None, model) as session:
        for solution in session.solutions(variables, (), Limits(solutions=2)):
            if goal:
                raise NotUniqueError("the board has several solutions, so it cannot be rated")
            find_fault(board.with_marks(model.decode_marks(solution.values)))  # raises an error if there is one
            goal = [solution.true_literal(variable) for variable in variables]
    if not goal:
        raise NoSolutionError("the board has no solution, so it cannot be rated")
    return goal


def _rate(board: Board) -> Rating:
    symmetry = canonical_symmetry(board)
    upright = transform(board, symmetry.name)
    grader = open_grader(upright)
    return make_rating(board, upright, symmetry, grader, grader.close(trust=True))
