"""What a page draws because of several marks: lit cells, the line around an inside, the pieces of a loop.

The page finds out by itself what changes with a mark; the sheet has the places, and how each looks.
"""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any, NamedTuple

from masume.core.board import Board
from masume.core.grid import Grid, forward_directions
from masume.core.layers import Layer, Value
from masume.core.look import Feedback, Look, LookPart, Outline, Path, Pieces, Rays, Satisfied
from masume.core.places import PlaceKind
from masume.drawing import layout
from masume.drawing.roles import Role
from masume.drawing.scene import Line, Polygon, Tone
from masume.drawing.scene_builder import MARK_WIDTH, Level
from masume.playing.coding import Glyphs, compress, write_point
from masume.playing.mark_looks import middle_of, shape_of


class _Context(NamedTuple):
    """What the words of a look are translated with; `part` is the number of the part."""

    board: Board
    look: Look
    glyphs: Glyphs
    part: int

    @property
    def grid(self) -> Grid:
        return self.board.grid

    def layer_number(self, name: str) -> int:
        return [layer.name for layer in self.board.genre.mark_layers].index(name)

    def layer(self, name: str) -> Layer:
        return self.board.genre.mark_layer(name)

    def value_number(self, layer: str, value: Value) -> int:
        return list(self.board.alphabet(self.layer(layer)).values).index(value)


def find_dependent_marks(board: Board, look: Look, glyphs: Glyphs) -> list[dict[str, Any]]:
    """Return the words of a look that depend on several marks, as a page needs them."""
    words: list[LookPart | Feedback] = [*look.parts, *look.feedback]
    found = (_translate(word, _Context(board, look, glyphs, number)) for number, word in enumerate(words))
    return [word for word in found if word is not None]


@singledispatch
def _translate(word: LookPart | Feedback, context: _Context) -> dict[str, Any] | None:
    """Return a word as plain data; None if it depends on single marks only."""
    return None


@_translate.register
def _translate_rays(word: Rays, context: _Context) -> dict[str, Any]:
    places = context.layer(word.layer).places(context.grid)
    index = {place: number for number, place in enumerate(places)}
    looks: dict[Any, int] = {}

    def look_of(cell: int) -> int:
        key = shape_of(context.grid, cell)
        if key not in looks:
            tint = Polygon((layout.cell_polygon(context.grid, cell),), Role.REMARK, Tone.TINT)
            group = (Level.TINT, context.part)
            looks[key] = context.glyphs.add_look({group: [tint]}, middle_of(context.grid, cell))
        return looks[key]

    return {
        "word": "rays",
        "layer": context.layer_number(word.layer),
        "value": context.value_number(word.layer, word.mark),
        "groups": [[index[cell] for cell in cells] for cells in _corridors(context.board, word.stopped_by)],
        "look": compress([look_of(place) for place in places]),
    }


def _corridors(board: Board, stopped_by: str) -> Iterator[list[int]]:
    """Yield the straight stretches of cells between cells with a clue, also those of a single cell."""
    stops = board.clues[stopped_by]
    for direction in forward_directions(board.grid):
        for run in board.grid.straight_runs(direction):
            cells: list[int] = []
            for cell in run:
                if cell in stops:
                    yield from filter(None, [cells])
                    cells = []
                else:
                    cells.append(cell)
            yield from filter(None, [cells])


@_translate.register
def _translate_outline(word: Outline, context: _Context) -> dict[str, Any]:
    grid = context.grid
    index = {cell: number for number, cell in enumerate(context.layer(word.layer).places(grid))}
    looks: dict[Any, int] = {}

    def look_of(edge: int) -> int:
        key = shape_of(grid, edge)
        if key not in looks:
            line = Line(tuple(map(grid.point, grid.ends(edge))), Role.MARK, MARK_WIDTH)
            looks[key] = context.glyphs.add_look({(Level.REST, context.part): [line]}, middle_of(grid, edge))
        return looks[key]

    return {
        "word": "outline",
        "layer": context.layer_number(word.layer),
        "inside": context.value_number(word.layer, word.inside),
        "outside": context.value_number(word.layer, word.outside),
        "edges": [
            {
                "at": write_point(middle_of(grid, edge)),
                "look": look_of(edge),
                "cells": [index[cell] for cell in grid.cells_beside(edge)],
            }
            for edge in grid.edges
        ],
    }


@_translate.register
def _translate_pieces(word: Pieces, context: _Context) -> dict[str, Any]:
    layer = context.layer(word.layer)
    return {
        "word": "pieces",
        "layer": context.layer_number(word.layer),
        "value": context.value_number(word.layer, word.mark),
        "joints": [list(joints_of(context.grid, context.look, layer, place)) for place in layer.places(context.grid)],
    }


@_translate.register
def _translate_satisfied(word: Satisfied, context: _Context) -> None:
    return None  # `positions` finds out which clues are satisfied


def joints_of(grid: Grid, look: Look, layer: Layer, place: int) -> Iterable[int]:
    """Return where a mark hangs together with others: the ends of an edge, or the edges of a cell."""
    if layer.kind is PlaceKind.CELL:
        return grid.edges_of(place) if "edges" in grid.abilities else ()
    return nodes_of(grid, look, layer, place)


def nodes_of(grid: Grid, look: Look, layer: Layer, edge: int) -> tuple[int, ...]:
    """Return what a line at an edge joins: the cells beside it if the look draws lines across edges, or its ends."""
    goes_across = any(isinstance(part, Path) and part.layer == layer.name for part in look.parts)
    return tuple(grid.cells_beside(edge)) if goes_across else grid.ends(edge)
