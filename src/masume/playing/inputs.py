"""How marks are put on a board by a player, as plain data: from the genre's `input.py`, or from its layers."""

import importlib.util
from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from masume import genres
from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.grid import runs
from masume.core.input import Cycle, Digits, Input, Lines
from masume.core.layers import Layer, Numbers, Where
from masume.core.look import Look, Path, Stroke
from masume.core.phrases import capitalize, name_with_clue
from masume.core.places import Place
from masume.playing.coding import write_point
from masume.playing.dependent_marks import nodes_of
from masume.playing.mark_looks import middle_of


def write_inputs(board: Board, look: Look) -> list[dict[str, Any]]:
    """Return the inputs of a board as plain data, the usual one first."""
    return [_write_input(each, board, look) for each in inputs_of(board, look)]


def inputs_of(board: Board, look: Look) -> Sequence[Input]:
    """Return the inputs that the genre declares, or one for each layer of marks."""
    declared = _declared_inputs(board.genre)
    return declared or [_usual_input(board, look, layer) for layer in board.genre.mark_layers]


def _declared_inputs(genre: Genre) -> Sequence[Input]:
    if importlib.util.find_spec(f"{genre.package}.input") is None:
        return ()
    inputs: Sequence[Input] = genres.load_part(genre, "input", "INPUTS")
    return inputs


def _usual_input(board: Board, look: Look, layer: Layer) -> Input:
    for part in look.parts:
        if isinstance(part, Stroke | Path) and part.layer == layer.name:
            return Lines(layer.name, part.on, part.off)
    alphabet = board.alphabet(layer)
    if isinstance(alphabet, Numbers):
        return Digits(layer.name)
    # First what the solver looks for, then what fills the rest.
    return Cycle(layer.name, tuple(sorted(alphabet.values, key=lambda value: value == layer.default)))


@singledispatch
def _write_input(each: Input, board: Board, look: Look) -> dict[str, Any]:
    """Return an input as plain data, with layers and values by number."""
    raise TypeError(f"no page knows {each}")


def _head(kind: str, board: Board, layer: str) -> dict[str, Any]:
    names = [each.name for each in board.genre.mark_layers]
    return {"kind": kind, "title": capitalize(layer), "layer": names.index(layer)}


@_write_input.register
def _write_cycle(each: Cycle, board: Board, look: Look) -> dict[str, Any]:
    layer = board.genre.mark_layer(each.layer)
    values, places = list(board.alphabet(layer).values), layer.places(board.grid)
    taken = board.clues[each.not_on] if each.not_on else {}
    return _head("cycle", board, each.layer) | {
        "values": [values.index(value) for value in each.values],
        "skipped": [number for number, place in enumerate(places) if place in taken],
    }


@_write_input.register
def _write_lines(each: Lines, board: Board, look: Look) -> dict[str, Any]:
    layer, grid = board.genre.mark_layer(each.layer), board.grid
    values = list(board.alphabet(layer).values)
    ends = [nodes_of(grid, look, layer, edge) for edge in layer.places(grid)]
    numbers: dict[int, int] = {}
    links = [[numbers.setdefault(node, len(numbers)) for node in nodes] for nodes in ends]
    return _head("lines", board, each.layer) | {
        "on": values.index(each.on),
        "off": values.index(each.off),
        "nodes": [write_point(middle_of(grid, node)) for node in numbers],
        "links": links,
    }


@_write_input.register
def _write_digits(each: Digits, board: Board, look: Look) -> dict[str, Any]:
    index = {cell: number for number, cell in enumerate(board.genre.mark_layer(each.layer).places(board.grid))}
    clues = board.clues[each.sums] if each.sums else {}
    return _head("digits", board, each.layer) | {
        "sums": [
            {
                "words": name_with_clue(board, place),
                "total": total,
                "cells": [index[cell] for cell in cells_of_clue(board, each.sums, place)],
            }
            for place, total in clues.items()
            if isinstance(total, int)
        ]
    }


def cells_of_clue(board: Board, layer_name: str, place: Place) -> Sequence[int]:
    """Return the cells that a clue is about, if they are known without its rules: a run, a room, what a seat sees."""
    layer = next(layer for layer in board.genre.clue_layers if layer.name == layer_name)
    if layer.where is Where.RUNS:
        assert isinstance(place, int)
        return runs(board.grid)[place]
    if isinstance(place, int):
        return board.grid.view(place) if place in board.grid.seats else ()
    return sorted(place)
