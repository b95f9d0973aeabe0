"""Answers as atoms in a paper's predicates: written from the marks of a board, and turned back into marks."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.facts_notation import AnswerNotation, CellMarkAtoms, CellNumberAtoms, Facts, LineAtoms, OutlineAtoms
from masume.core.grid import describe_place, inner_edges
from masume.core.layers import Value
from masume.core.messages import quote
from masume.core.places import Place
from masume.core.square import SquareGrid
from masume.formats.facts_clues import cell_to_numbers, format_atom
from masume.formats.facts_syntax import Signature

Table: TypeAlias = Mapping[tuple[int, Value], str]  # place and value -> atom, row by row from the top left
_LINE = "line"  # the value in the table of an outline


class AnswerCodec(NamedTuple):
    """How the atoms of one kind of answer are read and written.

    `arity` is their number of arguments.  `table` lists all atoms of a grid, `write` turns marks into atoms, `parse`
    turns atoms into marks, and `condition` returns the rule body for one mark.
    """

    arity: int
    table: Callable[[Any, Facts, SquareGrid, tuple[Value, ...]], Table]
    write: Callable[[Any, Board, Table], list[str]]
    parse: Callable[[Any, Board, Mapping[str, tuple[int, Value]]], dict[Place, Value]]
    condition: Callable[[Any, Board, Facts, Table, int, Value], str]


def signature(notation: AnswerNotation) -> Signature:
    """Return the predicate of an answer's atoms."""
    return notation.name, _CODECS[type(notation)].arity


def write_atoms(board: Board, grid: SquareGrid, paper: Facts) -> list[str]:
    """Return the atoms for the marks of a board, by row and column."""
    return _CODECS[type(paper.answer)].write(paper.answer, board, _table(board, grid, paper))


def parse_atoms(board: Board, grid: SquareGrid, paper: Facts, atoms: Iterable[str]) -> dict[str, dict[Place, Value]]:
    """Return the marks that atoms stand for; raise InputError if an atom stands for none, or occurs twice."""
    meaning, found = _meanings(_table(board, grid, paper)), dict[str, tuple[int, Value]]()
    for atom in atoms:
        plain = atom.replace(" ", "")
        if plain not in meaning:
            raise InputError(f"{quote(atom)} has no meaning on this board: expected {_example_of(meaning)}")
        if plain in found:
            raise InputError(f"{quote(atom)} occurs twice: expected it once")
        found[plain] = meaning[plain]
    return {paper.answer.layer: _CODECS[type(paper.answer)].parse(paper.answer, board, found)}


def write_condition(board: Board, grid: SquareGrid, paper: Facts, place: Place, value: Value) -> str:
    """Return a rule body that holds if and only if a mark has this value."""
    layer = board.genre.mark_layer(paper.answer.layer)
    if not isinstance(place, int) or place not in layer.places(grid) or not board.alphabet(layer).accepts(value):
        raise InputError(f"{layer.name} has no {quote(value)} at {describe_place(grid, place)}")
    table = _table(board, grid, paper)
    return _CODECS[type(paper.answer)].condition(paper.answer, board, paper, table, place, value)


def _table(board: Board, grid: SquareGrid, paper: Facts) -> Table:
    values = tuple(board.alphabet(board.genre.mark_layer(paper.answer.layer)).values)
    return _shared_table(paper, grid, values)


@lru_cache(maxsize=16)
def _shared_table(paper: Facts, grid: SquareGrid, values: tuple[Value, ...]) -> Table:
    return _CODECS[type(paper.answer)].table(paper.answer, paper, grid, values)


def _meanings(table: Table) -> dict[str, tuple[int, Value]]:
    return {atom: key for key, atom in table.items()}


def _example_of(meaning: Mapping[str, object]) -> str:
    return f"an atom such as {next(iter(meaning))}" if meaning else "no atom"


def _cell_table(notation: CellMarkAtoms, paper: Facts, grid: SquareGrid, values: tuple[Value, ...]) -> Table:
    places = ((cell, cell_to_numbers(paper.coordinates, grid.rows, grid.position(cell))) for cell in grid.cells)
    return {(cell, notation.on): format_atom(notation.name, *place) for cell, place in places}


def _number_table(notation: CellNumberAtoms, paper: Facts, grid: SquareGrid, values: tuple[Value, ...]) -> Table:
    places = ((cell, cell_to_numbers(paper.coordinates, grid.rows, grid.position(cell))) for cell in grid.cells)
    return {(cell, value): format_atom(notation.name, *place, value) for cell, place in places for value in values}


def _line_table(notation: LineAtoms, paper: Facts, grid: SquareGrid, values: tuple[Value, ...]) -> Table:
    table: dict[tuple[int, Value], str] = {}
    between = frozenset(inner_edges(grid))
    for cell in grid.cells:
        row, col = grid.position(cell)
        ahead = grid.horizontal_edge(row if paper.coordinates.upwards else row + 1, col)
        for direction, edge in (("h", grid.vertical_edge(row, col + 1)), ("v", ahead)):
            if edge in between:
                table[edge, notation.on] = format_atom(
                    notation.name, direction, *cell_to_numbers(paper.coordinates, grid.rows, (row, col))
                )
    return table


def _outline_table(notation: OutlineAtoms, paper: Facts, grid: SquareGrid, values: tuple[Value, ...]) -> Table:
    table: dict[tuple[int, Value], str] = {}
    for vertical, row, col, edge in sorted(
        ((*grid.edge_position(edge), edge) for edge in grid.edges), key=lambda each: (each[1], each[2], each[0])
    ):
        height = grid.rows if vertical else grid.rows + 1
        place = cell_to_numbers(paper.coordinates, height, (row, col))
        table[edge, _LINE] = format_atom(notation.name, "v" if vertical else "h", *place)
    return table


def _write_marks(notation: Any, board: Board, table: Table) -> list[str]:
    decided = board.decided_marks(notation.layer)
    return [atom for (place, value), atom in table.items() if decided.get(place) == value]


def _parse_two_valued(notation: CellMarkAtoms | LineAtoms, board: Board, found: Mapping[str, tuple[int, Value]]) -> Any:
    places = board.genre.mark_layer(notation.layer).places(board.grid)
    return dict.fromkeys(places, notation.off) | dict(found.values())


def _parse_numbers(
    notation: CellNumberAtoms, board: Board, found: Mapping[str, tuple[int, Value]]
) -> dict[Place, Value]:
    marks: dict[Place, Value] = {}
    for atom, (cell, value) in found.items():
        if cell in marks:
            raise InputError(f"{board.grid.name(cell)} has two numbers: expected one, not {atom} too")
        marks[cell] = value
    return marks


def _mark_condition(notation: Any, board: Board, paper: Facts, table: Table, place: int, value: Value) -> str:
    return table[place, value] if (place, value) in table else f"not {table[place, notation.on]}"


def _write_outline(notation: OutlineAtoms, board: Board, table: Table) -> list[str]:
    lines = _outline(notation, board, board.decided_marks(notation.layer))
    return [atom for (edge, _), atom in table.items() if edge in lines]


def _outline(notation: OutlineAtoms, board: Board, decided: Mapping[Place, Value]) -> set[int]:
    """Return the edges with a cell marked inside on one side, and one marked outside or the frame on the other."""
    lines = set()
    for edge in board.grid.edges:
        sides = [decided.get(cell) for cell in board.grid.cells_beside(edge)]
        if {notation.inside, notation.outside} == {*sides, *([notation.outside] if len(sides) == 1 else [])}:
            lines.add(edge)
    return lines


def _parse_outline(notation: OutlineAtoms, board: Board, found: Mapping[str, tuple[int, Value]]) -> dict[Place, Value]:
    grid, lines = board.grid, {edge for edge, _ in found.values()}
    assert isinstance(grid, SquareGrid)
    marks: dict[Place, Value] = {}
    for row in range(grid.rows):
        inside = False
        for col in range(grid.columns):
            inside ^= grid.vertical_edge(row, col) in lines  # crossing a line leads in or out
            marks[row * grid.columns + col] = notation.inside if inside else notation.outside
    if wrong := lines ^ _outline(notation, board, marks):
        raise InputError(
            f"the lines are not an outline: expected them to enclose cells, also at {grid.name(min(wrong))}"
        )
    return marks


def _outline_condition(
    notation: OutlineAtoms, board: Board, paper: Facts, table: Table, place: int, value: Value
) -> str:
    """Return a rule body: the number of lines to the left of the cell is odd (inside) or even (outside).

    The variable is named after the cell, because one rule body may contain the conditions of several cells.
    """
    assert isinstance(board.grid, SquareGrid)
    row, col = board.grid.position(place)
    first, second = cell_to_numbers(paper.coordinates, board.grid.rows, (row, col))
    column, line = (second, first) if paper.coordinates.row_first else (first, second)
    pair = f"{line},I" if paper.coordinates.row_first else f"I,{line}"
    lines, parity = f"Lines_{column}_{line}", 1 if value == notation.inside else 0
    return f"{lines} = #count {{ I : {notation.name}(v,{pair}), I <= {column} }}, {lines} \\ 2 = {parity}"


_CODECS: dict[type, AnswerCodec] = {
    CellMarkAtoms: AnswerCodec(2, _cell_table, _write_marks, _parse_two_valued, _mark_condition),
    CellNumberAtoms: AnswerCodec(3, _number_table, _write_marks, _parse_numbers, _mark_condition),
    LineAtoms: AnswerCodec(3, _line_table, _write_marks, _parse_two_valued, _mark_condition),
    OutlineAtoms: AnswerCodec(3, _outline_table, _write_outline, _parse_outline, _outline_condition),
}
