"""masume's own facts: any board of any genre as ASP facts, for formulations that use no paper's dialect.

    cell((1,1)). adjacent((1,1),(1,2)). clue(numbers,(1,2),3).      and back: mark(shade,(1,1),sea)

A cell r3c4 is written as (3,4), its north edge as (3,4,n), and a room as its number among the rooms.  See
docs/formulations.md for all predicates.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import product

from masume.core.board import Board
from masume.core.grid import Grid, edge_towards, opposite, runs
from masume.core.layers import UNKNOWN_CLUE, RuledOut, Value, Where
from masume.core.places import Place
from masume.core.square import SquareGrid

OWN = "masume"  # the dialect's name
_NAME = re.compile(r"r(\d+)c(\d+)([a-z]*)")
_SIZE = re.compile(r"\b(?:rows|cols)\b")
_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_]*")
_Arguments = Iterator[tuple[str, ...]]


class Terms:
    """Conversion between the places of a board and ASP terms."""

    def __init__(self, board: Board) -> None:
        self._grid = board.grid
        layers = (layer for layer in board.genre.clue_layers if layer.where is Where.ROOMS)
        self.rooms = [room for layer in layers for room in board.clues[layer.name]]
        self._numbers = {room: str(number) for number, room in enumerate(self.rooms, 1)}

    def term(self, place: Place) -> str:
        """Return the term of a place; for a chain, the tuple of the terms of its places."""
        if isinstance(place, frozenset):
            return self._numbers[place]
        if isinstance(place, tuple):
            return f"({','.join(map(self.term, place))})"
        return _simple_term(self._grid, place)

    def all(self) -> dict[str, Place]:
        """Return all simple places and rooms by their terms."""
        grid = self._grid
        simple = (*grid.cells, *grid.edges, *grid.corners, *grid.lines, *grid.seats, grid.board)
        return {**{_simple_term(grid, place): place for place in simple}, **{n: r for r, n in self._numbers.items()}}


def write_own_facts(board: Board, predicates: Collection[str] | None = None) -> str:
    """Return the facts of a board that have these predicates (default: all).

    Every predicate is declared with #defined, because clingo warns about undefined ones.
    """
    terms = Terms(board)
    lines = [" ".join(f"#defined {name}/{arity}." for name, (arity, _) in PREDICATES.items())]
    for name, (_, arguments) in PREDICATES.items():
        if predicates is None or name in predicates:
            lines.append(" ".join(f"{name}({','.join(each)})." for each in arguments(board, terms)))
    return "\n".join([*filter(None, lines), ""])


def write_own_instance(board: Board, predicates: Collection[str]) -> str:
    """Return a program from which clingo derives the facts of a board that have these predicates.

    On a square grid without holes most of it is rules: clingo derives facts faster than it parses them.
    """
    grid = board.grid
    if not isinstance(grid, SquareGrid) or grid.holes:
        return write_own_facts(board, predicates)
    rules_by_predicate = _square_rules()
    size = {"rows": str(grid.rows), "cols": str(grid.columns)}
    needed = [
        line for name, lines in rules_by_predicate.items() if name in predicates or name == "cell" for line in lines
    ]
    rules = _SIZE.sub(lambda side: size[side[0]], "\n".join(needed))
    return f"{rules}\n{write_own_facts(board, set(predicates) - rules_by_predicate.keys())}"


@cache
def _square_rules() -> dict[str, list[str]]:
    """Return the rules that derive the facts of each predicate on a square grid."""
    rules: dict[str, list[str]] = {}
    for line in files("masume.formats").joinpath("square_facts.lp").read_text(encoding="utf-8").splitlines():
        if not line.startswith("%"):
            rules.setdefault(line.partition("(")[0], []).append(line)
    return rules


def write_own_atoms(board: Board) -> list[str]:
    """Return the atoms of the decided marks of a board."""
    terms = Terms(board)
    layers = ((layer, board.decided_marks(layer)) for layer in board.genre.answer)
    return [mark_atom(terms, layer, place, marks[place]) for layer, marks in layers for place in sorted(marks)]


def mark_atoms(board: Board) -> dict[str, tuple[str, Place, Value]]:
    """Return all atoms that an answer can contain, each with the mark it stands for."""
    terms = Terms(board)
    return {
        mark_atom(terms, layer.name, place, value): (layer.name, place, value)
        for layer in map(board.genre.mark_layer, board.genre.answer)
        for place, value in product(layer.places(board.grid), board.alphabet(layer).values)
    }


def mark_atom(terms: Terms, layer: str, place: Place, value: Value) -> str:
    """Return the atom of a mark."""
    return f"mark({format_value(layer)},{terms.term(place)},{format_value(value)})"


def format_value(value: Value) -> str:
    """Return a value as a term: numbers and ASP constants unchanged, anything else in quotes."""
    if value == UNKNOWN_CLUE:
        return "unknown"
    text = str(value)
    if isinstance(value, int) or _CONSTANT.fullmatch(text):
        return text
    return '"{}"'.format(text.replace("\\", "\\\\").replace('"', '\\"'))


def _simple_term(grid: Grid, place: int) -> str:
    name = grid.name(place)
    if match := _NAME.fullmatch(name):
        row, col, side = match.groups()
        return f"({row},{col},{side})" if side else f"({row},{col})"
    return format_value(name)


def _cells(board: Board, terms: Terms) -> _Arguments:
    return ((terms.term(cell),) for cell in board.grid.cells)


def _indices(board: Board, terms: Terms) -> _Arguments:
    return ((terms.term(cell), str(number)) for number, cell in enumerate(board.grid.cells, 1))


def _adjacent(board: Board, terms: Terms) -> _Arguments:
    grid = board.grid
    return ((terms.term(cell), terms.term(other)) for cell in grid.cells for other in grid.neighbours(cell))


def _touching(board: Board, terms: Terms) -> _Arguments:
    grid = board.grid
    return ((terms.term(cell), terms.term(other)) for cell in grid.cells for other in grid.touching(cell))


def _directions_by_name(grid: Grid) -> Mapping[str, object]:
    return {way.name.lower(): way for way in grid.directions} if "rays" in grid.abilities else {}


def _directions(board: Board, terms: Terms) -> _Arguments:
    return ((name,) for name in _directions_by_name(board.grid))


def _opposites(board: Board, terms: Terms) -> _Arguments:
    grid = board.grid
    return (
        (way.name.lower(), opposite(grid, way).name.lower()) for way in grid.directions if _directions_by_name(grid)
    )


def _steps(board: Board, terms: Terms) -> _Arguments:
    for cell, (name, way) in product(board.grid.cells, _directions_by_name(board.grid).items()):
        ahead = board.grid.step(cell, way)
        if ahead is not None:
            yield terms.term(cell), name, terms.term(ahead)


def _ways_out(board: Board, terms: Terms) -> _Arguments:
    grid = board.grid
    for cell, way in product(grid.cells, grid.directions if _directions_by_name(grid) else ()):
        yield terms.term(cell), way.name.lower(), terms.term(edge_towards(grid, cell, way))


def _edges(board: Board, terms: Terms) -> _Arguments:
    return ((terms.term(edge),) for edge in board.grid.edges)


def _sides(board: Board, terms: Terms) -> _Arguments:
    grid = board.grid
    return ((terms.term(edge), terms.term(cell)) for edge in grid.edges for cell in grid.cells_beside(edge))


def _corners(board: Board, terms: Terms) -> _Arguments:
    return ((terms.term(corner),) for corner in board.grid.corners)


def _ends(board: Board, terms: Terms) -> _Arguments:
    return ((terms.term(edge), *map(terms.term, board.grid.ends(edge))) for edge in board.grid.edges)


def _clues(board: Board, terms: Terms) -> _Arguments:
    for layer, entries in board.clues.items():
        for place, value in entries.items():
            yield format_value(layer), terms.term(place), format_value(value)


def _rooms(board: Board, terms: Terms) -> _Arguments:
    return ((terms.term(room), terms.term(cell)) for room in terms.rooms for cell in sorted(room))


def _runs(board: Board, terms: Terms) -> _Arguments:
    found = runs(board.grid).items() if _directions_by_name(board.grid) else ()
    return ((terms.term(edge), str(i), terms.term(cell)) for edge, run in found for i, cell in enumerate(run, 1))


def _given(board: Board, terms: Terms) -> _Arguments:
    for layer, entries in board.given.items():
        for place, mark in entries.items():
            if not isinstance(mark, RuledOut):
                yield format_value(layer), terms.term(place), format_value(mark)


def _ruled_out(board: Board, terms: Terms) -> _Arguments:
    for layer, entries in board.given.items():
        for place, mark in entries.items():
            if isinstance(mark, RuledOut):
                yield from (
                    (format_value(layer), terms.term(place), format_value(value)) for value in sorted(mark, key=str)
                )


def _options(board: Board, terms: Terms) -> _Arguments:
    return ((format_value(name), format_value(value)) for name, value in board.options.items())


# predicate -> number of arguments, and a function that yields them
PREDICATES: Mapping[str, tuple[int, Callable[[Board, Terms], _Arguments]]] = {
    "cell": (1, _cells),
    "index": (2, _indices),
    "adjacent": (2, _adjacent),
    "touching": (2, _touching),
    "direction": (1, _directions),
    "opposite": (2, _opposites),
    "next": (3, _steps),
    "towards": (3, _ways_out),
    "edge": (1, _edges),
    "beside": (2, _sides),
    "corner": (1, _corners),
    "ends": (3, _ends),
    "clue": (3, _clues),
    "room": (2, _rooms),
    "run": (3, _runs),
    "option": (2, _options),
    "given": (3, _given),
    "ruled_out": (3, _ruled_out),
}
