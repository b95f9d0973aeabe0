"""The sheet of a board: everything that a page needs to show it and to let somebody play it, as plain data.

The shapes are those of pictures: the sheet has what never changes as SVG, and each mark as a glyph that a page puts on
a place and takes off again.  `web/types.js` describes the result.
"""

from collections.abc import Sequence
from typing import Any

from masume import genres
from masume.core.board import Board
from masume.core.grid import place_name
from masume.core.layers import Layer, Symbols
from masume.core.look import Look, Satisfied
from masume.core.phrases import describe_value
from masume.core.places import Place, PlaceKind
from masume.core.plain_data import layers_to_dict, value_to_data
from masume.core.square import SquareGrid
from masume.drawing import board_scene
from masume.drawing.roles import Role
from masume.drawing.scene import Shape
from masume.drawing.scene_builder import Level, SceneBuilder
from masume.drawing.titles import describe_picture
from masume.playing.boards import key_of, link_of, marks_of, puzzle_of, puzzlink_of
from masume.playing.cells import write_cells
from masume.playing.coding import LEVELS, UNIT, Glyphs, GroupKey, write_point, write_shapes
from masume.playing.dependent_marks import find_dependent_marks
from masume.playing.inputs import write_inputs
from masume.playing.mark_looks import DEPENDENT_PARTS, MarkLooks, add_numbered_parts, middle_of
from masume.playing.specimens import example_pictures

_LATTICE_PART = -1  # drawn before all parts of the look


def sheet_of(board: Board) -> dict[str, Any]:
    """Return the sheet of a board."""
    look: Look = genres.load_part(board.genre, "look", "LOOK")
    puzzle, glyphs = board.with_marks({}), Glyphs()
    layers = [_write_layer(puzzle, look, layer, glyphs) for layer in board.genre.mark_layers]
    dependent, cells = find_dependent_marks(puzzle, look, glyphs), write_cells(puzzle, glyphs)
    base = _Base(puzzle, look)
    groups = sorted(base.groups | glyphs.groups)
    return {
        "key": key_of(board),
        "puzzle": puzzle_of(board),
        "marks": marks_of(board),
        "title": describe_picture(puzzle),
        "size": f"{board.grid.rows}x{board.grid.columns}" if isinstance(board.grid, SquareGrid) else "",
        "info": dict(board.info),
        "genre": _write_genre(board),
        "link": link_of(board),
        "puzzlink": puzzlink_of(board),
        "unit": UNIT,
        "box": base.box,
        "coordinates": base.coordinates,
        "groups": [{"level": LEVELS[key[0]], "base": base.write_group(key)} for key in groups],
        "glyphs": glyphs.texts,
        "looks": glyphs.write_looks(groups),
        "cells": cells,
        "layers": layers,
        "inputs": write_inputs(puzzle, look),
        "derived": dependent,
        "clues": base.write_clues(groups),
    }


def _write_genre(board: Board) -> dict[str, Any]:
    genre = board.genre
    return {
        "name": genre.name,
        "title": genre.title,
        "names": list(genre.names[1:]),
        "sentence": genres.describe(genre),
        "rules": [{"id": rule.id, "sentence": rule.sentence} for rule in genre.rules(board.options)],
        "example": example_pictures(genre),
    }


def _write_layer(board: Board, look: Look, layer: Layer, glyphs: Glyphs) -> dict[str, Any]:
    """Return a layer of marks with the looks of all its values."""
    grid, alphabet, places = board.grid, board.alphabet(layer), layer.places(board.grid)
    values = list(alphabet.values)
    index = {place: number for number, place in enumerate(places)}
    looks = MarkLooks(board, look, layer, glyphs)
    notes = [looks.of_note(value) for value in values]
    return {
        "name": layer.name,
        "kind": layer.kind.value,
        "places": list(map(grid.name, places)),
        "at": [write_point(middle_of(grid, place)) for place in places],
        "values": [value_to_data(value) for value in values],
        "signs": [alphabet.format(value) for value in values],
        "words": [_value_in_words(board, layer, value) for value in values],
        "standard": -1 if layer.default is None else values.index(layer.default),
        "marks": [looks.of_value(value) for value in values],
        "trial": [looks.of_value(value, Role.TRIAL) for value in values],
        "notes": [] if None in notes else notes,
        "given": layers_to_dict(grid, board.given).get(layer.name, {}),
        "around": [
            [index[place] for place in _places_around(board, layer, cell) if place in index] for cell in grid.cells
        ],
    }


def _value_in_words(board: Board, layer: Layer, value: Any) -> str:
    """Return a value in words; its name if its phrase is a whole sentence."""
    words = describe_value(board, layer.name, value)
    return str(value) if "{" in words and isinstance(board.alphabet(layer), Symbols) else words


def _places_around(board: Board, layer: Layer, cell: int) -> tuple[int, ...]:
    """Return the places of a layer that a cell leads to: itself, its edges or its corners."""
    match layer.kind:
        case PlaceKind.EDGE:
            return tuple(board.grid.edges_of(cell))
        case PlaceKind.CORNER:
            return tuple(board.grid.corners_of(cell))
    return (cell,)


class _Base:
    """What never changes on a board: the lattice, clues and given marks, and coordinates around them."""

    def __init__(self, puzzle: Board, look: Look) -> None:
        builder = SceneBuilder(puzzle, look, Role.MARK, shows_every_mark=True)
        board_scene.draw_lattice(builder, look.lattice)
        self._shapes = {(level, _LATTICE_PART): shapes for level, shapes in builder.take_shapes().items() if shapes}
        self._shapes |= add_numbered_parts(look, builder, lambda part: not isinstance(part, DEPENDENT_PARTS))
        fading = {word.layer for word in look.feedback if isinstance(word, Satisfied)}
        self._fading = {clue.shape: clue for clue in builder.clue_shapes if clue.layer in fading}
        self._grid = puzzle.grid
        drawn = [shape for shapes in self._shapes.values() for shape in shapes]
        left, top, right, bottom = board_scene.bounding_box(puzzle.grid, drawn)
        if isinstance(puzzle.grid, SquareGrid):
            left, top = board_scene.draw_coordinates(builder, left, top)
        self.coordinates = write_shapes(builder.take_shapes()[Level.REST])
        margin = board_scene.MARGIN
        self.box = [
            *write_point((left - margin, top - margin)),
            *write_point((right - left + 2 * margin, bottom - top + 2 * margin)),
        ]

    @property
    def groups(self) -> set[GroupKey]:
        """The groups in which something is drawn."""
        return set(self._shapes)

    def write_group(self, key: GroupKey) -> str:
        """Return what never changes in a group as SVG."""
        return write_shapes(shape for shape in self._shapes.get(key, ()) if shape not in self._fading)

    def write_clues(self, groups: Sequence[GroupKey]) -> list[dict[str, Any]]:
        """Return the clues that can fade, each with its group."""
        shapes: dict[tuple[str, Place, int], list[Shape]] = {}
        for number, key in enumerate(groups):
            for shape in self._shapes.get(key, ()):
                if clue := self._fading.get(shape):
                    shapes.setdefault((clue.layer, clue.place, number), []).append(shape)
        return [
            {"layer": layer, "place": place_name(self._grid, place), "group": group, "svg": write_shapes(drawn)}
            for (layer, place, group), drawn in shapes.items()
        ]
