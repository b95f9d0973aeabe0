"""Nurikabe as a model: which cells are sea, and for each number which cells it owns.

A number owns the white cells it is joined to, at most its number away; numbers "?" share one set of owned
cells, and labels keep them apart.  An island that is too large may own cells beyond that distance, which
is what `over` stands for: with N4a it is false.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import combinations

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.modelling import (
    FALSE,
    Instance,
    Model,
    any_of,
    cell_graph,
    connected,
    exactly,
    implies,
    region,
    skeleton,
    spread,
    supported,
    template,
)

MOST_OWNERS = 20  # of one cell; beyond that it takes too many pairs to tell them apart


def state(board: Board) -> Model:
    """State a board's rules."""
    grid, clues = board.grid, board.clues["numbers"]
    sizes = [number for number in clues.values() if isinstance(number, int)]
    size = len(grid.cells) - sum(sizes) if len(sizes) == len(clues) else None  # of the sea
    m = sea_alone(grid, board.options, size is not None and size > 1)
    sea = dict(zip(grid.cells, m.markings["shade"].variables, strict=True))
    owners: dict[int, list[int]] = {cell: [sea[cell]] for cell in grid.cells}
    overs = []
    land = [-literal for literal in sea.values()]
    for clue, number in clues.items():
        m.post("N1", clue, any_of(-sea[clue]))
        if isinstance(number, int):
            cells = grid.within(clue, number - 1)
            own, too_large = sized_island(m, grid, land, clue, number, cells)
            overs.append(too_large)
            for cell, literal in zip(cells, own, strict=True):
                owners[cell].append(literal)
            for other in clues.keys() & cells:
                if other != clue:
                    m.post("N3", (clue, other), any_of(-own[cells.index(other)]))
    if unsized := [clue for clue, number in clues.items() if not isinstance(number, int)]:
        for cell, literal in zip(grid.cells, unsized_islands(m, grid, land, unsized), strict=True):
            owners[cell].append(literal)
    (over,) = m.new(1)
    m.define(implies(over, *overs))
    sized = [Instance("N4a", clue) for clue, number in clues.items() if isinstance(number, int)]
    for cell, owning in owners.items():
        state_owners(m, cell, [over, *owning])
        m.read("N2", cell, any_of, *owning, rests_on=sized)  # no island is too large
    if size is not None:  # which follows: the sea is as large as the islands leave it
        m.redundant(exactly(size, sea.values()))
    return m


@skeleton
def sea_alone(grid: Grid, options: Options, has_several_cells: bool) -> Model:
    """What holds on every board of a size: one sea without pools."""
    m = Model()
    sea = m.marks("shade", grid.cells, "sea", "island")
    m.post("N7", grid.board, connected(cell_graph(grid), list(sea.values())))
    for block in grid.blocks(2, 2):
        m.post("N8", frozenset(block), any_of(*(-sea[cell] for cell in block)))
    if has_several_cells:  # then a cell of the sea has another beside it
        m.redundant(supported(cell_graph(grid), list(sea.values())))
    return m


@template
def state_owners(m: Model, cell: int, literals: Sequence[int]) -> None:
    """A cell is sea or owned, unless an island is too large; which follows: it is not owned twice."""
    m.post("N2", cell, any_of(*literals))
    owning = literals[2:]
    if len(owning) <= MOST_OWNERS:
        m.redundant(*(any_of(-one, -other) for one, other in combinations(owning, 2)))


def sized_island(
    m: Model, grid: Grid, land: Sequence[int], clue: int, number: int, cells: Sequence[int]
) -> tuple[Sequence[int], int]:
    """The literals of the cells that a number may own, and the one that its island is too large."""
    own, (too_large,) = m.new(len(cells)), m.new(1)
    part, root = cell_graph(grid).part(_vertices(grid, cells)), cells.index(clue)
    m.define(spread(part, own, land, (root,), beyond=too_large), region(part, own, (root,)))
    nearer = set(grid.within(clue, number - 2)) if number > 1 else set()
    m.define(implies(too_large, *(literal for cell, literal in zip(cells, own, strict=True) if cell not in nearer)))
    m.post("N4a", clue, any_of(-too_large), region(part, own, (root,), most=number))
    m.post("N4b", clue, region(part, own, (root,), least=number))
    if number > 1:  # then an owned cell has another beside it
        m.redundant(supported(part, own))
    return own, too_large


def unsized_islands(m: Model, grid: Grid, land: Sequence[int], clues: list[int]) -> Sequence[int]:
    """The literals of the cells that some "?" owns; labels in binary, spread over land, keep two of them apart."""
    graph, own = cell_graph(grid), m.new(len(grid.cells))
    part, roots = graph.part(range(graph.size)), tuple(_vertices(grid, clues))
    m.define(spread(part, own, land, roots, beyond=FALSE), region(graph, own, roots))
    labels = [m.new(len(own)) for _ in range((len(clues) - 1).bit_length())]
    for bit, label in enumerate(labels):
        for one, other in graph.edges:
            both = (-own[one], -own[other])
            m.define((*both, -label[one], label[other]), (*both, label[one], -label[other]))
        for number, (clue, root) in enumerate(zip(clues, roots, strict=True)):
            m.post("N3", clue, any_of(label[root] if number >> bit & 1 else -label[root]))
    return own


def _vertices(grid: Grid, cells: Sequence[int]) -> Sequence[int]:
    """The numbers of cells in the graph of all cells."""
    everywhere = grid.cells
    return cells if isinstance(everywhere, range) else [bisect_left(everywhere, cell) for cell in cells]
