"""Nurikabe as a model: which cells are sea, and for each number which cells it owns.

A number owns the white cells it is joined to, at most its number away; numbers "?" share one set of owned
cells, and labels keep them apart.  An island that is too large may own cells beyond that distance, which
is what `over` stands for: with N4a it is false.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.core.vicinity import Vicinity, vicinity
from masume.modelling import (
    FALSE,
    Graph,
    Model,
    any_of,
    connected,
    exactly,
    implies,
    region,
    skeleton,
    supported,
    template,
)

MOST_OWNERS = 20  # of one cell; beyond that it takes too many pairs to tell them apart
Neighbours = Callable[[int], Sequence[int]]
Owned = dict[int, int]  # cell -> literal: the cell belongs to this number's island


def state(board: Board) -> Model:
    """State a board's rules."""
    grid, clues = board.grid, board.clues["numbers"]
    sizes = [number for number in clues.values() if isinstance(number, int)]
    size = len(grid.cells) - sum(sizes) if len(sizes) == len(clues) else None  # of the sea
    m = sea_alone(grid, board.options, size is not None and size > 1)
    sea = dict(zip(grid.cells, m.markings["shade"].variables, strict=True))
    owners: dict[int, list[int]] = {cell: [] for cell in grid.cells}
    (over,) = m.new(1)
    overs = []
    for clue, number in clues.items():
        m.post("N1", clue, any_of(-sea[clue]))
        if isinstance(number, int):
            shape, cells = vicinity(grid, clue, number)
            too_large, *own = state_island(m, clue, [sea[cell] for cell in cells], shape, number)
            overs.append(too_large)
            for cell, literal in zip(cells, own, strict=False):  # the cells beyond its reach come last
                owners[cell].append(literal)
                if cell in clues and cell != clue:
                    m.post("N3", (clue, cell), any_of(-literal))
    if unsized := [clue for clue, number in clues.items() if not isinstance(number, int)]:
        for cell, literal in unsized_islands(m, grid, sea, unsized).items():
            owners[cell].append(literal)
    m.define(implies(over, *overs))
    for cell, owning in owners.items():
        state_owners(m, cell, [sea[cell], over, *owning])
    if size is not None:  # which follows: the sea is as large as the islands leave it
        m.redundant(exactly(size, sea.values()))
    return m


@skeleton
def sea_alone(grid: Grid, options: Options, has_several_cells: bool) -> Model:
    """What holds on every board of a size: one sea without pools."""
    m = Model()
    sea = m.marks("shade", grid.cells, "sea", "island")
    graph = Graph.among(grid.cells, grid.neighbours)
    m.post("N7", grid.board, connected(graph, list(sea.values())))
    for block in grid.blocks(2, 2):
        m.post("N8", frozenset(block), any_of(*(-sea[cell] for cell in block)))
    if has_several_cells:  # then a cell of the sea has another beside it
        m.redundant(*supported(graph, list(sea.values())))
    return m


@template
def state_owners(m: Model, cell: int, literals: Sequence[int]) -> None:
    """A cell is sea or owned, unless an island is too large; which follows: it is not owned twice."""
    m.post("N2", cell, any_of(*literals))
    owning = literals[2:]
    if len(owning) <= MOST_OWNERS:
        m.redundant(*(any_of(-one, -other) for one, other in combinations(owning, 2)))


@template
def state_island(m: Model, clue: int, sea: Sequence[int], shape: Vicinity, number: int) -> Sequence[int]:
    """A number's island; returned are the literal that it is too large, and those of the cells that it may own."""
    (too_large,) = m.new(1)
    near = [cell for cell, distance in enumerate(shape.distances) if distance < number]
    own = dict(zip(near, m.new(len(near)), strict=True))
    graph, literals = _spread(m, shape.neighbours.__getitem__, sea, own, [0], beyond=too_large)
    m.define(region(graph, literals, (0,)))
    m.define(implies(too_large, *(own[cell] for cell in near if shape.distances[cell] == number - 1)))
    m.post("N4a", clue, any_of(-too_large), region(graph, literals, (0,), most=number))
    m.post("N4b", clue, region(graph, literals, (0,), least=number))
    if number > 1:  # then an owned cell has another beside it
        beside = ([own[other] for other in shape.neighbours[cell] if other in own] for cell in own)
        m.redundant(*(implies(cell, *others) for cell, others in zip(literals, beside, strict=True)))
    return [too_large, *literals]


def unsized_islands(m: Model, grid: Grid, sea: Mapping[int, int], clues: list[int]) -> Owned:
    """The cells that some "?" owns; labels in binary, spread over land, keep two of them apart."""
    own = dict(zip(grid.cells, m.new(len(grid.cells)), strict=True))
    graph, literals = _spread(m, grid.neighbours, sea, own, clues, beyond=FALSE)
    index = {cell: vertex for vertex, cell in enumerate(own)}
    m.define(region(graph, literals, tuple(index[clue] for clue in clues)))
    labels = [m.new(len(own)) for _ in range((len(clues) - 1).bit_length())]
    for bit, label in enumerate(labels):
        for one, other in graph.edges:
            both = (-literals[one], -literals[other])
            m.define((*both, -label[one], label[other]), (*both, label[one], -label[other]))
        for number, clue in enumerate(clues):
            mine = label[index[clue]]
            m.post("N3", clue, any_of(mine if number >> bit & 1 else -mine))
    return own


def _spread(
    m: Model, neighbours: Neighbours, sea: Mapping[int, int] | Sequence[int], own: Owned, clues: list[int], beyond: int
) -> tuple[Graph, list[int]]:
    """Owned cells are land, a clue on land owns itself, and ownership spreads over land."""
    for clue in clues:
        m.define(any_of(sea[clue], own[clue]))
    for cell, literal in own.items():
        spreading = (any_of(-literal, sea[other], own.get(other, beyond)) for other in neighbours(cell))
        m.define(any_of(-literal, -sea[cell]), *spreading)
    return Graph.among(own, neighbours), list(own.values())
