"""Reading and writing the clues of a board as facts, in the predicates and coordinates of a paper."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

from masume.core.board import Board
from masume.core.errors import FormatError
from masume.core.facts_notation import (
    ClueCellFact,
    ClueNotation,
    Coordinates,
    Facts,
    NumberFact,
    RectangleFacts,
    RunSumFacts,
    SymbolFact,
)
from masume.core.genre import Genre
from masume.core.grid import describe_place, runs
from masume.core.layers import UNKNOWN_CLUE, Numbers, Value
from masume.core.places import Area, Place
from masume.core.rooms import rectangle_bounds
from masume.core.run_sums import Spot
from masume.core.square import SquareGrid, square
from masume.formats.facts_syntax import NAME, Fact, ParsedFacts, Signature


def cell_to_numbers(coordinates: Coordinates, height: int, spot: Spot) -> tuple[int, int]:
    """Return the two coordinates of a spot in a paper; the board has `height` rows."""
    row, col = spot
    start = coordinates.first + coordinates.margin
    line = height - 1 - row if coordinates.upwards else row
    return (line + start, col + start) if coordinates.row_first else (col + start, line + start)


def numbers_to_cell(coordinates: Coordinates, height: int, first: int, second: int) -> Spot:
    """Return the spot that has these two coordinates in a paper."""
    start = coordinates.first + coordinates.margin
    line, col = (first - start, second - start) if coordinates.row_first else (second - start, first - start)
    return (height - 1 - line if coordinates.upwards else line), col


@dataclass
class FactsReader:
    """A board while it is read from facts: its grid, and the clues found so far."""

    genre: Genre
    paper: Facts
    facts: ParsedFacts
    grid: SquareGrid
    clues: dict[str, dict[Place, Value]] = field(default_factory=dict)

    def spot(self, fact: Fact, first: int, second: int) -> Spot:
        """Return the spot with these coordinates in a fact; raise FormatError if it lies outside board and margin."""
        grid, lowest = self.grid, -self.paper.coordinates.margin
        spot = numbers_to_cell(self.paper.coordinates, grid.rows, first, second)
        if not (lowest <= spot[0] < grid.rows and lowest <= spot[1] < grid.columns):
            raise self.error(
                fact, f"expected a cell of the board of {grid.rows} rows and {grid.columns} columns, not {fact}"
            )
        return spot

    def cell(self, fact: Fact, first: int, second: int) -> int:
        """Return the cell with the two coordinates in a fact."""
        row, col = self.spot(fact, first, second)
        return row * self.grid.columns + col

    def fact(self, name: str, spot: Spot) -> str:
        """Return the fact with this name about a spot, for errors."""
        return format_atom(name, *cell_to_numbers(self.paper.coordinates, self.grid.rows, spot))

    def put(self, layer: str, place: Place, value: Value, fact: Fact) -> None:
        """Enter the clue that a fact states; raise FormatError if it is no clue of the layer, or the second one."""
        entries = self.clues.setdefault(layer, {})
        if place in entries:
            raise self.error(fact, f"{describe_place(self.grid, place)} has a clue already: expected no {fact}")
        declared = next(each for each in self.genre.clue_layers if each.name == layer)
        alphabet = declared.alphabet(self.grid, self.genre.complete_options({}))
        if not alphabet.accepts(value):
            known = replace(alphabet, unknown=False) if isinstance(alphabet, Numbers) else alphabet  # "?" is no number
            raise self.error(fact, f"expected {known.expected} at {describe_place(self.grid, place)}, not {fact}")
        entries[place] = value

    def error(self, fact: Fact, expected: str) -> FormatError:
        return self.facts.error(fact, expected)


class FactsWriter(NamedTuple):
    """A board while it is written as facts."""

    board: Board
    grid: SquareGrid
    paper: Facts

    def clues(self, layer: str) -> Iterator[tuple[int, Value]]:
        """Yield the cells with a clue, row by row."""
        clues = self.board.clues[layer]
        return ((cell, clues[cell]) for cell in sorted(clues))

    def fact(self, name: str, spot: Spot, *rest: Value) -> str:
        """Return a fact that begins with the coordinates of a spot."""
        return format_atom(name, *cell_to_numbers(self.paper.coordinates, self.grid.rows, spot), *rest)


class ClueCodec(NamedTuple):
    """How the facts of one kind of clue are read and written.

    `signatures` lists their predicates, `can_write` decides whether they can express a clue, and `counts` maps each
    constant that counts clues to their layer.  `carries_holes` is True if the facts list the holes of the grid.
    """

    signatures: Callable[[Any], Iterable[Signature]]
    read: Callable[[Any, FactsReader], None]
    write: Callable[[Any, FactsWriter], list[str]]
    can_write: Callable[[Any, Value], bool] = lambda notation, clue: True
    counts: Callable[[Any], Mapping[str, str]] = lambda notation: {}
    carries_holes: bool = False


def codec_of(notation: ClueNotation) -> ClueCodec:
    """Return the codec for a kind of clue."""
    return _CODECS[type(notation)]


def format_atom(name: str, *arguments: Value) -> str:
    """Return an atom: a fact without its full stop."""
    return f"{name}({','.join(map(str, arguments))})"


def fits(notation: ClueNotation, facts: ParsedFacts) -> bool:
    """Return whether facts, whose predicates are right, also state rooms without a number in this notation's way."""
    if not isinstance(notation, RectangleFacts):
        return True
    rooms = {numbers[0] for _, numbers in facts.numbers(notation.room, 5)}
    number = {name: value for _, (name, value) in facts.numbers(notation.has, 2)}
    return -1 not in number.values() if notation.none is None else rooms <= number.keys()


def covered_size(paper: Facts, facts: ParsedFacts) -> tuple[int, int] | None:
    """Return how many rows and columns the rooms cover; None if there are no rooms."""
    notation, start = paper.clues[0], paper.coordinates.first
    ends = (
        [numbers[3:] for _, numbers in facts.numbers(notation.room, 5)] if isinstance(notation, RectangleFacts) else []
    )
    if not ends:
        return None
    first, second = (max(end) - start + 1 for end in zip(*ends, strict=True))
    return (first, second) if paper.coordinates.row_first else (second, first)


def _read_numbers(notation: NumberFact, reader: FactsReader) -> None:
    for fact, numbers in reader.facts.numbers(notation.name, 3):
        *place, number = (*numbers[1:], numbers[0]) if notation.number_first else numbers
        reader.put(notation.layer, reader.cell(fact, *place), number, fact)


def _write_numbers(notation: NumberFact, writer: FactsWriter) -> list[str]:
    facts = []
    for cell, clue in writer.clues(notation.layer):
        if isinstance(clue, int):
            place = cell_to_numbers(writer.paper.coordinates, writer.grid.rows, writer.grid.position(cell))
            facts.append(format_atom(notation.name, *((clue, *place) if notation.number_first else (*place, clue))))
    return facts


def _read_symbols(notation: SymbolFact, reader: FactsReader) -> None:
    for fact, place in reader.facts.numbers(notation.name, 2):
        reader.put(notation.layer, reader.cell(fact, *place), notation.value, fact)


def _write_symbols(notation: SymbolFact, writer: FactsWriter) -> list[str]:
    return [
        writer.fact(notation.name, writer.grid.position(cell))
        for cell, clue in writer.clues(notation.layer)
        if clue == notation.value
    ]


def _read_clue_cells(notation: ClueCellFact, reader: FactsReader) -> None:
    clues = reader.clues.setdefault(notation.layer, {})
    listed = {reader.cell(fact, *place): fact for fact, place in reader.facts.numbers(notation.name, 2)}
    for cell in reader.grid.cells:
        if cell in clues and cell not in listed:
            missing = reader.fact(notation.name, reader.grid.position(cell))
            raise FormatError(
                NAME, reader.grid.name(cell), f"expected {missing} as well, as for every cell with a clue"
            )
    for cell, fact in listed.items():
        if cell not in clues:
            reader.put(notation.layer, cell, UNKNOWN_CLUE, fact)


def _write_clue_cells(notation: ClueCellFact, writer: FactsWriter) -> list[str]:
    return [writer.fact(notation.name, writer.grid.position(cell)) for cell, _ in writer.clues(notation.layer)]


def _read_rooms(notation: RectangleFacts, reader: FactsReader) -> None:
    rooms: dict[int, tuple[Area, Fact]] = {}
    room_of: dict[int, int] = {}
    for fact, (name, *ends) in reader.facts.numbers(notation.room, 5):
        if name in rooms:
            raise reader.error(fact, f"room {name} is defined already: expected another number, not {fact}")
        area = _rectangle(reader, fact, *ends)
        if shared := room_of.keys() & area:
            cell = min(shared)
            where = f"{reader.grid.name(cell)} is in room {room_of[cell]} already"
            raise reader.error(fact, f"{where}: expected rooms that do not overlap, not {fact}")
        rooms[name] = area, fact
        room_of |= dict.fromkeys(area, name)
    for cell in reader.grid.cells:
        if cell not in room_of:
            raise FormatError(NAME, reader.grid.name(cell), "it is in no room: expected rooms that cover the board")
    numbered = _room_numbers(notation, reader, rooms)
    for name, (area, fact) in rooms.items():
        number, source = numbered.get(name, (UNKNOWN_CLUE, fact))
        if notation.none is not None and name not in numbered:
            raise reader.error(
                fact, f"room {name} has no number: expected {format_atom(notation.has, name, notation.none)}"
            )
        reader.put(notation.layer, area, UNKNOWN_CLUE if number == notation.none else number, source)


def _rectangle(reader: FactsReader, fact: Fact, *ends: int) -> Area:
    first, last = reader.spot(fact, *ends[:2]), reader.spot(fact, *ends[2:])
    if ends[0] > ends[2] or ends[1] > ends[3]:
        raise reader.error(fact, f"expected the lower coordinates of the room before the higher ones, not {fact}")
    (top, bottom), (left, right) = sorted((first[0], last[0])), sorted((first[1], last[1]))
    cols = reader.grid.columns
    return frozenset(row * cols + col for row in range(top, bottom + 1) for col in range(left, right + 1))


def _room_numbers(
    notation: RectangleFacts, reader: FactsReader, rooms: Mapping[int, object]
) -> dict[int, tuple[Value, Fact]]:
    found: dict[int, tuple[Value, Fact]] = {}
    for fact, (name, number) in reader.facts.numbers(notation.has, 2):
        if name not in rooms:
            raise reader.error(fact, f"expected the number of a room, not {fact}")
        if name in found:
            raise reader.error(fact, f"room {name} has two numbers: expected one, not {fact} too")
        found[name] = number, fact
    return found


def _write_rooms(notation: RectangleFacts, writer: FactsWriter) -> list[str]:
    rooms, numbers = [], []
    for name, (room, clue) in enumerate(writer.board.clues[notation.layer].items(), notation.first):
        corners = rectangle_bounds(writer.grid, room)
        first, last = (cell_to_numbers(writer.paper.coordinates, writer.grid.rows, spot) for spot in corners)
        rooms.append(format_atom(notation.room, name, *map(min, first, last), *map(max, first, last)))
        number = notation.none if clue == UNKNOWN_CLUE else clue
        if number is not None:
            numbers.append(format_atom(notation.has, name, number))
    return rooms + numbers


def _read_run_sums(notation: RunSumFacts, reader: FactsReader) -> None:
    black = {reader.spot(fact, *place) for fact, place in reader.facts.numbers(notation.black, 2)}
    if missing := set(_margin(reader.paper, reader.grid)) - black:
        expected = reader.fact(notation.black, min(missing))
        raise FormatError(NAME, "board", f"expected {expected}: the first row and column have no white cells")
    rows, cols = reader.grid.rows, reader.grid.columns
    reader.grid = square(rows, cols, frozenset(row * cols + col for row, col in black if min(row, col) >= 0))
    run_edges = reader.grid.run_clue_positions()
    for name, direction in ((notation.down, 0), (notation.across, 1)):
        for fact, (*place, total, length) in reader.facts.numbers(name, 4):
            spot = reader.spot(fact, *place)
            if spot not in black:
                raise reader.error(
                    fact, f"expected {reader.fact(notation.black, spot)} as well: sums stand in black cells"
                )
            edge = run_edges.get(spot, (None, None))[direction]
            _check_length(reader, fact, edge, length)
            reader.put(notation.layer, cast(int, edge), total, fact)


def _check_length(reader: FactsReader, fact: Fact, edge: int | None, length: int) -> None:
    """Raise FormatError unless this is the length of the run that is entered through the edge."""
    covered = 0 if edge is None else len(runs(reader.grid)[edge])
    if not covered:
        raise reader.error(fact, f"expected a white cell behind the sum, not {fact}")
    if length != covered:
        raise reader.error(fact, f"expected the length {covered}, to the next black cell or the frame, not {fact}")


def _write_run_sums(notation: RunSumFacts, writer: FactsWriter) -> list[str]:
    grid, sums, facts = writer.grid, writer.board.clues[notation.layer], dict[str, list[str]]()
    covered, run_edges = runs(grid), grid.run_clue_positions()
    for spot in sorted({*run_edges, *_margin(writer.paper, grid)}):
        facts.setdefault(notation.black, []).append(writer.fact(notation.black, spot))
        for name, edge in zip((notation.down, notation.across), run_edges.get(spot, (None, None)), strict=True):
            if edge is not None and edge in sums:
                facts.setdefault(name, []).append(writer.fact(name, spot, sums[edge], len(covered[edge])))
    return [fact for name in (notation.across, notation.down, notation.black) for fact in facts.get(name, ())]


def _margin(paper: Facts, grid: SquareGrid) -> list[Spot]:
    """Return the spots of the extra rows above the board and columns to its left."""
    first = -paper.coordinates.margin
    spots = ((row, col) for row in range(first, grid.rows) for col in range(first, grid.columns))
    return [spot for spot in spots if min(spot) < 0]


_CODECS: dict[type, ClueCodec] = {
    NumberFact: ClueCodec(
        lambda notation: [(notation.name, 3)],
        _read_numbers,
        _write_numbers,
        lambda notation, clue: isinstance(clue, int),
    ),
    SymbolFact: ClueCodec(
        lambda notation: [(notation.name, 2)],
        _read_symbols,
        _write_symbols,
        lambda notation, clue: bool(clue == notation.value),
    ),
    ClueCellFact: ClueCodec(lambda notation: [(notation.name, 2)], _read_clue_cells, _write_clue_cells),
    RectangleFacts: ClueCodec(
        lambda notation: [(notation.room, 5), (notation.has, 2)],
        _read_rooms,
        _write_rooms,
        counts=lambda notation: {notation.count: notation.layer},
    ),
    RunSumFacts: ClueCodec(
        lambda notation: [(notation.across, 4), (notation.down, 4), (notation.black, 2)],
        _read_run_sums,
        _write_run_sums,
        carries_holes=True,
    ),
}
