"""Hypothesis strategies for boards, and mangled texts, for the laws of the formats."""

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import masume
from effort import trials
from masume.core.board import INFO_KEYS
from masume.core.genre import Genre
from masume.core.grid import Grid
from masume.core.layers import UNKNOWN_CLUE, Layer, Mark, Options, RuledOut, Where
from masume.core.notation import Notation, Pzpr
from masume.core.places import Area, Place, PlaceKind
from masume.core.square import square
from registry import all_genres, clue_values, rooms_by_colour

deterministic = settings(
    derandomize=True, deadline=None, max_examples=trials(60), suppress_health_check=[HealthCheck.too_slow]
)


def pzpr_notation(genre: Genre) -> Pzpr | None:
    """Return how puzz.link writes a genre, or None if it does not have it."""
    notation: Notation = masume.genres.load_part(genre, "notation", "NOTATION")
    return notation.pzpr


def pzpr_genres() -> list[tuple[Genre, Pzpr]]:
    """Return the genres that puzz.link has, each with its notation."""
    return [(genre, notation) for genre in all_genres() if (notation := pzpr_notation(genre))]


@st.composite
def grids(draw: st.DrawFn, holes: bool) -> Grid:
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    missing = draw(st.sets(st.integers(0, rows * cols - 1), max_size=rows * cols - 1)) if holes else set()
    return square(rows, cols, frozenset(missing))


@st.composite
def puzzles(draw: st.DrawFn, genre: Genre, holes: bool) -> masume.Board:
    """Draw a board of a genre with clues and options only."""
    grid = draw(grids(holes))
    options = {option.name: draw(st.sampled_from(list(option.values.values))) for option in genre.options}
    clues = {layer.name: draw(clue_entries(layer, grid, options)) for layer in genre.clue_layers}
    return masume.Board(genre, grid, clues, options=options)


@st.composite
def boards(draw: st.DrawFn, genre: Genre, holes: bool = True) -> masume.Board:
    """Draw a board of a genre with everything that a board can have."""
    puzzle = draw(puzzles(genre, holes))
    grid, options = puzzle.grid, puzzle.options
    given = {layer.name: draw(mark_entries(layer, grid, options)) for layer in genre.mark_layers}
    marks = {layer.name: draw(mark_entries(layer, grid, options)) for layer in genre.mark_layers}
    for layer in genre.mark_layers:
        for place in given[layer.name]:
            marks[layer.name].pop(place, None)
    line = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=9)
    info = {key: draw(line) for key in draw(st.sets(st.sampled_from(INFO_KEYS)))}
    return masume.Board(genre, grid, puzzle.clues, given, marks, options, info)


@st.composite
def clue_entries(draw: st.DrawFn, layer: Layer, grid: Grid, options: Options) -> dict[Place, Any]:
    alphabet = layer.alphabet(grid, options)
    large = [n for n in (15, 16, 255, 256, 4096, 8192, 12240, 77776, 10**6) if alphabet.accepts(n)]
    values = st.sampled_from(clue_values(layer, grid, options))
    some = values | st.sampled_from(large) if large else values
    if layer.where is Where.ROOMS:
        return {room: draw(st.just(UNKNOWN_CLUE) | some) for room in draw(rooms(grid))}
    return {place: draw(some) for place in draw(some_places(layer, grid))}


@st.composite
def mark_entries(draw: st.DrawFn, layer: Layer, grid: Grid, options: Options) -> dict[Place, Any]:
    alphabet = list(layer.alphabet(grid, options).values)
    marks: st.SearchStrategy[Mark] = st.sampled_from(alphabet)
    if len(alphabet) > 1:
        marks |= st.sets(st.sampled_from(alphabet), min_size=1, max_size=len(alphabet) - 1).map(RuledOut)
    return {place: draw(marks) for place in draw(some_places(layer, grid))}


def some_places(layer: Layer, grid: Grid) -> st.SearchStrategy[list[int]]:
    places = list(layer.places(grid))
    return st.lists(st.sampled_from(places), max_size=12, unique=True) if places else st.just([])


def rooms(grid: Grid) -> st.SearchStrategy[list[Area]]:
    """Return a strategy that divides the grid into rooms."""
    colours = st.lists(st.integers(0, 2), min_size=len(grid.cells), max_size=len(grid.cells))
    return colours.map(lambda drawn: rooms_by_colour(grid, drawn))


def without_marks_on_clues(board: masume.Board) -> masume.Board:
    """Return the board without the marks in cells that have a clue."""
    clued = {place for layer in board.clues.values() for place in layer}
    kept = {name: {p: mark for p, mark in marks.items() if p not in clued} for name, marks in board.marks.items()}
    cells = {layer.name for layer in board.genre.mark_layers if layer.kind is PlaceKind.CELL}
    return board.with_marks({name: kept[name] if name in cells else marks for name, marks in board.marks.items()})


def mangle(text: str, random: Random) -> str:
    """Return the text with a few characters removed, doubled or replaced, or cut, rotated or with digits inserted."""
    changes: list[Callable[[str, int], str]] = [
        lambda t, i: t[:i] + t[i + 1 :],
        lambda t, i: t[:i] + t[i] + t[i:],
        lambda t, i: t[:i] + random.choice("0159afgz.-+=*$%@/?:{}[]\"'\n \t\0é█#|!_,x") + t[i + 1 :],
        lambda t, i: t[:i],
        lambda t, i: t[i:] + t[:i],
        lambda t, i: t[:i] + str(random.randrange(10**7)) + t[i:],
    ]
    for _ in range(random.randrange(1, 4)):
        if text:
            text = random.choice(changes)(text, random.randrange(len(text)))
    return text
