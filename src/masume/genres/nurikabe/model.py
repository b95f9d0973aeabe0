"""The model of Nurikabe: one literal per sea cell, and for each number the cells that it owns.

A number owns the land connected to it, as far as an island of its size can reach.  The clues "?" share one set of
owned cells; binary labels keep their islands apart.  `any_too_large` is true if the island of some number is too
large and may contain land beyond that distance; rule N4a makes it false.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import combinations

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.modelling import (
    FALSE,
    Model,
    Restatement,
    RuleInstance,
    any_of,
    cell_graph,
    connected,
    exactly,
    implies,
    no_isolated_vertex,
    not_all,
    region,
    skeleton,
    spread_ownership,
    template,
)

MAX_OWNERS = 20  # possible owners of one cell; with more, there would be too many pairs of owners to exclude


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    grid, clues = board.grid, board.clues["numbers"]
    sizes = [number for number in clues.values() if isinstance(number, int)]
    sea_size = len(grid.cells) - sum(sizes) if len(sizes) == len(clues) else None
    m = build_sea(grid, board.options)
    sea = m.literals("shade")
    owners: dict[int, list[int]] = {cell: [sea[cell]] for cell in grid.cells}
    too_large_islands = []
    land = [-literal for literal in sea.values()]
    for clue, number in clues.items():
        m.post("N1", clue, any_of(-sea[clue]))
        if isinstance(number, int):
            cells = grid.within(clue, number - 1)
            own, too_large = add_sized_island(m, grid, land, clue, number, cells)
            too_large_islands.append(too_large)
            for cell, literal in zip(cells, own, strict=True):
                owners[cell].append(literal)
            for other in clues.keys() & cells:
                if other != clue:
                    m.post("N3", (clue, other), any_of(-own[bisect_left(cells, other)]))
    if unsized := [clue for clue, number in clues.items() if not isinstance(number, int)]:
        for cell, literal in zip(grid.cells, add_unsized_islands(m, grid, land, unsized), strict=True):
            owners[cell].append(literal)
    (any_too_large,) = m.new_literals(1)
    m.define(implies(any_too_large, *too_large_islands))
    sized = tuple(RuleInstance("N4a", clue) for clue, number in clues.items() if isinstance(number, int))
    for cell, owning in owners.items():
        post_owners(m, (cell, sized), [any_too_large, *owning])
    if sea_size is not None:
        post_sea_size(m, grid, list(sea.values()), sea_size)
    return m


def post_sea_size(m: Model, grid: Grid, sea: Sequence[int], size: int) -> None:
    """Post the size of the sea, which follows from the sizes of all islands."""
    m.post_redundant(exactly(size, sea))
    if size > 1:  # then every sea cell has a sea cell beside it
        m.post_redundant(no_isolated_vertex(cell_graph(grid), sea))


@skeleton
def build_sea(grid: Grid, options: Options) -> Model:
    """Return the part of the model that does not depend on clues: one sea without pools."""
    m = Model()
    sea = m.add_marks("shade", grid.cells, "sea", "island")
    m.post("N7", grid.board, connected(cell_graph(grid), list(sea.values())))
    blocks = grid.blocks(2, 2)
    sea_in = [tuple(map(sea.__getitem__, block)) for block in blocks]
    m.post_each("N8", [frozenset(block) for block in blocks], sea_in, not_all)
    return m


@template
def post_owners(m: Model, place: tuple[int, tuple[RuleInstance, ...]], literals: Sequence[int]) -> None:
    """Post that a cell is sea or owned, unless an island is too large.

    The place is the cell, and the rule instances that forbid too large islands.  The literals are `any_too_large`, the
    cell's sea literal and those of its possible owners.
    """
    cell, none_too_large = place
    m.post("N2", cell, any_of(*literals), explained_as=lambda: Restatement(any_of(*literals[1:]), none_too_large))
    owners = literals[2:]
    if len(owners) <= MAX_OWNERS:  # because of N3 no cell has two owners
        m.post_redundant(*(any_of(-first, -second) for first, second in combinations(owners, 2)))


def add_sized_island(
    m: Model, grid: Grid, land: Sequence[int], clue: int, number: int, cells: Sequence[int]
) -> tuple[Sequence[int], int]:
    """Add the island of a number; return the literals that it owns each of `cells`, and that it is too large."""
    own, (too_large,) = m.new_literals(len(cells)), m.new_literals(1)
    part, root = cell_graph(grid).subgraph(_vertices(grid, cells)), bisect_left(cells, clue)
    m.define(spread_ownership(part, own, land, (root,), beyond=too_large), region(part, own, (root,)))
    nearer = set(grid.within(clue, number - 2)) if number > 1 else set()  # not at the largest distance
    m.define(implies(too_large, *(literal for cell, literal in zip(cells, own, strict=True) if cell not in nearer)))
    m.post("N4a", clue, any_of(-too_large), region(part, own, (root,), max_size=number))
    m.post("N4b", clue, region(part, own, (root,), min_size=number))
    if number > 1:  # then every owned cell has an owned cell beside it
        m.post_redundant(no_isolated_vertex(part, own))
    return own, too_large


def add_unsized_islands(m: Model, grid: Grid, land: Sequence[int], clues: list[int]) -> Sequence[int]:
    """Add the islands of the clues "?"; return the literals that one of them owns each cell of the grid.

    All cells of an island have the binary label of its clue, so that two clues cannot share an island.
    """
    graph, own = cell_graph(grid), m.new_literals(len(grid.cells))
    part, roots = graph.subgraph(range(graph.size)), tuple(_vertices(grid, clues))
    m.define(spread_ownership(part, own, land, roots, beyond=FALSE), region(graph, own, roots))
    labels = [m.new_literals(len(own)) for _ in range((len(clues) - 1).bit_length())]
    for bit, label in enumerate(labels):
        for first, second in graph.edges:
            both = (-own[first], -own[second])
            m.define((*both, -label[first], label[second]), (*both, label[first], -label[second]))
        for number, (clue, root) in enumerate(zip(clues, roots, strict=True)):
            m.post("N3", clue, any_of(label[root] if number >> bit & 1 else -label[root]))
    return own


def _vertices(grid: Grid, cells: Sequence[int]) -> Sequence[int]:
    """Return the vertices of some cells in the graph of all cells."""
    everywhere = grid.cells
    return cells if isinstance(everywhere, range) else [bisect_left(everywhere, cell) for cell in cells]
