"""masume's own facts: any board of any genre as ASP, for formulations that are not bound to a paper's format.

    cell((1,1)). adjacent((1,1),(1,2)). clue(numbers,(1,2),3).      and back: mark(shade,(1,1),sea)

A place is written as its name: r3c4 as (3,4), its north edge as (3,4,n); a room as its number among the rooms.
docs/formulations.md lists all predicates.
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
    """The places of a board as ASP terms, and back."""

    def __init__(self, board: Board) -> None:
        self._grid = board.grid
        layers = (layer for layer in board.genre.clue_layers if layer.where is Where.ROOMS)
        self.rooms = [room for layer in layers for room in board.clues[layer.name]]
        self._numbers = {room: str(number) for number, room in enumerate(self.rooms, 1)}

    def term(self, place: Place) -> str:
        """A place as a term; a chain as the tuple of its places."""
        if isinstance(place, frozenset):
            return self._numbers[place]
        if isinstance(place, tuple):
            return f"({','.join(map(self.term, place))})"
        return _simple_term(self._grid, place)

    def all(self) -> dict[str, Place]:
        """Every simple place and every room by its term."""
        grid = self._grid
        simple = (*grid.cells, *grid.edges, *grid.corners, *grid.lines, *grid.seats, grid.board)
        return {**{_simple_term(grid, place): place for place in simple}, **{n: r for r, n in self._numbers.items()}}


def own_facts(board: Board, mentioned: Collection[str] | None = None) -> str:
    """The facts on a board, or those whose predicates are mentioned; all are declared, lest clingo warns of them."""
    terms = Terms(board)
    lines = [" ".join(f"#defined {name}/{arity}." for name, (arity, _) in PREDICATES.items())]
    for name, (_, arguments) in PREDICATES.items():
        if mentioned is None or name in mentioned:
            lines.append(" ".join(f"{name}({','.join(each)})." for each in arguments(board, terms)))
    return "\n".join([*filter(None, lines), ""])


def instance(board: Board, mentioned: Collection[str]) -> str:
    """What makes the facts that are mentioned: facts, and on plain square grids rules, which clingo reads faster."""
    grid = board.grid
    if not isinstance(grid, SquareGrid) or grid.holes:
        return own_facts(board, mentioned)
    known = _rules_on_squares()
    size = {"rows": str(grid.rows), "cols": str(grid.cols)}
    needed = [line for name, lines in known.items() if name in mentioned or name == "cell" for line in lines]
    rules = _SIZE.sub(lambda side: size[side[0]], "\n".join(needed))
    return f"{rules}\n{own_facts(board, set(mentioned) - known.keys())}"


@cache
def _rules_on_squares() -> dict[str, list[str]]:
    """The rules that make the facts of each predicate on a square grid."""
    rules: dict[str, list[str]] = {}
    for line in files("masume.formats").joinpath("square_facts.lp").read_text(encoding="utf-8").splitlines():
        if not line.startswith("%"):
            rules.setdefault(line.partition("(")[0], []).append(line)
    return rules


def own_atoms(board: Board) -> list[str]:
    """The atoms of the marks that are set on a board."""
    terms = Terms(board)
    layers = ((layer, board.decided(layer)) for layer in board.genre.answer)
    return [mark_atom(terms, layer, place, marks[place]) for layer, marks in layers for place in sorted(marks)]


def mark_atoms(board: Board) -> dict[str, tuple[str, Place, Value]]:
    """The atoms that an answer may hold, each with the mark it stands for."""
    terms = Terms(board)
    return {
        mark_atom(terms, layer.name, place, value): (layer.name, place, value)
        for layer in map(board.genre.mark_layer, board.genre.answer)
        for place, value in product(layer.places(board.grid), board.alphabet(layer).values)
    }


def mark_atom(terms: Terms, layer: str, place: Place, value: Value) -> str:
    """The atom of a mark."""
    return f"mark({word(layer)},{terms.term(place)},{word(value)})"


def word(value: Value) -> str:
    """A value as a term: numbers and plain words as they are, all else in quotes."""
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
    return word(name)


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


def _ways(grid: Grid) -> Mapping[str, object]:
    return {way.name.lower(): way for way in grid.directions} if "rays" in grid.abilities else {}


def _directions(board: Board, terms: Terms) -> _Arguments:
    return ((name,) for name in _ways(board.grid))


def _opposites(board: Board, terms: Terms) -> _Arguments:
    grid = board.grid
    return ((way.name.lower(), opposite(grid, way).name.lower()) for way in grid.directions if _ways(grid))


def _steps(board: Board, terms: Terms) -> _Arguments:
    for cell, (name, way) in product(board.grid.cells, _ways(board.grid).items()):
        ahead = board.grid.step(cell, way)
        if ahead is not None:
            yield terms.term(cell), name, terms.term(ahead)


def _ways_out(board: Board, terms: Terms) -> _Arguments:
    grid = board.grid
    for cell, way in product(grid.cells, grid.directions if _ways(grid) else ()):
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
            yield word(layer), terms.term(place), word(value)


def _rooms(board: Board, terms: Terms) -> _Arguments:
    return ((terms.term(room), terms.term(cell)) for room in terms.rooms for cell in sorted(room))


def _runs(board: Board, terms: Terms) -> _Arguments:
    found = runs(board.grid).items() if _ways(board.grid) else ()
    return ((terms.term(edge), str(i), terms.term(cell)) for edge, run in found for i, cell in enumerate(run, 1))


def _given(board: Board, terms: Terms) -> _Arguments:
    for layer, entries in board.given.items():
        for place, mark in entries.items():
            if not isinstance(mark, RuledOut):
                yield word(layer), terms.term(place), word(mark)


def _ruled_out(board: Board, terms: Terms) -> _Arguments:
    for layer, entries in board.given.items():
        for place, mark in entries.items():
            if isinstance(mark, RuledOut):
                yield from ((word(layer), terms.term(place), word(value)) for value in sorted(mark, key=str))


def _options(board: Board, terms: Terms) -> _Arguments:
    return ((word(name), word(value)) for name, value in board.options.items())


# predicate -> number of arguments, and what lists them
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
