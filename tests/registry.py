"""What the laws range over: every genre, its specimens, random boards, every filling of a small board."""

import importlib
import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import product
from random import Random
from typing import Any, NamedTuple

import masume
from effort import trials
from masume import engines
from masume.core.genre import Genre
from masume.core.grid import Grid, connected_components
from masume.core.layers import Layer, Numbers, Options, Value, Where
from masume.core.places import Area, Place
from masume.core.square import SquareGrid, square

TEMPLATE = "template"  # not listed, for nobody plays it, but it must pass all the same
MOST_FILLINGS = 5000


def all_genres() -> list[Genre]:
    return [masume.genres.find(name) for name in (*masume.genres.names(), TEMPLATE)]


def model_engines() -> list[str]:
    """The engines that search models and are here: `native` may not be, where it could not be compiled."""
    return [name for name in engines.names() if engines.takes_models(name) and engines.why_unavailable(name) is None]


def draws(engine: str, number: int) -> int:
    """How often a law is tried on an engine: that often on the default one, less on those in child processes."""
    number = number if engine == engines.default() else max(3, number // (3 if engine == "lazy" else 15))
    return trials(number)


def genre_ids(genre: Genre) -> str:
    return genre.name


class Specimen(NamedTuple):
    """A tiny board and what it shows: solved, unsolvable, two, or the check it breaks."""

    label: str
    board: masume.Board

    @property
    def broken(self) -> tuple[str, str] | None:
        """The rule and the check it breaks."""
        rule, _, check = self.label.partition(" ")
        return (rule, check) if check else None

    def __str__(self) -> str:
        return f"{self.board.genre.name}-{self.label.replace(' ', '-')}"


def specimens() -> list[Specimen]:
    return [specimen for genre in all_genres() for specimen in specimens_of(genre)]


def specimens_of(genre: Genre) -> list[Specimen]:
    text = files(importlib.import_module(genre.package)).joinpath("specimens.txt").read_text(encoding="utf-8")
    return [Specimen(label, masume.read(board)) for label, board in blocks(text)]


def blocks(text: str) -> list[tuple[str, str]]:
    """The parts of a file of test data, each under a line that begins with ==."""
    before, *parts = re.split(r"^== (.+)\n", text, flags=re.MULTILINE)
    assert not before.strip()
    return list(zip(parts[::2], parts[1::2], strict=True))


def small_grids(genre: Genre) -> list[SquareGrid]:
    """Grids whose fillings can be listed, degenerate ones and one with a hole among them; the largest comes last."""
    shapes = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (3, 3)]
    grids = [*(square(rows, cols) for rows, cols in shapes), square(2, 2, frozenset({0}))]
    fitting = [grid for grid in grids if fillings_number(genre, grid) <= MOST_FILLINGS]
    return sorted(fitting, key=lambda grid: fillings_number(genre, grid))


def fillings_number(genre: Genre, grid: Grid) -> int:
    number = 1
    for layer in genre.mark_layers:
        values = layer.alphabet(grid, default_options(genre)).values
        number *= len(values) ** len(layer.places(grid))
    return number


def default_options(genre: Genre) -> Options:
    return {option.name: option.default for option in genre.options}


def all_options(genre: Genre) -> list[Options]:
    """Every combination of the options' first few values."""
    names = [option.name for option in genre.options]
    return [dict(zip(names, values, strict=True)) for values in product(*(o.values.values[:2] for o in genre.options))]


def clue_values(layer: Layer, grid: Grid, options: Options) -> list[Value]:
    """Some clues of every sort a layer knows, those that fit the grid's size above all."""
    alphabet = layer.alphabet(grid, options)
    if not isinstance(alphabet, Numbers):
        return list(alphabet.values)
    high = alphabet.low + len(grid.cells) if alphabet.high is None else alphabet.high
    return [*range(alphabet.low, high + 1), *(["?"] if alphabet.unknown else [])]


def degenerate_boards(genre: Genre) -> Iterator[masume.Board]:
    """Boards without any clue, and boards full of one clue."""
    for grid in small_grids(genre):
        for options in all_options(genre):
            yield masume.Board(genre, grid, options=options)
            for layer in genre.clue_layers:
                for value in clue_values(layer, grid, options):
                    places = _singles(grid) if layer.where is Where.ROOMS else layer.places(grid)
                    full = dict.fromkeys(places, value)
                    yield masume.Board(genre, grid, {layer.name: full}, options=options)


def random_board(genre: Genre, grid: Grid, random: Random, marks: float = 0.0, given: float = 0.0) -> masume.Board:
    """A board with random clues and options, and random (given) marks on so large a part of its places."""
    options = random.choice(all_options(genre))
    density = random.choice((0.1, 0.3, 0.6))
    clues = {
        layer.name: _sprinkled(clue_values(layer, grid, options), clue_places(layer, grid, random), density, random)
        for layer in genre.clue_layers
    }
    layers = {layer.name: (layer.alphabet(grid, options).values, layer.places(grid)) for layer in genre.mark_layers}
    set_marks = {name: _sprinkled(values, places, marks, random) for name, (values, places) in layers.items()}
    set_given = {name: _sprinkled(values, places, given, random) for name, (values, places) in layers.items()}
    for name, entries in set_given.items():
        for place in entries:
            set_marks[name].pop(place, None)
    return masume.Board(genre, grid, clues, set_given, set_marks, options)


def clue_places(layer: Layer, grid: Grid, random: Random) -> Sequence[Place]:
    """The places where a clue may stand; rooms are drawn by lot."""
    return random_rooms(grid, random) if layer.where is Where.ROOMS else layer.places(grid)


def random_rooms(grid: Grid, random: Random) -> list[Area]:
    """A division of the grid, drawn by lot."""
    lots = random.choice((1, 2, 3, 5))
    return rooms_by_lot(grid, [random.randrange(lots) for _ in grid.cells])


def rooms_by_lot(grid: Grid, lots: Sequence[int]) -> list[Area]:
    """A division of the grid: pieces of cells that drew the same lot."""
    lot = dict(zip(grid.cells, lots, strict=True))
    found = connected_components(
        grid.cells, lambda cell: (other for other in grid.neighbours(cell) if lot[other] == lot[cell])
    )
    return [frozenset(part) for part in found]


def _singles(grid: Grid) -> list[Area]:
    return [frozenset({cell}) for cell in grid.cells]


def _sprinkled(values: Sequence[Value], places: Sequence[Any], density: float, random: Random) -> dict[Place, Value]:
    return {place: random.choice(values) for place in places if random.random() < density}


def fillings(board: masume.Board) -> Iterator[masume.Board]:
    """Every way to decide what is undecided."""
    slots = [
        (layer.name, place, board.alphabet(layer).values)
        for layer in board.genre.mark_layers
        for place in layer.places(board.grid)
        if place not in board.decided_marks(layer.name)
    ]
    for values in product(*(values for _, _, values in slots)):
        marks = {name: dict(entries) for name, entries in board.marks.items()}
        for (name, place, _), value in zip(slots, values, strict=True):
            marks[name][place] = value
        yield board.with_marks(marks)
