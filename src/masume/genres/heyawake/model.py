"""Heyawake as a model: one literal per cell."""

from collections.abc import Iterator, Sequence

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.core.places import Area
from masume.genres.heyawake.rules import lines_over_two_walls
from masume.modelling import (
    Count,
    Instance,
    LiteralTable,
    Model,
    any_of,
    arrangements,
    exactly,
    literal_rows,
    shade_single_cells,
    skeleton,
    template,
)

MOST_ARRANGEMENTS = 1000  # of shaded cells in a room; nobody looks at more


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid = shading_alone(board.grid, board.options), board.grid
    shaded = dict(zip(grid.cells, m.markings["shade"].variables, strict=True))
    for room, number in board.clues["rooms"].items():
        if isinstance(number, int):
            literals = [shaded[cell] for cell in sorted(room)]
            state_number(m, room, literals, number)
            m.read("H3", room, arranged, grid, room, literals, number, rests_on=pairs_within(grid, room))
    for line in lines_over_two_walls(board):
        m.post("H5", line, any_of(*[shaded[cell] for cell in line]))
    return m


def arranged(grid: Grid, room: Area, literals: Sequence[int], number: int) -> LiteralTable | Count:
    """The ways to shade so many cells of a room: people see that no two of them share a side."""
    index = {cell: at for at, cell in enumerate(sorted(room))}
    beside = [sum(1 << index[other] for other in grid.neighbours(cell) if other in index) for cell in index]
    rows = arrangements(len(index), number, beside, MOST_ARRANGEMENTS)
    return exactly(number, literals) if rows is None else literal_rows(literals, rows)


def pairs_within(grid: Grid, room: Area) -> Iterator[Instance]:
    """The rule instances that keep shaded cells of a room apart."""
    for cell in sorted(room):
        yield from (Instance("H1", (cell, other)) for other in grid.neighbours(cell) if cell < other and other in room)


@template
def state_number(m: Model, room: Area, cells: Sequence[int], number: int) -> None:
    """A room has so many shaded cells."""
    m.post("H3", room, exactly(number, cells))


@skeleton
def shading_alone(grid: Grid, options: Options) -> Model:
    """What holds on every board of a size: shaded cells stand alone and cut nothing off."""
    m = Model()
    shaded = m.marks("shade", grid.cells, "shaded", "white")
    shade_single_cells(m, grid, shaded, apart="H1", joined="H2")
    return m
