"""Generating: new boards with a unique solution, of a wanted size, level and symmetry.

>>> import masume
>>> board = masume.generate("slitherlink", "5x5", level="easy", seed=1)
>>> masume.rate(board).name
'easy'

Request        (requests)    says what kind of board is wanted
Generation     (core/generation, and `generation.py` of each genre)  says how drafts of a genre are drawn and repaired
Maker          (making)      makes a draft a board
reduce_groups  (reduction)   drops clues
Series         (series)      many boards, all different, in several processes
Menu           (menus)       boards of several kinds for a booklet, from a file
"""

from collections.abc import Callable
from random import Random

from masume.core.arguments import require_limits
from masume.core.board import Board
from masume.core.cancellation import checkpoint, run_job
from masume.core.errors import NoBoardError
from masume.core.genre import Genre
from masume.core.layers import Options
from masume.core.levels import LEVELS
from masume.core.outcome import NO_LIMITS, Limits
from masume.generating import verifying
from masume.generating.drafts import find_generation
from masume.generating.making import Maker
from masume.generating.requests import Request, make_request, request_like

__all__ = ["Request", "draw_seed", "find_generation", "generate", "make_numbered_board", "make_request", "request_like"]
# A request is given up after so many tries: few for small boards, of which there are not many, and for large ones,
# which take long.
_TRIES_PER_CELL, _CELL_TRIES, _FEWEST_TRIES = 60, 30_000, 60


def generate(
    genre: str | Genre,
    size: object = "medium",
    *,
    limits: Limits = NO_LIMITS,
    level: int | str | None = None,
    symmetry: str = "none",
    style: str | None = None,
    density: float | None = None,
    seed: int | str | None = None,
    options: Options | None = None,
    verify: bool = False,
) -> Board:
    """Return a new board with exactly one solution.

    `size` is "ROWSxCOLUMNS", rows and columns, a number for a square, a usual size of the genre ("small", "medium" or
    "large"), or a grid.  With a `level` (see `rate`), the board has just that level.  `symmetry` is that of the places
    of the clues: "rot2", "rot4", "horizontal", "vertical", "diagonal" or "antidiagonal".  The same `seed` returns the
    same board; without one, every call returns another board.  `density` is the wanted share of cells with a clue.
    With `verify`, a second engine, which shares no model with the first, proves that the solution is unique.  Raise
    NoBoardError if no such board is found, and OutOfTimeError at the time limit.
    """
    require_limits(limits)
    request = make_request(genre, size, level=level, symmetry=symmetry, style=style, density=density, options=options)
    chosen = draw_seed() if seed is None else seed
    if verify:
        verifying.require_verifiable(request.plan)

    def make() -> Board:
        board = make_numbered_board(request, chosen)
        if verify:
            verifying.verify(board)
        return board

    return run_job(make, limits.deadline())


def draw_seed() -> int:
    """Return a seed that is another one at every call, and short enough to be typed."""
    return Random().randrange(10**9)  # noqa: S311 - no secret depends on it


def make_numbered_board(
    request: Request,
    seed: int | str,
    number: int = 1,
    redraw: int = 0,
    *,
    on_rejected: Callable[[], object] = lambda: None,
) -> Board:
    """Return one board of a series: the same for the same seed and number, whatever else was made before.

    `redraw` counts how often the board of this number turned out to be the same puzzle as an earlier one.  After each
    try that led to no board as wanted, `on_rejected` is called.
    """
    random = Random(f"{seed}/{number}/{redraw}")  # noqa: S311 - boards are no secret
    maker = Maker(request.plan, request.level)
    tries = count_tries(len(request.plan.grid.cells))
    for _ in range(tries):
        checkpoint()
        board = maker.make(random)
        if board is not None:
            return board if request.level is None else with_difficulty(board, request.level)
        on_rejected()
    raise NoBoardError(f"no board was found in {tries:,} tries: {request.in_words()}; {request.advice()}")


def count_tries(cells: int) -> int:
    """Return after how many tries a board of so many cells is given up."""
    return max(_FEWEST_TRIES, min(_TRIES_PER_CELL * cells, _CELL_TRIES // cells))


def with_difficulty(board: Board, level: int) -> Board:
    """Return a board whose info names its level."""
    info = {**board.info, "difficulty": LEVELS[level - 1]}
    return Board(board.genre, board.grid, board.clues, board.given, board.marks, board.options, info)
