"""How the words for clues in a paper's facts are read and written, and what its coordinates mean."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias, cast

from masume.core.board import Board
from masume.core.errors import FormatError
from masume.core.facts_notation import ClueCells, ClueWord, Coordinates, Facts, Numbered, Rectangles, RunHints, Symbol
from masume.core.genre import Genre
from masume.core.grid import describe, runs
from masume.core.layers import UNKNOWN_CLUE, Numbers, Value
from masume.core.places import Area, Place
from masume.core.rooms import rectangle
from masume.core.square import SquareGrid, square
from masume.formats.facts_syntax import NAME, Fact, Signature, Statements

Spot: TypeAlias = tuple[int, int]  # row and column from 0 at the top left; -1 is a margin


def told(coordinates: Coordinates, height: int, spot: Spot) -> tuple[int, int]:
    """The two numbers that tell a spot among so many rows."""
    row, col = spot
    start = coordinates.first + coordinates.margin
    line = height - 1 - row if coordinates.upwards else row
    return (line + start, col + start) if coordinates.row_first else (col + start, line + start)


def meant(coordinates: Coordinates, height: int, one: int, other: int) -> Spot:
    """The spot that two numbers tell."""
    start = coordinates.first + coordinates.margin
    line, col = (one - start, other - start) if coordinates.row_first else (other - start, one - start)
    return (height - 1 - line if coordinates.upwards else line), col


@dataclass
class Sheet:
    """A board while it is read: what was stated, and the clues found so far."""

    genre: Genre
    words: Facts
    stated: Statements
    grid: SquareGrid
    clues: dict[str, dict[Place, Value]] = field(default_factory=dict)

    def spot(self, fact: Fact, one: int, other: int) -> Spot:
        """The spot that a fact tells, on the board or in its margin."""
        grid, lowest = self.grid, -self.words.coordinates.margin
        spot = meant(self.words.coordinates, grid.rows, one, other)
        if not (lowest <= spot[0] < grid.rows and lowest <= spot[1] < grid.cols):
            raise self.error(
                fact, f"expected a cell of the board of {grid.rows} rows and {grid.cols} columns, not {fact}"
            )
        return spot

    def cell(self, fact: Fact, one: int, other: int) -> int:
        row, col = self.spot(fact, one, other)
        return row * self.grid.cols + col

    def fact(self, name: str, spot: Spot) -> str:
        """The fact that tells a spot."""
        return written(name, *told(self.words.coordinates, self.grid.rows, spot))

    def put(self, layer: str, place: Place, value: Value, fact: Fact) -> None:
        """Enter the clue that a fact tells."""
        entries = self.clues.setdefault(layer, {})
        if place in entries:
            raise self.error(fact, f"{describe(self.grid, place)} has a clue already: expected no {fact}")
        declared = next(each for each in self.genre.clue_layers if each.name == layer)
        alphabet = declared.alphabet(self.grid, self.genre.checked_options({}))
        if not alphabet.accepts(value):
            known = replace(alphabet, unknown=False) if isinstance(alphabet, Numbers) else alphabet  # "?" is no number
            raise self.error(fact, f"expected {known.expected} at {describe(self.grid, place)}, not {fact}")
        entries[place] = value

    def error(self, fact: Fact, expected: str) -> FormatError:
        return self.stated.error(fact, expected)


class Page(NamedTuple):
    """A board while it is written."""

    board: Board
    grid: SquareGrid
    words: Facts

    def clues(self, layer: str) -> Iterator[tuple[int, Value]]:
        """The cells with a clue, row by row."""
        clues = self.board.clues[layer]
        return ((cell, clues[cell]) for cell in sorted(clues))

    def fact(self, name: str, spot: Spot, *rest: Value) -> str:
        """A fact that begins with a spot's coordinates."""
        return written(name, *told(self.words.coordinates, self.grid.rows, spot), *rest)


class Codec(NamedTuple):
    """The predicates of a word, how it is read and written, which clues it has, and which constants tell how
    many clues of which layer there are; may carry the holes of a grid."""

    signatures: Callable[[Any], Iterable[Signature]]
    read: Callable[[Any, Sheet], None]
    write: Callable[[Any, Page], list[str]]
    says: Callable[[Any, Value], bool] = lambda word, clue: True
    counts: Callable[[Any], Mapping[str, str]] = lambda word: {}
    holes: bool = False


def codec(word: ClueWord) -> Codec:
    """The codec behind a word of the notation."""
    return _CODECS[type(word)]


def written(name: str, *arguments: Value) -> str:
    """A fact without its full stop, which is an atom."""
    return f"{name}({','.join(map(str, arguments))})"


def fits(word: ClueWord, stated: Statements) -> bool:
    """Whether facts with the right predicates may be meant so: rooms without a number are told in two ways."""
    if not isinstance(word, Rectangles):
        return True
    rooms = {numbers[0] for _, numbers in stated.numbers(word.room, 5)}
    number = {name: value for _, (name, value) in stated.numbers(word.has, 2)}
    return -1 not in number.values() if word.none is None else rooms <= number.keys()


def extent(words: Facts, stated: Statements) -> tuple[int, int] | None:
    """The rows and columns that rooms reach over; None if there are none, or another word tells the clues."""
    word, start = words.clues[0], words.coordinates.first
    ends = [numbers[3:] for _, numbers in stated.numbers(word.room, 5)] if isinstance(word, Rectangles) else []
    if not ends:
        return None
    one, other = (max(end) - start + 1 for end in zip(*ends, strict=True))
    return (one, other) if words.coordinates.row_first else (other, one)


def _read_numbers(word: Numbered, sheet: Sheet) -> None:
    for fact, numbers in sheet.stated.numbers(word.name, 3):
        *place, number = (*numbers[1:], numbers[0]) if word.number_first else numbers
        sheet.put(word.layer, sheet.cell(fact, *place), number, fact)


def _write_numbers(word: Numbered, page: Page) -> list[str]:
    facts = []
    for cell, clue in page.clues(word.layer):
        if isinstance(clue, int):
            place = told(page.words.coordinates, page.grid.rows, page.grid.at(cell))
            facts.append(written(word.name, *((clue, *place) if word.number_first else (*place, clue))))
    return facts


def _read_symbols(word: Symbol, sheet: Sheet) -> None:
    for fact, place in sheet.stated.numbers(word.name, 2):
        sheet.put(word.layer, sheet.cell(fact, *place), word.value, fact)


def _write_symbols(word: Symbol, page: Page) -> list[str]:
    return [page.fact(word.name, page.grid.at(cell)) for cell, clue in page.clues(word.layer) if clue == word.value]


def _read_clue_cells(word: ClueCells, sheet: Sheet) -> None:
    clues = sheet.clues.setdefault(word.layer, {})
    black = {sheet.cell(fact, *place): fact for fact, place in sheet.stated.numbers(word.name, 2)}
    for cell in sheet.grid.cells:
        if cell in clues and cell not in black:
            missing = sheet.fact(word.name, sheet.grid.at(cell))
            raise FormatError(NAME, sheet.grid.name(cell), f"expected {missing} as well, as for every cell with a clue")
    for cell, fact in black.items():
        if cell not in clues:
            sheet.put(word.layer, cell, UNKNOWN_CLUE, fact)


def _write_clue_cells(word: ClueCells, page: Page) -> list[str]:
    return [page.fact(word.name, page.grid.at(cell)) for cell, _ in page.clues(word.layer)]


def _read_rooms(word: Rectangles, sheet: Sheet) -> None:
    rooms: dict[int, tuple[Area, Fact]] = {}
    home: dict[int, int] = {}
    for fact, (name, *ends) in sheet.stated.numbers(word.room, 5):
        if name in rooms:
            raise sheet.error(fact, f"room {name} has been told already: expected another number, not {fact}")
        area = _rectangle(sheet, fact, *ends)
        if shared := home.keys() & area:
            cell = min(shared)
            where = f"{sheet.grid.name(cell)} is in room {home[cell]} already"
            raise sheet.error(fact, f"{where}: expected rooms that do not overlap, not {fact}")
        rooms[name] = area, fact
        home |= dict.fromkeys(area, name)
    for cell in sheet.grid.cells:
        if cell not in home:
            raise FormatError(NAME, sheet.grid.name(cell), "it is in no room: expected rooms that cover the board")
    numbered = _room_numbers(word, sheet, rooms)
    for name, (area, fact) in rooms.items():
        number, teller = numbered.get(name, (UNKNOWN_CLUE, fact))
        if word.none is not None and name not in numbered:
            raise sheet.error(fact, f"room {name} has no number: expected {written(word.has, name, word.none)}")
        sheet.put(word.layer, area, UNKNOWN_CLUE if number == word.none else number, teller)


def _rectangle(sheet: Sheet, fact: Fact, *ends: int) -> Area:
    one, other = sheet.spot(fact, *ends[:2]), sheet.spot(fact, *ends[2:])
    if ends[0] > ends[2] or ends[1] > ends[3]:
        raise sheet.error(fact, f"expected the lower coordinates of the room before the higher ones, not {fact}")
    (top, bottom), (left, right) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    cols = sheet.grid.cols
    return frozenset(row * cols + col for row in range(top, bottom + 1) for col in range(left, right + 1))


def _room_numbers(word: Rectangles, sheet: Sheet, rooms: Mapping[int, object]) -> dict[int, tuple[Value, Fact]]:
    found: dict[int, tuple[Value, Fact]] = {}
    for fact, (name, number) in sheet.stated.numbers(word.has, 2):
        if name not in rooms:
            raise sheet.error(fact, f"expected the number of a room, not {fact}")
        if name in found:
            raise sheet.error(fact, f"room {name} has two numbers: expected one, not {fact} too")
        found[name] = number, fact
    return found


def _write_rooms(word: Rectangles, page: Page) -> list[str]:
    rooms, numbers = [], []
    for name, (room, clue) in enumerate(page.board.clues[word.layer].items(), word.first):
        corners = rectangle(page.grid, room)
        one, other = (told(page.words.coordinates, page.grid.rows, spot) for spot in corners)
        rooms.append(written(word.room, name, *map(min, one, other), *map(max, one, other)))
        number = word.none if clue == UNKNOWN_CLUE else clue
        if number is not None:
            numbers.append(written(word.has, name, number))
    return rooms + numbers


def _read_hints(word: RunHints, sheet: Sheet) -> None:
    black = {sheet.spot(fact, *place) for fact, place in sheet.stated.numbers(word.black, 2)}
    if missing := set(_margin(sheet.words, sheet.grid)) - black:
        expected = sheet.fact(word.black, min(missing))
        raise FormatError(NAME, "board", f"expected {expected}, for the first row and column have no white cells")
    rows, cols = sheet.grid.rows, sheet.grid.cols
    sheet.grid = square(rows, cols, frozenset(row * cols + col for row, col in black if min(row, col) >= 0))
    heads = sheet.grid.run_heads()
    for name, way in ((word.down, 0), (word.across, 1)):
        for fact, (*place, total, length) in sheet.stated.numbers(name, 4):
            spot = sheet.spot(fact, *place)
            if spot not in black:
                raise sheet.error(
                    fact, f"expected {sheet.fact(word.black, spot)} as well, for sums stand in black cells"
                )
            edge = heads.get(spot, (None, None))[way]
            _require_extent(sheet, fact, edge, length)
            sheet.put(word.layer, cast(int, edge), total, fact)


def _require_extent(sheet: Sheet, fact: Fact, edge: int | None, length: int) -> None:
    """Refuse a sum that does not speak of the white cells up to the next black cell or the frame."""
    covered = 0 if edge is None else len(runs(sheet.grid)[edge])
    if not covered:
        raise sheet.error(fact, f"expected a white cell behind the sum, not {fact}")
    if length != covered:
        raise sheet.error(fact, f"expected the extent {covered}, to the next black cell or the frame, not {fact}")


def _write_hints(word: RunHints, page: Page) -> list[str]:
    grid, sums, facts = page.grid, page.board.clues[word.layer], dict[str, list[str]]()
    covered, heads = runs(grid), grid.run_heads()
    for spot in sorted({*heads, *_margin(page.words, grid)}):
        facts.setdefault(word.black, []).append(page.fact(word.black, spot))
        for name, edge in zip((word.down, word.across), heads.get(spot, (None, None)), strict=True):
            if edge is not None and edge in sums:
                facts.setdefault(name, []).append(page.fact(name, spot, sums[edge], len(covered[edge])))
    return [fact for name in (word.across, word.down, word.black) for fact in facts.get(name, ())]


def _margin(words: Facts, grid: SquareGrid) -> list[Spot]:
    """The spots above the board and before it."""
    first = -words.coordinates.margin
    spots = ((row, col) for row in range(first, grid.rows) for col in range(first, grid.cols))
    return [spot for spot in spots if min(spot) < 0]


_CODECS: dict[type, Codec] = {
    Numbered: Codec(
        lambda word: [(word.name, 3)], _read_numbers, _write_numbers, lambda word, clue: isinstance(clue, int)
    ),
    Symbol: Codec(
        lambda word: [(word.name, 2)], _read_symbols, _write_symbols, lambda word, clue: bool(clue == word.value)
    ),
    ClueCells: Codec(lambda word: [(word.name, 2)], _read_clue_cells, _write_clue_cells),
    Rectangles: Codec(
        lambda word: [(word.room, 5), (word.has, 2)],
        _read_rooms,
        _write_rooms,
        counts=lambda word: {word.count: word.layer},
    ),
    RunHints: Codec(
        lambda word: [(word.across, 4), (word.down, 4), (word.black, 2)], _read_hints, _write_hints, holes=True
    ),
}
