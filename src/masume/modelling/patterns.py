"""Patterns: what several genres say in the same way, stated under the rules that they name."""

from collections.abc import Mapping

from masume.core.grid import Grid, ray
from masume.modelling.graph import Graph
from masume.modelling.kernel import any_of, connected, supported
from masume.modelling.model import Model
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
    rays = [[clear[cell] for cell in ray(grid, clue, direction)] for direction in grid.directions]
    m.post(too_many, clue, run(rays, high=number - 1, when=clear[clue]))
    m.post(too_few, clue, run(rays, low=number - 1, when=clear[clue]))
