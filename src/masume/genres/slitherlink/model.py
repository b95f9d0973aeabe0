"""Slitherlink as a model: one literal per edge."""

from collections.abc import Sequence

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.core.tracks import along_edges
from masume.genres.slitherlink.rules import visits_all
from masume.modelling import (
    Graph,
    Instance,
    Model,
    any_of,
    at_least,
    at_most,
    exactly,
    passed_once_or_never,
    route,
    skeleton,
    template,
)


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid = loop_alone(board.grid, board.options), board.grid
    line = dict(zip(grid.edges, m.markings["loop"].variables, strict=True))
    for cell, number in board.clues["numbers"].items():
        if isinstance(number, int):
            around = [line[edge] for edge in grid.edges_of(cell)]
            state_number(m, cell, around, number)
            m.read("S1b", cell, exactly, number, around, rests_on=[Instance("S1a", cell)])
    return m


@template
def state_number(m: Model, cell: int, around: Sequence[int], number: int) -> None:
    """The loop takes so many of the edges around a cell."""
    m.post("S1a", cell, at_most(number, around))
    m.post("S1b", cell, at_least(number, around))


@skeleton
def loop_alone(grid: Grid, options: Options) -> Model:
    """What holds on every board of a size: there is one loop."""
    m = Model()
    line = m.marks("loop", grid.edges, "line", "cross")
    for corner in grid.corners:
        here = [line[edge] for edge in grid.edges_at(corner)]
        m.post("S2", corner, *passed_once_or_never(here))
        if visits_all(options):
            m.post("S4", corner, any_of(*here))
    m.post("S3", grid.board, any_of(*line.values()), route(Graph.of(along_edges(grid)), list(line.values())))
    return m
