"""What checks ask of a board's marks on cells: what is surely so, and what may still be so."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from masume.core.board import Board
from masume.core.grid import parts, ray
from masume.core.places import Area, Chain


def cells_with(board: Board, layer: str, mark: Any) -> set[int]:
    """The cells that surely have a mark."""
    return {cell for cell, found in board.decided(layer).items() if found == mark}


def cells_without(board: Board, layer: str, mark: Any) -> set[int]:
    """The cells that do not, or not yet, have a mark."""
    return set(board.grid.cells) - cells_with(board, layer, mark)


def parts_of(board: Board, cells: Iterable[int]) -> list[set[int]]:
    """The connected parts of some cells, in the order of their first cells."""
    return parts(sorted(cells), board.grid.neighbours)


def torn_parts(board: Board, layer: str, mark: Any, other: Any) -> list[Area]:
    """The cells with a mark that can no longer be joined to the largest part, now that some have the other mark."""
    sure = cells_with(board, layer, mark)
    found = [part & sure for part in parts_of(board, cells_without(board, layer, other)) if part & sure]
    return [frozenset(part) for part in sorted(found, key=len)[:-1]]


def neighbours_with(board: Board, layer: str, mark: Any) -> list[Chain]:
    """The pairs of neighbours that both have a mark."""
    sure = cells_with(board, layer, mark)
    return [
        (cell, other)
        for cell in sorted(sure)
        for other in board.grid.neighbours(cell)
        if other in sure and cell < other
    ]


class Sight(NamedTuple):
    """A clue's cell and number, and how many cells are seen from there, itself included: surely, and at most."""

    cell: int
    number: int
    least: int
    most: int


def sights(board: Board, numbers: str, layer: str, clear: Any, blocked: Any) -> list[Sight]:
    """What the numbered cells that are surely clear see, up to the first blocked cell or the frame."""
    marks, grid = board.decided(layer), board.grid

    def seen(cell: int, goes_on: Callable[[Any], bool]) -> int:
        total = 1
        for direction in grid.directions:
            for other in ray(grid, cell, direction):
                if not goes_on(marks.get(other)):
                    break
                total += 1
        return total

    return [
        Sight(cell, number, seen(cell, lambda mark: mark == clear), seen(cell, lambda mark: mark != blocked))
        for cell, number in board.clues[numbers].items()
        if isinstance(number, int) and marks.get(cell) == clear
    ]
