"""The model of Masyu: one literal per edge that the loop can cross."""

from collections.abc import Sequence
from itertools import combinations

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.core.tracks import cell_track
from masume.genres.masyu.rules import edges_ahead, visits_all
from masume.modelling import FALSE, Graph, Model, any_of, implies, route, skeleton, template, zero_or_two


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    m, grid = build_loop(board.grid, board.options), board.grid
    line = m.literals("loop")
    for cell, colour in board.clues["circles"].items():
        literals = [line.get(edge, FALSE) for edge in edges_ahead(grid, cell)]
        (post_white if colour == "white" else post_black)(m, cell, literals)
    return m


@template
def post_white(m: Model, cell: int, literals: Sequence[int]) -> None:
    """Post that the loop goes straight through a white circle, but not straight through both cells beside it."""
    out, onward = literals[::2], literals[1::2]
    half = len(out) // 2
    m.post("M2", cell, any_of(*out[:half]))
    for i, j in combinations(range(len(out)), 2):
        if j == i + half:  # opposite directions
            m.post("M2", cell, implies(out[i], out[j]), implies(out[j], out[i]))
            m.post("M2", cell, any_of(-out[i], -out[j], -onward[i], -onward[j]))
        else:
            m.post("M2", cell, any_of(-out[i], -out[j]))


@template
def post_black(m: Model, cell: int, literals: Sequence[int]) -> None:
    """Post that the loop turns in a black circle and goes straight through the cells beside it."""
    out, onward = literals[::2], literals[1::2]
    half = len(out) // 2
    for axis in range(half):  # the loop takes two edges, one of which is not on this axis
        m.post("M3", cell, any_of(*(edge for index, edge in enumerate(out) if index % half != axis)))
    m.post("M3", cell, *(any_of(-edge, -opposite) for edge, opposite in zip(out[:half], out[half:], strict=True)))
    m.post("M3", cell, *(implies(edge, next_edge) for edge, next_edge in zip(out, onward, strict=True)))


@skeleton
def build_loop(grid: Grid, options: Options) -> Model:
    """Return the part of the model that does not depend on clues: there is one loop."""
    m, track = Model(), cell_track(grid)
    line = m.add_marks("loop", track.edges, "line", "cross")
    lines_at = [tuple(map(line.__getitem__, track.edges_at[cell])) for cell in grid.cells]
    m.post_each("M1", grid.cells, lines_at, zero_or_two)
    if visits_all(options):
        for cell, here in zip(grid.cells, lines_at, strict=True):
            m.post("M4", cell, any_of(*here))
    m.post("M1", grid.board, any_of(*line.values()), route(Graph.from_track(track), list(line.values())))
    return m
