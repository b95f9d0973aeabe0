"""Nurikabe as a model: which cells are sea, and for each number which cells it owns.

A number owns the white cells it is joined to, at most its number away; numbers "?" share one set of owned
cells, and labels keep them apart.  An island that is too large may own cells beyond that distance, which
is what `over` stands for: with N4a it is false.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations

from masume.core.board import Board
from masume.core.grid import Grid, reach
from masume.core.layers import Options
from masume.modelling import FALSE, Graph, Model, any_of, connected, exactly, implies, region, skeleton, supported

MOST_OWNERS = 20  # of one cell; beyond that it takes too many pairs to tell them apart
Owned = dict[int, int]  # cell -> literal: the cell belongs to this number's island


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid = sea_alone(board.grid, board.options), board.grid
    sea = dict(zip(grid.cells, m.markings["shade"].variables, strict=True))
    clues = board.clues["numbers"]
    owners: dict[int, list[int]] = {cell: [] for cell in grid.cells}
    (over,) = m.new(1)
    overs = []
    for clue, number in clues.items():
        m.post("N1", clue, any_of(-sea[clue]))
        if isinstance(number, int):
            own, too_large = sized_island(m, grid, sea, clue, number)
            overs.append(too_large)
            for other in clues:
                if other in own and other != clue:
                    m.post("N3", (clue, other), any_of(-own[other]))
            for cell, literal in own.items():
                owners[cell].append(literal)
    if unsized := [clue for clue, number in clues.items() if not isinstance(number, int)]:
        for cell, literal in unsized_islands(m, grid, sea, unsized).items():
            owners[cell].append(literal)
    m.define(implies(over, *overs))
    for cell in grid.cells:
        m.post("N2", cell, any_of(sea[cell], over, *owners[cell]))
    state_what_follows(m, board, sea, owners.values())
    return m


def state_what_follows(m: Model, board: Board, sea: Mapping[int, int], owners: Iterable[list[int]]) -> None:
    """What all rules together imply: no cell is owned twice, and the sea is as large as the islands leave it."""
    grid, clues = board.grid, board.clues["numbers"]
    for owning in owners:
        if len(owning) <= MOST_OWNERS:
            m.redundant(*(any_of(-one, -other) for one, other in combinations(owning, 2)))
    sizes = [number for number in clues.values() if isinstance(number, int)]
    if len(sizes) == len(clues):
        size = len(grid.cells) - sum(sizes)
        m.redundant(exactly(size, sea.values()))
        if size > 1:  # then a cell of the sea has another beside it
            m.redundant(*supported(Graph.among(grid.cells, grid.neighbours), list(sea.values())))


@skeleton
def sea_alone(grid: Grid, options: Options) -> Model:
    """What holds on every board of a size: one sea without pools."""
    m = Model()
    sea = m.marks("shade", grid.cells, "sea", "island")
    m.post("N7", grid.board, connected(Graph.among(grid.cells, grid.neighbours), list(sea.values())))
    for block in grid.blocks(2, 2):
        m.post("N8", frozenset(block), any_of(*(-sea[cell] for cell in block)))
    return m


def sized_island(m: Model, grid: Grid, sea: Mapping[int, int], clue: int, number: int) -> tuple[Owned, int]:
    """The cells a number may own, and the literal that its island is too large."""
    distance = reach([clue], grid.neighbours, number - 1)
    own = dict(zip(distance, m.new(len(distance)), strict=True))
    (too_large,) = m.new(1)
    graph, literals = _spread(m, grid, sea, own, [clue], beyond=too_large)
    m.define(region(graph, literals, (0,)))
    m.define(implies(too_large, *(own[cell] for cell, away in distance.items() if away == number - 1)))
    m.post("N4a", clue, any_of(-too_large), region(graph, literals, (0,), most=number))
    m.post("N4b", clue, region(graph, literals, (0,), least=number))
    if number > 1:  # then an owned cell has another beside it
        beside = ([own[other] for other in grid.neighbours(cell) if other in own] for cell in own)
        m.redundant(*(implies(cell, *others) for cell, others in zip(literals, beside, strict=True)))
    return own, too_large


def unsized_islands(m: Model, grid: Grid, sea: Mapping[int, int], clues: list[int]) -> Owned:
    """The cells that some "?" owns; labels in binary, spread over land, keep two of them apart."""
    own = dict(zip(grid.cells, m.new(len(grid.cells)), strict=True))
    graph, literals = _spread(m, grid, sea, own, clues, beyond=FALSE)
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
    m: Model, grid: Grid, sea: Mapping[int, int], own: Owned, clues: list[int], beyond: int
) -> tuple[Graph, list[int]]:
    """Owned cells are land, a clue on land owns itself, and ownership spreads over land."""
    for clue in clues:
        m.define(any_of(sea[clue], own[clue]))
    for cell, literal in own.items():
        spreading = (any_of(-literal, sea[other], own.get(other, beyond)) for other in grid.neighbours(cell))
        m.define(any_of(-literal, -sea[cell]), *spreading)
    return Graph.among(own, grid.neighbours), list(own.values())
