"""The model of Heyawake: one literal per shaded cell."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.core.places import Area
from masume.genres.heyawake.bundles import bundles
from masume.genres.heyawake.density import MAX_GAPS, most_gaps, possible_gaps
from masume.genres.heyawake.packing import MAX_WAYS, pack
from masume.genres.heyawake.rules import lines_over_two_walls
from masume.modelling import (
    Model,
    Restatement,
    RuleInstance,
    Theorem,
    any_of,
    arrangements,
    at_most_broken,
    exactly,
    literal_rows,
    post_isolated_shading,
    skeleton,
    template,
)


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    m = build_shading(board.grid, board.options)
    shaded = m.literals("shade")
    for room, number in board.clues["rooms"].items():
        if isinstance(number, int):
            post_number(m, (room, board, shaded), [shaded[cell] for cell in sorted(room)], number)
    for line in lines_over_two_walls(board):
        m.post("H5", line, any_of(*[shaded[cell] for cell in line]))
    return m


@template
def post_number(m: Model, place: tuple[Area, Board, Mapping[int, int]], cells: Sequence[int], number: int) -> None:
    """Post that a room has this many shaded cells."""
    room, board, shaded = place
    m.post("H3", room, exactly(number, cells), explained_as=lambda: explain_number(board, shaded, room, number))


def explain_number(board: Board, shaded: Mapping[int, int], room: Area, number: int) -> Restatement:
    """Restate a number as all ways to shade cells of its room, no two of which share a side; people list them, too.

    They also leave out those that cut cells off; and if there are too many ways, they may count the whole board.
    """
    grid = board.grid
    literals, rows = [shaded[cell] for cell in sorted(room)], room_arrangements(grid, room, number)
    constraint = exactly(number, literals) if rows is None else literal_rows(literals, rows)
    pairs, packing = tuple(pairs_in_room(grid, room)), pack(grid, room, number)
    theorems: tuple[Theorem, ...] = ()
    if packing is not None and (rows is None or len(rows) > len(packing.ways)):
        ways = literal_rows(literals, (_row(room, way) for way in packing.ways))
        rests_on = (RuleInstance("H3", room), *pairs, RuleInstance("H2", grid.board))
        theorems = (Theorem("packing", room, ways, rests_on),)
    elif rows is None:
        theorems = tuple(density_theorem(board, shaded, room))
    return Restatement(constraint, pairs, (*theorems, *bundle_theorems(board, shaded, room)))


def room_arrangements(grid: Grid, room: Area, number: int) -> tuple[int, ...] | None:
    """Return the ways to shade cells of a room, no two of which share a side; None if there are too many."""
    neighbours = [_row(room, room.intersection(grid.neighbours(cell))) for cell in sorted(room)]
    return arrangements(len(room), number, neighbours, MAX_WAYS)


def _row(room: Area, cells: Collection[int]) -> int:
    return sum(1 << index for index, cell in enumerate(sorted(room)) if cell in cells)


def density_theorem(board: Board, shaded: Mapping[int, int], room: Area) -> Iterator[Theorem]:
    """Yield a theorem if so many cells are shaded that the white ones are barely connected."""
    grid = board.grid
    if "blocks" in grid.abilities and 0 <= (high := most_gaps(board)) <= MAX_GAPS:
        gaps = at_most_broken(high, [tuple(shaded[cell] for cell in cells) for cells in possible_gaps(grid)])
        rooms = [room for room, number in board.clues["rooms"].items() if isinstance(number, int)]
        pairs = [(cell, other) for cell in grid.cells for other in grid.neighbours(cell) if cell < other]
        instances = (("H2", grid.board), *(("H3", each) for each in rooms), *(("H1", pair) for pair in pairs))
        yield Theorem("density", room, gaps, tuple(RuleInstance(*instance) for instance in instances))


def bundle_theorems(board: Board, shaded: Mapping[int, int], room: Area) -> Iterator[Theorem]:
    """Yield theorems about lines side by side that this room, and perhaps others, leaves few ways to break."""
    for cells, bundle in bundles(board).items():
        if bundle.rooms[0] == room:
            literals = [shaded[cell] for cell in sorted(cells)]
            rules = (("H5", bundle.lines), ("H3", bundle.rooms), ("H2", (board.grid.board,)))
            instances = (RuleInstance(rule, place) for rule, places in rules for place in places)
            rests_on = (*instances, *pairs_in_room(board.grid, cells))
            yield Theorem("bundle", cells, literal_rows(literals, (_row(cells, way) for way in bundle.ways)), rests_on)


def pairs_in_room(grid: Grid, room: Area) -> Iterator[RuleInstance]:
    """Yield the rule instances that keep shaded cells of a room, or another area, apart."""
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
