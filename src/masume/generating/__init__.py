"""Generating: new boards with a unique solution, of a wanted size, level and symmetry.

>>> import masume
>>> board = masume.generate("slitherlink", "5x5", level="easy", seed=1)
>>> masume.rate(board).name
'easy'

Request        (requests)    says what kind of board is wanted
Generation     (core/generation, and `generation.py` of each genre)  says how drafts of a genre are drawn and repaired
Maker          (making)      makes a draft a board
reduce_groups  (reduction)   drops clues
"""

from random import Random

from masume.core.arguments import require_limits
from masume.core.board import Board
from masume.core.cancellation import checkpoint, run_job
from masume.core.errors import NoBoardError
from masume.core.genre import Genre
from masume.core.layers import Options
from masume.core.levels import LEVELS
from masume.core.outcome import NO_LIMITS, Limits
from masume.generating.making import Maker
from masume.generating.requests import Request, make_request, request_like

__all__ = ["Request", "generate", "make_numbered_board", "make_request", "request_like"]
_CELL_TRIES, _FEWEST_TRIES = 30_000, 60  # a board of n cells is given up after _CELL_TRIES / n tries, or the fewest


def generate(
    genre: str | Genre,
    size: object = "medium",
    *,
    level: int | str | None = None,
    symmetry: str = "none",
    style: str | None = None,
    seed: int | str | None = None,
    options: Options | None = None,
    limits: Limits = NO_LIMITS,
) -> Board:
    """Return a new board with exactly one solution.

    `size` is "ROWSxCOLUMNS", rows and columns, a number for a square, a usual size of the genre ("small", "medium" or
    "large"), or a grid.  With a `level` (see `rate`), the board has just that level.  `symmetry` is that of the places
    of the clues: "rot2", "rot4", "horizontal", "vertical", "diagonal" or "antidiagonal".  The same `seed` returns the
    same board; without one, every call returns another board.  Raise NoBoardError if no such board is found, and
    OutOfTimeError at the time limit.
    """
    require_limits(limits)
    request = make_request(genre, size, level=level, symmetry=symmetry, style=style, options=options)
    chosen = Random().getrandbits(64) if seed is None else seed  # noqa: S311 - no secret depends on it
    return run_job(lambda: make_numbered_board(request, chosen), limits.deadline())


def make_numbered_board(request: Request, seed: int | str, number: int = 1, redraw: int = 0) -> Board:
    """Return one board of a series: the same for the same seed and number, whatever else was made before.

    `redraw` counts how often the board of this number turned out to be the same puzzle as an earlier one.
    """
    random = Random(f"{seed}/{number}/{redraw}")  # noqa: S311 - boards are no secret
    maker = Maker(request.plan, request.level)
    tries = max(_FEWEST_TRIES, _CELL_TRIES // len(request.plan.grid.cells))
    for _ in range(tries):
        checkpoint()
        board = maker.make(random)
        if board is not None:
            return board if request.level is None else with_difficulty(board, request.level)
    raise NoBoardError(f"no board was found in {tries:,} tries: {request.in_words()}")


def with_difficulty(board: Board, level: int) -> Board:
    """Return a board whose info names its level."""
    info = {**board.info, "difficulty": LEVELS[level - 1]}
    return Board(board.genre, board.grid, board.clues, board.given, board.marks, board.options, info)
