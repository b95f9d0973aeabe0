"""Patterns: what several genres say in the same way, stated under the rules that they name."""

from collections.abc import Mapping, Sequence
from itertools import islice

from masume.core.grid import Grid, sight
from masume.modelling.graph import Graph
from masume.modelling.kernel import any_of, connected, supported
from masume.modelling.model import Model, template
from masume.modelling.runs import run


def shade_single_cells(m: Model, grid: Grid, shaded: Mapping[int, int], *, apart: str, joined: str) -> None:
    """No two shaded cells share a side (rule `apart`), and the other cells are connected (rule `joined`)."""
    for cell in grid.cells:
        for other in grid.neighbours(cell):
            if cell < other:
                m.post(apart, (cell, other), any_of(-shaded[cell], -shaded[other]))
    graph, clear = Graph.among(grid.cells, grid.neighbours), [-shaded[cell] for cell in grid.cells]
    m.post(joined, grid.board, connected(graph, clear))
    if graph.has_two_apart:  # of each two neighbours one is clear, so two cells at least are
        m.redundant(*supported(graph, clear))


def see_cells(
    m: Model, grid: Grid, clue: int, number: int, clear: Mapping[int, int], *, too_many: str, too_few: str
) -> None:
    """A clear cell sees as many clear cells as its number says, itself included, up to the first that is not clear."""
    rays = [cells[:number] for cells in sight(grid, clue)]  # beyond that it sees too many anyway
    literals = [clear[clue], *[clear[cell] for cells in rays for cell in cells]]
    _seen(m, clue, literals, tuple(map(len, rays)), number, too_many, too_few)


@template
def _seen(
    m: Model, clue: int, literals: Sequence[int], lengths: tuple[int, ...], number: int, too_many: str, too_few: str
) -> None:
    clear, *beyond = literals
    rest = iter(beyond)
    rays = [list(islice(rest, length)) for length in lengths]
    m.post(too_many, clue, run(rays, high=number - 1, when=clear))
    m.post(too_few, clue, run(rays, low=number - 1, when=clear))
