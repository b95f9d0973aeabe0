"""Masyu as a model: one literal per edge that the loop can cross."""

from collections.abc import Mapping

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.core.tracks import across_edges
from masume.genres.masyu.rules import passages, visits_all
from masume.modelling import FALSE, Graph, Model, any_of, implies, passed_once_or_never, route, skeleton


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid = loop_alone(board.grid, board.options), board.grid
    track = across_edges(grid)
    line = dict(zip(track.steps, m.markings["loop"].variables, strict=True))
    for cell, colour in board.clues["circles"].items():
        rule = "M2" if colour == "white" else "M3"
        m.post(rule, cell, any_of(*(line[step] for step in track.steps_at[cell])))
        (state_white if colour == "white" else state_black)(m, grid, cell, line)
    return m


def state_white(m: Model, grid: Grid, cell: int, line: Mapping[int, int]) -> None:
    """The loop goes straight through a white circle, and not straight on through both cells beside it."""
    for way in passages(grid, cell):
        one, other = (line[step] for step in way.taken)
        if way.straight:
            m.post("M2", cell, implies(one, other), implies(other, one))
            m.post("M2", cell, any_of(-one, -other, *(-line.get(step, FALSE) for step in way.beyond)))
        else:
            m.post("M2", cell, any_of(-one, -other))


def state_black(m: Model, grid: Grid, cell: int, line: Mapping[int, int]) -> None:
    """The loop turns in a black circle, and goes straight through the cells beside it."""
    ways = passages(grid, cell)
    m.post("M3", cell, *(any_of(*(-line[step] for step in way.taken)) for way in ways if way.straight))
    onward = {step: beyond for way in ways for step, beyond in zip(way.taken, way.beyond, strict=True)}
    m.post("M3", cell, *(implies(line[step], line.get(beyond, FALSE)) for step, beyond in onward.items()))


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
