"""The model of Heyawake: one literal per shaded cell."""

from collections.abc import Iterator, Sequence

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.core.places import Area
from masume.genres.heyawake.packing import pack
from masume.genres.heyawake.rules import lines_over_two_walls
from masume.modelling import (
    Lemma,
    Model,
    Restatement,
    RuleInstance,
    any_of,
    arrangements,
    exactly,
    literal_rows,
    post_isolated_shading,
    skeleton,
    template,
)

MAX_ARRANGEMENTS = 1000  # of shaded cells in a room; no human solver considers more


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    m, grid = build_shading(board.grid, board.options), board.grid
    shaded = m.literals("shade")
    for room, number in board.clues["rooms"].items():
        if isinstance(number, int):
            post_number(m, (room, grid), [shaded[cell] for cell in sorted(room)], number)
    for line in lines_over_two_walls(board):
        m.post("H5", line, any_of(*[shaded[cell] for cell in line]))
    return m


@template
def post_number(m: Model, place: tuple[Area, Grid], cells: Sequence[int], number: int) -> None:
    """Post that a room has this many shaded cells."""
    room, grid = place
    m.post("H3", room, exactly(number, cells), explained_as=lambda: room_arrangements(grid, room, cells, number))


def room_arrangements(grid: Grid, room: Area, literals: Sequence[int], number: int) -> Restatement:
    """Restate a number as all ways to shade cells of its room, no two of which share a side; people list them, too."""
    index = {cell: position for position, cell in enumerate(sorted(room))}
    neighbours = [sum(1 << index[other] for other in grid.neighbours(cell) if other in index) for cell in index]
    rows = arrangements(len(index), number, neighbours, MAX_ARRANGEMENTS)
    constraint = exactly(number, literals) if rows is None else literal_rows(literals, rows)
    pairs = tuple(pairs_in_room(grid, room))
    packing = pack(grid, room, number)
    if packing is None or (rows is not None and len(rows) == len(packing.ways)):
        return Restatement(constraint, pairs)
    packed = literal_rows(literals, (sum(1 << index[cell] for cell in way) for way in packing.ways))
    rests_on = (RuleInstance("H3", room), *pairs, RuleInstance("H2", grid.board))
    return Restatement(constraint, pairs, lemmas=(Lemma("packing", room, packed, rests_on),))


def pairs_in_room(grid: Grid, room: Area) -> Iterator[RuleInstance]:
    """Yield the rule instances that keep shaded cells of a room apart."""
    for cell in sorted(room):
        yield from (
            RuleInstance("H1", (cell, other)) for other in grid.neighbours(cell) if cell < other and other in room
        )


@skeleton
def build_shading(grid: Grid, options: Options) -> Model:
    """Return the part of the model without clues: shaded cells stand alone and cut nothing off."""
    m = Model()
    shaded = m.add_marks("shade", grid.cells, "shaded", "white")
    post_isolated_shading(m, grid, shaded, apart="H1", joined="H2")
    return m
