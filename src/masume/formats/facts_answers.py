"""How a paper's atoms tell the marks of a board, and which marks atoms tell."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.facts_notation import AnswerWord, CellMarks, CellNumbers, Facts, LinesAcross, Outline
from masume.core.grid import describe, inner_edges
from masume.core.layers import Value
from masume.core.places import Place
from masume.core.square import SquareGrid
from masume.formats.facts_clues import told, written
from masume.formats.facts_syntax import Signature

Table: TypeAlias = Mapping[tuple[int, Value], str]  # the atom for a value at a place, in reading order
_LINE = "line"  # what stands in the table of an outline


class Codec(NamedTuple):
    """The number of arguments of an answer's atoms, their table; atoms from marks, marks from atoms, conditions."""

    arity: int
    table: Callable[[Any, Facts, SquareGrid, tuple[Value, ...]], Table]
    write: Callable[[Any, Board, Table], list[str]]
    read: Callable[[Any, Board, Mapping[str, tuple[int, Value]]], dict[Place, Value]]
    condition: Callable[[Any, Board, Facts, Table, int, Value], str]


def signature(word: AnswerWord) -> Signature:
    """The predicate of an answer's atoms."""
    return word.name, _CODECS[type(word)].arity


def atoms(board: Board, grid: SquareGrid, words: Facts) -> list[str]:
    """The atoms for the marks of a board, by row and column."""
    return _CODECS[type(words.answer)].write(words.answer, board, _table(board, grid, words))


def marks(board: Board, grid: SquareGrid, words: Facts, given: Iterable[str]) -> dict[str, dict[Place, Value]]:
    """The marks that atoms tell."""
    meaning, found = _meanings(_table(board, grid, words)), dict[str, tuple[int, Value]]()
    for atom in given:
        plain = atom.replace(" ", "")
        if plain not in meaning:
            raise InputError(f"{atom!r:.40} stands for nothing on this board: expected {_such_as(meaning)}")
        if plain in found:
            raise InputError(f"{atom!r:.40} stands twice: expected it once")
        found[plain] = meaning[plain]
    return {words.answer.layer: _CODECS[type(words.answer)].read(words.answer, board, found)}


def condition(board: Board, grid: SquareGrid, words: Facts, place: Place, value: Value) -> str:
    """A body that holds if a mark is so."""
    layer = board.genre.mark_layer(words.answer.layer)
    if not isinstance(place, int) or place not in layer.places(grid) or not board.alphabet(layer).accepts(value):
        raise InputError(f"{layer.name} has no {value!r:.30} at {describe(grid, place)}")
    table = _table(board, grid, words)
    return _CODECS[type(words.answer)].condition(words.answer, board, words, table, place, value)


def _table(board: Board, grid: SquareGrid, words: Facts) -> Table:
    values = tuple(board.alphabet(board.genre.mark_layer(words.answer.layer)).values)
    return _shared_table(words, grid, values)


@lru_cache(maxsize=16)
def _shared_table(words: Facts, grid: SquareGrid, values: tuple[Value, ...]) -> Table:
    return _CODECS[type(words.answer)].table(words.answer, words, grid, values)


def _meanings(table: Table) -> dict[str, tuple[int, Value]]:
    return {atom: key for key, atom in table.items()}


def _such_as(meaning: Mapping[str, object]) -> str:
    return f"an atom such as {next(iter(meaning))}" if meaning else "no atom"


def _cell_table(word: CellMarks, words: Facts, grid: SquareGrid, values: tuple[Value, ...]) -> Table:
    places = ((cell, told(words.coordinates, grid.rows, grid.at(cell))) for cell in grid.cells)
    return {(cell, word.on): written(word.name, *place) for cell, place in places}


def _number_table(word: CellNumbers, words: Facts, grid: SquareGrid, values: tuple[Value, ...]) -> Table:
    places = ((cell, told(words.coordinates, grid.rows, grid.at(cell))) for cell in grid.cells)
    return {(cell, value): written(word.name, *place, value) for cell, place in places for value in values}


def _across_table(word: LinesAcross, words: Facts, grid: SquareGrid, values: tuple[Value, ...]) -> Table:
    table: dict[tuple[int, Value], str] = {}
    between = frozenset(inner_edges(grid))
    for cell in grid.cells:
        row, col = grid.at(cell)
        ahead = grid.across(row if words.coordinates.upwards else row + 1, col)
        for sort, edge in (("h", grid.down(row, col + 1)), ("v", ahead)):
            if edge in between:
                table[edge, word.on] = written(word.name, sort, *told(words.coordinates, grid.rows, (row, col)))
    return table


def _outline_table(word: Outline, words: Facts, grid: SquareGrid, values: tuple[Value, ...]) -> Table:
    table: dict[tuple[int, Value], str] = {}
    for upright, row, col, edge in sorted(
        ((*grid.edge_at(edge), edge) for edge in grid.edges), key=lambda found: (found[1], found[2], found[0])
    ):
        height = grid.rows if upright else grid.rows + 1
        place = told(words.coordinates, height, (row, col))
        table[edge, _LINE] = written(word.name, "v" if upright else "h", *place)
    return table


def _write_marks(word: Any, board: Board, table: Table) -> list[str]:
    decided = board.decided(word.layer)
    return [atom for (place, value), atom in table.items() if decided.get(place) == value]


def _read_switches(word: CellMarks | LinesAcross, board: Board, found: Mapping[str, tuple[int, Value]]) -> Any:
    places = board.genre.mark_layer(word.layer).places(board.grid)
    return dict.fromkeys(places, word.off) | dict(found.values())


def _read_numbers(word: CellNumbers, board: Board, found: Mapping[str, tuple[int, Value]]) -> dict[Place, Value]:
    marks: dict[Place, Value] = {}
    for atom, (cell, value) in found.items():
        if cell in marks:
            raise InputError(f"{board.grid.name(cell)} has two numbers: expected one, not {atom} too")
        marks[cell] = value
    return marks


def _mark_condition(word: Any, board: Board, words: Facts, table: Table, place: int, value: Value) -> str:
    return table[place, value] if (place, value) in table else f"not {table[place, word.on]}"


def _write_outline(word: Outline, board: Board, table: Table) -> list[str]:
    lines = _outline(word, board, board.decided(word.layer))
    return [atom for (edge, _), atom in table.items() if edge in lines]


def _outline(word: Outline, board: Board, decided: Mapping[Place, Value]) -> set[int]:
    """The edges that are known to have the inside on one side, and outside or the frame on the other."""
    lines = set()
    for edge in board.grid.edges:
        sides = [decided.get(cell) for cell in board.grid.cells_beside(edge)]
        if {word.inside, word.outside} == {*sides, *([word.outside] if len(sides) == 1 else [])}:
            lines.add(edge)
    return lines


def _read_outline(word: Outline, board: Board, found: Mapping[str, tuple[int, Value]]) -> dict[Place, Value]:
    grid, lines = board.grid, {edge for edge, _ in found.values()}
    assert isinstance(grid, SquareGrid)
    marks: dict[Place, Value] = {}
    for row in range(grid.rows):
        inside = False
        for col in range(grid.cols):
            inside ^= grid.down(row, col) in lines  # a line crossed from the left leads in or out
            marks[row * grid.cols + col] = word.inside if inside else word.outside
    if wrong := lines ^ _outline(word, board, marks):
        raise InputError(f"the lines are no outline: expected them to enclose cells, unlike at {grid.name(min(wrong))}")
    return marks


def _outline_condition(word: Outline, board: Board, words: Facts, table: Table, place: int, value: Value) -> str:
    """Inside is where an odd number of lines is to the left; the variable is the cell's own, for others may be near."""
    assert isinstance(board.grid, SquareGrid)
    row, col = board.grid.at(place)
    one, other = told(words.coordinates, board.grid.rows, (row, col))
    column, line = (other, one) if words.coordinates.row_first else (one, other)
    pair = f"{line},I" if words.coordinates.row_first else f"I,{line}"
    lines, parity = f"Lines_{column}_{line}", 1 if value == word.inside else 0
    return f"{lines} = #count {{ I : {word.name}(v,{pair}), I <= {column} }}, {lines} \\ 2 = {parity}"


_CODECS: dict[type, Codec] = {
    CellMarks: Codec(2, _cell_table, _write_marks, _read_switches, _mark_condition),
    CellNumbers: Codec(3, _number_table, _write_marks, _read_numbers, _mark_condition),
    LinesAcross: Codec(3, _across_table, _write_marks, _read_switches, _mark_condition),
    Outline: Codec(3, _outline_table, _write_outline, _read_outline, _outline_condition),
}
