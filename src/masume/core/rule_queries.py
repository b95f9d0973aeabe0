"""Queries about marks on cells that the checks of several genres share.

Because a board may be unfinished, some queries distinguish what is certain (decided on the board) from what is possible
(not yet excluded by a decided mark).
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from masume.core.board import Board
from masume.core.grid import connected_components, ray
from masume.core.places import Area, Chain


def cells_with(board: Board, layer: str, mark: Any) -> set[int]:
    """Return the cells that have this mark."""
    return {cell for cell, decided in board.decided_marks(layer).items() if decided == mark}


def cells_without(board: Board, layer: str, mark: Any) -> set[int]:
    """Return the cells that do not have this mark; undecided cells are included."""
    return set(board.grid.cells) - cells_with(board, layer, mark)


def components(board: Board, cells: Iterable[int]) -> list[set[int]]:
    """Return the connected components of these cells, ordered by their first cell."""
    return connected_components(sorted(cells), board.grid.neighbours)


def cut_off_components(board: Board, layer: str, mark: Any, blocked_by: Any) -> list[Area]:
    """Return the groups of cells with `mark` that cells with the mark `blocked_by` cut off from the largest group."""
    certain = cells_with(board, layer, mark)
    possible = components(board, cells_without(board, layer, blocked_by))
    groups = [component & certain for component in possible if component & certain]
    return [frozenset(group) for group in sorted(groups, key=len)[:-1]]


def neighbours_with(board: Board, layer: str, mark: Any) -> list[Chain]:
    """Return the pairs of neighbours that both have this mark."""
    certain = cells_with(board, layer, mark)
    return [
        (cell, other)
        for cell in sorted(certain)
        for other in board.grid.neighbours(cell)
        if other in certain and cell < other
    ]


class VisibleCells(NamedTuple):
    """A numbered cell and how many cells it sees, itself included: at least `certain`, at most `possible`."""

    cell: int
    number: int
    certain: int
    possible: int


def visible_cells(board: Board, numbers: str, layer: str, clear: Any, blocked: Any) -> list[VisibleCells]:
    """Count what each number on a clear cell sees, in all directions up to the first blocked cell or the frame."""
    marks, grid = board.decided_marks(layer), board.grid

    def count_visible(cell: int, is_transparent: Callable[[Any], bool]) -> int:
        total = 1
        for direction in grid.directions:
            for other in ray(grid, cell, direction):
                if not is_transparent(marks.get(other)):
                    break
                total += 1
        return total

    return [
        VisibleCells(
            cell,
            number,
            certain=count_visible(cell, lambda mark: mark == clear),
            possible=count_visible(cell, lambda mark: mark != blocked),
        )
        for cell, number in board.clues[numbers].items()
        if isinstance(number, int) and marks.get(cell) == clear
    ]
