"""Queries about marks on cells that the checks of several genres share.

Because a board may be unfinished, some queries distinguish what is certain (decided on the board) from what is possible
(not yet excluded by a decided mark).  Several checks ask the same, so the board caches the results.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from masume.core.board import Board
from masume.core.board_caching import cached_per_board
from masume.core.grid import Grid, cached_per_grid, connected_components, rays
from masume.core.places import Area, Chain, Place


@cached_per_board
def cells_with(board: Board, layer: str, mark: Any) -> Area:
    """Return the cells that have this mark."""
    return frozenset([cell for cell, decided in board.decided_marks(layer).items() if decided == mark])


@cached_per_board
def cells_without(board: Board, layer: str, mark: Any) -> Area:
    """Return the cells that do not have this mark; undecided cells are included."""
    return _all_cells(board.grid) - cells_with(board, layer, mark)


@cached_per_board
def components(board: Board, cells: Area) -> Sequence[Area]:
    """Return the connected components of these cells, ordered by their first cell."""
    neighbours = _neighbours_by_cell(board.grid)
    return tuple(map(frozenset, connected_components(sorted(cells), neighbours.__getitem__)))


def cut_off_components(board: Board, layer: str, mark: Any, blocked_by: Any) -> list[Area]:
    """Return the groups of cells with `mark` that cells with the mark `blocked_by` cut off from the largest group."""
    certain = cells_with(board, layer, mark)
    possible = components(board, cells_without(board, layer, blocked_by))
    if len(possible) < 2:
        return []
    groups = [component & certain for component in possible if not component.isdisjoint(certain)]
    return sorted(groups, key=len)[:-1]


def neighbours_with(board: Board, layer: str, mark: Any) -> list[Chain]:
    """Return the pairs of neighbours that both have this mark."""
    certain, neighbours = cells_with(board, layer, mark), _neighbours_by_cell(board.grid)
    beside_another = sorted(cell for cell in certain if not certain.isdisjoint(neighbours[cell]))
    return [(cell, other) for cell in beside_another for other in neighbours[cell] if other in certain and cell < other]


class Counts(NamedTuple):
    """Numbers, their cells, and how many places each counts: at least `certain`, at most `possible`."""

    cells: Sequence[int]
    numbers: Sequence[int]
    certain: Sequence[int]
    possible: Sequence[int]

    def cells_with_too_many(self) -> list[Place]:
        """Return the cells whose number already counts more than it says."""
        return [
            cell for cell, number, count in zip(self.cells, self.numbers, self.certain, strict=True) if count > number
        ]

    def cells_with_too_few(self) -> list[Place]:
        """Return the cells whose number can no longer count as many as it says."""
        return [
            cell for cell, number, count in zip(self.cells, self.numbers, self.possible, strict=True) if count < number
        ]


def count_around(
    board: Board, numbers: str, around: Callable[[int], Iterable[int]], certain: Area, possible: Area
) -> Counts:
    """Count for each number how many of the places around its cell are in `certain` and how many in `possible`."""
    number_at = _numbers(board, numbers)
    places = [around(cell) for cell in number_at]
    at_least = [len(certain.intersection(each)) for each in places]
    at_most = at_least if possible == certain else [len(possible.intersection(each)) for each in places]
    return Counts(list(number_at), list(number_at.values()), at_least, at_most)


@cached_per_board
def visible_cells(board: Board, numbers: str, layer: str, clear: Any, blocked: Any) -> Counts:
    """Count what each number on a clear cell sees: cells in all directions up to a blocked one, and its own cell."""
    certain, possible = cells_with(board, layer, clear), cells_without(board, layer, blocked)
    number_at = {cell: number for cell, number in _numbers(board, numbers).items() if cell in certain}
    at_least = count_visible(board.grid, number_at, certain)
    at_most = at_least if possible == certain else count_visible(board.grid, number_at, possible)
    return Counts(list(number_at), list(number_at.values()), at_least, at_most)


def _numbers(board: Board, layer: str) -> dict[int, int]:
    """Return the numbers of a clue layer by their cells; "?" is left out."""
    return {cell: clue for cell, clue in board.clues[layer].items() if isinstance(clue, int)}


def count_visible(grid: Grid, cells: Iterable[int], transparent: Area) -> list[int]:
    """Return how many cells each cell sees through transparent cells, itself included."""
    counts = []
    for cell in cells:
        count = 1
        for ray in rays(grid, cell):
            for other in ray:
                if other not in transparent:
                    break
                count += 1
        counts.append(count)
    return counts


@cached_per_grid
def _all_cells(grid: Grid) -> Area:
    return frozenset(grid.cells)


@cached_per_grid
def _neighbours_by_cell(grid: Grid) -> Mapping[int, Sequence[int]]:
    return {cell: grid.neighbours(cell) for cell in grid.cells}
