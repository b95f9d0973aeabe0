"""The rules of Kakuro, with the ids of Çelik et al. 2009; black cells are holes of the grid.

A sum is placed on the edge through which its run is entered.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from masume.core.board import Board
from masume.core.board_caching import cached_per_board
from masume.core.genre import Genre
from masume.core.grid import runs
from masume.core.layers import REMOVED, Layer, Numbers, Where
from masume.core.places import Chain, Place, PlaceKind

DIGITS = range(1, 10)
GENRE = Genre(
    __package__,
    title="Kakuro",
    clues=(Layer("sums", PlaceKind.EDGE, Numbers(1, sum(DIGITS)), where=Where.RUNS, dropped=REMOVED),),
    marks=(Layer("digits", PlaceKind.CELL, Numbers(DIGITS[0], DIGITS[-1])),),
    answer=("digits",),
    needs=frozenset({"edges", "rays"}),
)


def has_one_open_cell(board: Board, start: Place) -> bool:
    """Return whether all digits of a run stand but one, which is then what is left of the sum."""
    assert isinstance(start, int)
    digits = board.decided_marks("digits")
    return sum(cell not in digits for cell in runs(board.grid)[start]) == 1


@GENRE.check(
    "K1",
    "Every white cell has a digit from 1 to 9.",
    otherwise="{place} would have no digit",
)
def empty_cells(board: Board, finished: bool) -> list[Place]:
    digits = board.decided_marks("digits")
    return [cell for cell in board.grid.cells if finished and cell not in digits]


@GENRE.check(
    "K2",
    "No digit stands twice in a run.",
    otherwise="a digit would stand twice in {line}",
    at_once=True,
)
def repeated_digits(board: Board, finished: bool) -> list[Place]:
    digits = board.decided_marks("digits")
    return [
        tuple(cell for cell in run if digits.get(cell) == digit)
        for run, known in _runs_with_digits(board).values()
        if len(set(known)) < len(known)
        for digit, times in Counter(known).items()
        if times > 1
    ]


@GENRE.check(
    "K3",
    "The digits of a run add up to its sum.",
    otherwise="{clued} could not be completed",
    in_short="for {run}",
    at_once_when=has_one_open_cell,
)
def wrong_sums(board: Board, finished: bool) -> list[Place]:
    digits_of, lowest, highest = _runs_with_digits(board), DIGITS[0], DIGITS[-1]

    def can_reach(total: Any, run: Chain, known: Sequence[Any]) -> bool:
        empty = len(run) - len(known)
        return bool(empty * lowest <= total - sum(known) <= empty * highest)

    return [start for start, total in board.clues["sums"].items() if not can_reach(total, *digits_of[start])]


@cached_per_board
def _runs_with_digits(board: Board) -> Mapping[int, tuple[Chain, Sequence[Any]]]:
    """Return the runs by the edges through which they are entered, each with the digits that stand in it."""
    digits = dict(board.decided_marks("digits"))
    return {start: (run, [digits[c] for c in run if c in digits]) for start, run in runs(board.grid).items()}
