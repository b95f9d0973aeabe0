"""Masyu as a model: one literal per edge that the loop can cross."""

from collections.abc import Sequence
from itertools import combinations

from masume.core.board import Board
from masume.core.grid import Grid, once_per_place
from masume.core.layers import Options
from masume.core.tracks import across_edges
from masume.genres.masyu.rules import visits_all
from masume.modelling import FALSE, Graph, Model, any_of, implies, passed_once_or_never, route, skeleton, template


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid = loop_alone(board.grid, board.options), board.grid
    line = dict(zip(across_edges(grid).steps, m.markings["loop"].variables, strict=True))
    for cell, colour in board.clues["circles"].items():
        literals = [line.get(step, FALSE) for step in ways_out(grid, cell)]
        (state_white if colour == "white" else state_black)(m, cell, literals)
    return m


@once_per_place
def ways_out(grid: Grid, cell: int) -> Sequence[int]:
    """In each direction the edge over which one leaves a cell, and the one after it straight on (or itself again)."""
    ahead = (grid.step(cell, way) for way in grid.directions)
    onward = (grid.edges_of(cell if other is None else other) for other in ahead)
    return [edge for way, edges in enumerate(onward) for edge in (grid.edges_of(cell)[way], edges[way])]


@template
def state_white(m: Model, cell: int, literals: Sequence[int]) -> None:
    """The loop goes straight through a white circle, and not straight on through both cells beside it."""
    out, onward = literals[::2], literals[1::2]
    half = len(out) // 2
    m.post("M2", cell, any_of(*out[:half]))
    for one, other in combinations(range(len(out)), 2):
        if other == one + half:
            m.post("M2", cell, implies(out[one], out[other]), implies(out[other], out[one]))
            m.post("M2", cell, any_of(-out[one], -out[other], -onward[one], -onward[other]))
        else:
            m.post("M2", cell, any_of(-out[one], -out[other]))


@template
def state_black(m: Model, cell: int, literals: Sequence[int]) -> None:
    """The loop turns in a black circle, and goes straight through the cells beside it."""
    out, onward = literals[::2], literals[1::2]
    half = len(out) // 2
    for axis in range(half):  # it takes two ways, one of which is not along this axis
        m.post("M3", cell, any_of(*(way for number, way in enumerate(out) if number % half != axis)))
    m.post("M3", cell, *(any_of(-one, -other) for one, other in zip(out[:half], out[half:], strict=True)))
    m.post("M3", cell, *(implies(one, beyond) for one, beyond in zip(out, onward, strict=True)))


@skeleton
def loop_alone(grid: Grid, options: Options) -> Model:
    """What holds on every board of a size: there is one loop."""
    m, track = Model(), across_edges(grid)
    line = m.marks("loop", track.steps, "line", "cross")
    for cell in grid.cells:
        here = [line[step] for step in track.steps_at[cell]]
        m.post("M1", cell, *passed_once_or_never(here))
        if visits_all(options):
            m.post("M4", cell, any_of(*here))
    m.post("M1", grid.board, any_of(*line.values()), route(Graph.of(track), list(line.values())))
    return m
