"""The model of Slitherlink: one literal per edge."""

from collections.abc import Sequence

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.core.tracks import corner_track
from masume.genres.slitherlink.rules import visits_all
from masume.modelling import (
    Graph,
    Model,
    Restatement,
    RuleInstance,
    any_of,
    at_least,
    at_most,
    exactly,
    route,
    skeleton,
    template,
    zero_or_two,
)


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    m, grid = build_loop(board.grid, board.options), board.grid
    line = m.literals("loop")
    for cell, number in board.clues["numbers"].items():
        if isinstance(number, int):
            post_number(m, cell, [line[edge] for edge in grid.edges_of(cell)], number)
    return m


@template
def post_number(m: Model, cell: int, around: Sequence[int], number: int) -> None:
    """Post that the loop takes this many of the edges around a cell."""
    m.post("S1a", cell, at_most(number, around))
    m.post(
        "S1b",
        cell,
        at_least(number, around),
        explained_as=lambda: Restatement(exactly(number, around), rests_on=(RuleInstance("S1a", cell),)),
    )


@skeleton
def build_loop(grid: Grid, options: Options) -> Model:
    """Return the part of the model that does not depend on clues: there is one loop."""
    m = Model()
    line = m.add_marks("loop", grid.edges, "line", "cross")
    lines_at = [tuple(map(line.__getitem__, grid.edges_at(corner))) for corner in grid.corners]
    m.post_each("S2", grid.corners, lines_at, zero_or_two)
    if visits_all(options):
        for corner, here in zip(grid.corners, lines_at, strict=True):
            m.post("S4", corner, any_of(*here))
    m.post("S3", grid.board, any_of(*line.values()), route(Graph.from_track(corner_track(grid)), list(line.values())))
    return m
