"""The subjects of the laws: every genre and its specimens, random boards, every way to fill a small board.

A law is a test that must hold for every genre, engine or format.
"""

import importlib
import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import product
from random import Random
from typing import Any, NamedTuple

import masume
from effort import Effort, trials
from masume import engines
from masume.core.genre import Genre
from masume.core.grid import Grid, connected_components
from masume.core.layers import Layer, Numbers, Options, Value, Where
from masume.core.places import Area, Place
from masume.core.square import SquareGrid, square

TEMPLATE = "template"  # not listed, because it is not a puzzle, but the laws must hold for it, too
MAX_FILLINGS = 5000


def all_genres() -> list[Genre]:
    """Return all listed genres and the template."""
    return [masume.genres.find(name) for name in (*masume.genres.names(), TEMPLATE)]


def model_engines() -> list[str]:
    """Return the available engines that take models; `native` is missing where it could not be compiled."""
    return [name for name in engines.names() if engines.takes_models(name) and engines.why_unavailable(name) is None]


def draws(engine: str, number: int) -> int:
    """Return how many draws a law makes on an engine: `number` on the default one, fewer on slower ones."""
    if engine == engines.default():
        return trials(number)
    if engine == "lazy":
        return trials(max(3, number // 3))
    return max(3, number // 15) if Effort.thorough else 2


def genre_ids(genre: Genre) -> str:
    return genre.name


class Specimen(NamedTuple):
    """A tiny board and its label: solved, example, unsolvable, two, or the check that it breaks."""

    label: str
    board: masume.Board

    @property
    def broken(self) -> tuple[str, str] | None:
        """The rule and the check that it breaks, if any."""
        rule, _, check = self.label.partition(" ")
        return (rule, check) if check else None

    def __str__(self) -> str:
        return f"{self.board.genre.name}-{self.label.replace(' ', '-')}"


def specimens() -> list[Specimen]:
    """Return the specimens of all genres; the examples, which are larger, only with --thorough."""
    found = [specimen for genre in all_genres() for specimen in specimens_of(genre)]
    return [specimen for specimen in found if Effort.thorough or specimen.label != "example"]


def specimens_of(genre: Genre) -> list[Specimen]:
    text = files(importlib.import_module(genre.package)).joinpath("specimens.txt").read_text(encoding="utf-8")
    return [_read_specimen(genre, label, board) for label, board in labelled_blocks(text)]


def _read_specimen(genre: Genre, label: str, text: str) -> Specimen:
    try:
        return Specimen(label, masume.read(text))
    except masume.MasumeError as error:
        raise AssertionError(f"the specimen {label!r} of {genre.name} cannot be read: {error}") from None


def labelled_blocks(text: str) -> list[tuple[str, str]]:
    """Return the blocks of a file of test data, each with its label, a line "== LABEL"; comments (#) come first."""
    before, *pieces = re.split(r"^== (.+)\n", text, flags=re.MULTILINE)
    assert all(not line or line.startswith("#") for line in before.splitlines())
    return list(zip(pieces[::2], pieces[1::2], strict=True))


def small_grids(genre: Genre) -> list[SquareGrid]:
    """Return grids small enough to list all fillings, ordered by their number; some are degenerate, one has a hole."""
    shapes = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (3, 3)]
    grids = [*(square(rows, cols) for rows, cols in shapes), square(2, 2, frozenset({0}))]
    small = [grid for grid in grids if count_fillings(genre, grid) <= MAX_FILLINGS]
    return sorted(small, key=lambda grid: count_fillings(genre, grid))


def count_fillings(genre: Genre, grid: Grid) -> int:
    number = 1
    for layer in genre.mark_layers:
        values = layer.alphabet(grid, default_options(genre)).values
        number *= len(values) ** len(layer.places(grid))
    return number


def default_options(genre: Genre) -> Options:
    return {option.name: option.default for option in genre.options}


def all_options(genre: Genre) -> list[Options]:
    """Return every combination of the first two values of each option."""
    names = [option.name for option in genre.options]
    return [dict(zip(names, values, strict=True)) for values in product(*(o.values.values[:2] for o in genre.options))]


def clue_values(layer: Layer, grid: Grid, options: Options) -> list[Value]:
    """Return clues of every sort that a layer allows; numbers go up to the number of cells."""
    alphabet = layer.alphabet(grid, options)
    if not isinstance(alphabet, Numbers):
        return list(alphabet.values)
    high = alphabet.low + len(grid.cells) if alphabet.high is None else alphabet.high
    return [*range(alphabet.low, high + 1), *(["?"] if alphabet.unknown else [])]


def degenerate_boards(genre: Genre) -> Iterator[masume.Board]:
    """Yield boards without any clue, and boards with the same clue everywhere."""
    for grid in small_grids(genre):
        for options in all_options(genre):
            yield masume.Board(genre, grid, options=options)
            for layer in genre.clue_layers:
                for value in clue_values(layer, grid, options):
                    places = _single_cells(grid) if layer.where is Where.ROOMS else layer.places(grid)
                    full = dict.fromkeys(places, value)
                    yield masume.Board(genre, grid, {layer.name: full}, options=options)


def random_board(genre: Genre, grid: Grid, random: Random, marks: float = 0.0, given: float = 0.0) -> masume.Board:
    """Return a board with random clues and options; `marks` and `given` are the fractions of places with a mark."""
    options = random.choice(all_options(genre))
    density = random.choice((0.1, 0.3, 0.6))
    clues = {
        layer.name: _sprinkle(clue_values(layer, grid, options), clue_places(layer, grid, random), density, random)
        for layer in genre.clue_layers
    }
    layers = {layer.name: (layer.alphabet(grid, options).values, layer.places(grid)) for layer in genre.mark_layers}
    set_marks = {name: _sprinkle(values, places, marks, random) for name, (values, places) in layers.items()}
    set_given = {name: _sprinkle(values, places, given, random) for name, (values, places) in layers.items()}
    for name, entries in set_given.items():
        for place in entries:
            set_marks[name].pop(place, None)
    return masume.Board(genre, grid, clues, set_given, set_marks, options)


def clue_places(layer: Layer, grid: Grid, random: Random) -> Sequence[Place]:
    """Return the places where a clue may be; rooms are random."""
    return random_rooms(grid, random) if layer.where is Where.ROOMS else layer.places(grid)


def random_rooms(grid: Grid, random: Random) -> list[Area]:
    """Return a random division of the grid into rooms."""
    colours = random.choice((1, 2, 3, 5))
    return rooms_by_colour(grid, [random.randrange(colours) for _ in grid.cells])


def rooms_by_colour(grid: Grid, colours: Sequence[int]) -> list[Area]:
    """Divide the grid into rooms: the connected areas of cells of the same colour."""
    colour = dict(zip(grid.cells, colours, strict=True))
    rooms = connected_components(
        grid.cells, lambda cell: (other for other in grid.neighbours(cell) if colour[other] == colour[cell])
    )
    return [frozenset(room) for room in rooms]


def _single_cells(grid: Grid) -> list[Area]:
    return [frozenset({cell}) for cell in grid.cells]


def _sprinkle(values: Sequence[Value], places: Sequence[Any], density: float, random: Random) -> dict[Place, Value]:
    """Return random values on a random fraction `density` of the places."""
    return {place: random.choice(values) for place in places if random.random() < density}


def fillings(board: masume.Board) -> Iterator[masume.Board]:
    """Yield every way to decide all undecided marks."""
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
