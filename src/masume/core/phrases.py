"""Phrases: the places and the claims of an explanation in English."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache

from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.grid import Grid, cached_per_grid, runs
from masume.core.layers import Layer, RuledOut, Symbols, Value, Where
from masume.core.places import Area, Chain, Place, PlaceKind

_SIDE_NAME = re.compile(r"(?P<cell>.*\d)(?P<side>[nswe]{1,2})")
_THERE = re.compile(r"^there (is|are|were|would be) ")  # said once in a sentence
_SIDES = {"n": "above", "s": "below", "w": "left of", "e": "right of"}
_OPPOSITE_SIDES = {"n": "s", "s": "n", "w": "e", "e": "w"}
_CORNERS = {"n": "top", "s": "bottom", "w": "left", "e": "right"}
_RUNS = {"w": "across", "e": "across", "n": "down", "s": "down"}  # by the side through which a run is entered
_MIN_RANGE = 3  # cells in a row or column that are named by the first and the last of them
_MAX_VALUES_LEFT = 4  # if more values are left, those that are ruled out are named


def name_place(board: Board, place: Place) -> str:
    """Return a place in words: r3c4, between r3c4 and r3c5, r1c1 to r1c5, the 2x2 r3c7-r4c8."""
    grid = board.grid
    match place:
        case tuple() if len(place) == 2:
            return f"{name_place(board, place[0])} and {name_place(board, place[1])}"
        case tuple():
            return name_line(board, place)
        case frozenset():
            return _name_area(board, place)
        case _ if place == grid.board:
            return "the board"
        case _ if has_run_clue(board, place):
            return name_line(board, place)
        case _ if grid.kind_of(place) is PlaceKind.EDGE:
            return _name_edge(board, place)
    found = _SIDE_NAME.fullmatch(grid.name(place))
    if found is None:
        return grid.name(place)
    return f"the {' '.join(_CORNERS[letter] for letter in found['side'])} corner of {found['cell']}"


def name_line(board: Board, place: Place) -> str:
    """Return a chain or a run of cells by its ends, r1c1–r1c5, and any other place by `name_place`."""
    cells = runs(board.grid)[place] if isinstance(place, int) and has_run_clue(board, place) else place
    ends = (cells[0], cells[-1]) if isinstance(cells, tuple) else (cells,)
    return "–".join(name_place(board, end) for end in ends)


def name_with_clue(board: Board, place: Place) -> str:
    """Return a place with its clue, if it has one: the 3 at r4c4, the 16 across from r2c2."""
    clue = clue_at(board, place)
    if clue == "":
        return name_place(board, place)
    if isinstance(place, int) and has_run_clue(board, place):
        named = name_clue_of_run(board, place)
        return named if " from " in named else f"{named} from {board.grid.name(runs(board.grid)[place][0])}"
    return f"the {clue} at {name_place(board, place)}"


def name_clue_of_run(board: Board, start: int) -> str:
    """Return the clue of a run without its place: "the 16 across"; on other grids with its ends."""
    found = _SIDE_NAME.fullmatch(board.grid.name(start))
    direction = _RUNS.get(found["side"]) if found else None
    return f"the {clue_at(board, start)} {direction or f'from {name_line(board, start)}'}"


def name_places(board: Board, places: Sequence[Place]) -> str:
    """Return several places in words; cells in a row are named by their ends (r1c1–r1c5)."""
    grid = board.grid
    cells = [place for place in places if isinstance(place, int) and grid.kind_of(place) is PlaceKind.CELL]
    if len(cells) == len(places) and len(cells) >= _MIN_RANGE and "rays" in grid.abilities:
        return join_words(_name_cells(grid, cells))
    return join_words(_name_each(board, places))


def _name_each(board: Board, places: Sequence[Place]) -> list[str]:
    """Return the names of places; edges that form a path, or that are sides of one cell, have one name."""
    edges = [place for place in places if isinstance(place, int) and board.grid.kind_of(place) is PlaceKind.EDGE]
    if len(edges) < len(places) or len(edges) < 2:
        return [name_place(board, place) for place in places]
    return _name_paths(board.grid, edges) if _has_lines_across_edges(board) else _name_sides(board, edges)


def describe_claims(
    board: Board, claims: Sequence[Claim], verb: str = "", follow_from: Sequence[Claim] | None = None
) -> str:
    """Return claims in words: "r1c1 and r1c2 are shaded".  A verb such as "were" replaces "is" and "are".

    If the claims follow from others in an argument, these say which values are left.
    """
    if any(not claim.holds for claim in claims):
        return _describe_by_place(board, claims, verb, follow_from)
    places_by_value: dict[tuple[str, Value], list[Place]] = {}
    for claim in claims:
        places_by_value.setdefault((claim.layer, claim.value), []).append(claim.place)
    if not verb and all(isinstance(claim.value, int) for claim in claims):
        return _list_numbers(board, places_by_value)
    phrases = [
        _describe_places(board, layer, value, places, verb) for (layer, value), places in places_by_value.items()
    ]
    return "; ".join([*phrases[:1], *(_THERE.sub("", phrase) for phrase in phrases[1:])])


def describe_value(board: Board, layer_name: str, value: Value, is_plural: bool = False) -> str:
    """Return a value in words: "shaded", "a lamp", "lamps"."""
    layer: Layer = board.genre.mark_layer(layer_name)
    alphabet = board.alphabet(layer)
    words = alphabet.phrases.get(str(value), str(value)) if isinstance(alphabet, Symbols) else str(value)
    if is_plural and words.startswith(("a ", "no ")):  # lamps, no lamps
        return f"{words.removeprefix('a ')}s"
    return words


def _first_part(place: Place) -> int:
    """Return what to sort places by."""
    return place if isinstance(place, int) else min(place)


def _describe_places(board: Board, layer: str, value: Value, places: Sequence[Place], verb: str) -> str:
    words, is_plural = describe_value(board, layer, value, len(places) > 1), len(places) > 1
    places = sorted(places, key=_first_part)
    if "{places}" in words:
        names = _name_each(board, places)
        is_one = len(places) == 1 or (len(names) == 1 and _has_lines_across_edges(board))
        a, s, default_verb = ("a ", "", "is") if is_one else ("", "s", "are")
        return words.format(places=join_words(names), a=a, s=s, **{"is": verb or default_verb})
    return f"{name_places(board, places)} {verb or ('are' if is_plural else 'is')} {words}"


def _list_numbers(board: Board, places_by_value: Mapping[tuple[str, Value], Sequence[Place]]) -> str:
    """Return places with their numbers, in the order of the board: "r1c2 is 3, r2c2 5"."""
    in_order = sorted(places_by_value.items(), key=lambda item: min(map(_first_part, item[1])))
    ((layer, value), places), *others = in_order
    first = _describe_places(board, layer, value, places, "")
    return ", ".join([first, *(f"{name_places(board, more)} {number}" for (_, number), more in others)])


def _describe_by_place(
    board: Board, claims: Sequence[Claim], verb: str, follow_from: Sequence[Claim] | None = None
) -> str:
    """Return for each place the value that it has, or the values that are left; places with the same words are joined.

    With a verb, the claims may be assumptions, so only the values that are ruled out are named, unless it is known what
    the claims follow from.
    """
    has_left = not verb or follow_from is not None
    values: dict[tuple[str, Place], tuple[list[Value], list[Value]]] = {}  # those that hold, those that do not
    for layer, place, value, holds in claims:
        values.setdefault((layer, place), ([], []))[not holds].append(value)
    places_by_phrase: dict[str, list[Place]] = {}
    for (layer, place), (held, excluded) in values.items():
        before = [claim.value for claim in follow_from or () if claim[:2] == (layer, place) and not claim.holds]
        left = _values_left(board, layer, place, (*before, *excluded)) if has_left and not held else []
        if held:
            phrase = describe_value(board, layer, held[0])
        elif left and len(left) <= _MAX_VALUES_LEFT:
            phrase = join_words([describe_value(board, layer, value) for value in left], "or")
        elif left and _is_range(left):
            phrase = f"{left[0]} to {left[-1]}"
        else:
            phrase = f"not {join_words([describe_value(board, layer, value) for value in excluded], 'or')}"
        places_by_phrase.setdefault(phrase, []).append(place)
    return "; ".join(
        f"{name_places(board, places)} {verb or ('is' if len(places) == 1 else 'are')} {phrase}"
        for phrase, places in places_by_phrase.items()
    )


def _is_range(values: Sequence[Value]) -> bool:
    numbers = [value for value in values if isinstance(value, int)]
    return len(numbers) == len(values) and numbers == list(range(numbers[0], numbers[-1] + 1))


def _values_left(board: Board, layer: str, place: Place, excluded: Iterable[Value]) -> list[Value]:
    mark = board.marks[layer].get(place)
    ruled_out = {*excluded, *(mark if isinstance(mark, RuledOut) else ())}
    return [value for value in board.alphabet(board.genre.mark_layer(layer)).values if value not in ruled_out]


def _name_area(board: Board, area: Area) -> str:
    """Return a block by two opposite corners ("the 2x2 r3c7–r4c8"), a room by its first cell ("the room at r1c1")."""
    name, cells = board.grid.name, sorted(area)
    if clue_at(board, area) == "" and area in _squares_of_four(board.grid):
        return f"the 2x2 {name(cells[0])}–{name(cells[-1])}"
    return name(cells[0])


def name_shape(board: Board, area: Area) -> str:
    """Return the size of a rectangle, rows first ("2x3"); empty for other shapes."""
    if "blocks" not in board.grid.abilities:
        return ""
    for rows in range(1, len(area) + 1):
        cols, rest = divmod(len(area), rows)
        if not rest and area in _rectangles(board.grid)(rows, cols):
            return f"{rows}x{cols}"
    return ""


@cached_per_grid
def _rectangles(grid: Grid) -> Callable[[int, int], frozenset[Area]]:
    return cache(lambda rows, cols: frozenset(map(frozenset, grid.blocks(rows, cols))))


@cached_per_grid
def _squares_of_four(grid: Grid) -> frozenset[Area]:
    return frozenset(map(frozenset, grid.blocks(2, 2))) if "blocks" in grid.abilities else frozenset()


def _name_edge(board: Board, edge: int) -> str:
    """Return an edge by the cells on both sides of it; on the frame, by the side of its cell."""
    cells = [board.grid.name(cell) for cell in board.grid.cells_beside(edge)]
    if _has_lines_across_edges(board):
        return "-".join(cells)
    if len(cells) == 2:
        return f"between {cells[0]} and {cells[1]}"
    found = _SIDE_NAME.fullmatch(board.grid.name(edge))
    return f"{_SIDES[found['side']]} {found['cell']}" if found else board.grid.name(edge)


def _name_sides(board: Board, edges: Sequence[int]) -> list[str]:
    """Return the names of edges; several sides of one cell have one name: "above and left of r3c4"."""
    left, names = dict.fromkeys(edges), list[str]()
    while left:
        sides: dict[int, list[int]] = {}
        for edge in left:
            for cell in board.grid.cells_beside(edge):
                sides.setdefault(cell, []).append(edge)
        cell = max(sides, key=lambda cell: (len(sides[cell]), clue_at(board, cell) != "", -cell))
        words = [_side_of(board.grid, cell, edge) for edge in sides[cell]]
        if len(words) < 2 or not all(words):
            return join_same_clues(names) + [_name_edge(board, edge) for edge in left]
        *others, last = (word for word in _SIDES.values() if word in words)
        side = join_words([*(word.removesuffix(" of") for word in others), last])
        names.append(_name_around(board, cell, sides[cell]) or f"{side} {board.grid.name(cell)}")
        left = {edge: None for edge in left if edge not in sides[cell]}
    return join_same_clues(names)


def join_same_clues(names: Sequence[str], conjunction: str = "and") -> list[str]:
    """Join names that differ only in the place of a clue: "the 3 at r1c1" and "the 3 at r2c2" are "the 3s at …"."""
    places: dict[str, list[str]] = {}
    for name in names:
        before, _, place = name.partition(" at ")
        places.setdefault(before, []).append(place)
    return [
        f"{before}s at {join_words(found, conjunction)}"
        if len(found) > 1
        else " at ".join(filter(None, [before, *found]))
        for before, found in places.items()
    ]


def _name_around(board: Board, cell: int, edges: Sequence[int]) -> str:
    """Return most sides of a clue's cell by the clue, if they are all or all that are left; empty otherwise."""
    clue, around = clue_at(board, cell), board.grid.edges_of(cell)
    name = f"the {clue} at {board.grid.name(cell)}" if clue != "" else board.grid.name(cell)
    if len(edges) == len(around):
        return f"around {name}"
    marked = {edge for marks in board.marks.values() for edge in around if edge in marks}
    is_rest = clue != "" and len(edges) >= _MIN_RANGE and marked == {*around}.difference(edges)
    return f"on the other sides of {name}" if is_rest else ""


def _side_of(grid: Grid, cell: int, edge: int) -> str:
    """Return on which side of a cell an edge is ("left of"); empty if the grid has no names for sides."""
    found = _SIDE_NAME.fullmatch(grid.name(edge))
    if found is None or found["side"] not in _SIDES:
        return ""
    return _SIDES[found["side"] if found["cell"] == grid.name(cell) else _OPPOSITE_SIDES[found["side"]]]


def name_sides_of(board: Board, cell: int, edges: Collection[int]) -> str:
    """Return on which sides of a cell edges are ("above and on the left"); by their names if that is not possible."""
    words = [_side_of(board.grid, cell, edge) for edge in edges]
    sides = [word for word in _SIDES.values() if word in words]
    if len(sides) != len(edges):
        return name_places(board, [*edges])
    return join_words([f"on the {side.removesuffix(' of')}" if side.endswith(" of") else side for side in sides])


def name_corner_of(board: Board, cell: int, corner: int) -> str:
    """Return a corner as seen from one of its cells: "top left corner"; by its full name if that is not possible."""
    grid = board.grid
    sides = [_side_of(grid, cell, edge) for edge in grid.edges_at(corner) if edge in grid.edges_of(cell)]
    letters = [letter for letter, side in _SIDES.items() if side in sides]
    if len(letters) != 2:
        return name_place(board, corner).removeprefix("the ")
    return f"{' '.join(_CORNERS[letter] for letter in letters)} corner"


def _name_cells(grid: Grid, cells: Sequence[int]) -> list[str]:
    """Return the names of cells, of three or more in a row as a range (r1c1–r1c5)."""
    left, names = dict.fromkeys(cells), dict[int, str]()
    for stretch in sorted(_stretches(grid, set(cells)), key=len, reverse=True):
        if all(cell in left for cell in stretch):
            names[stretch[0]] = f"{grid.name(stretch[0])}–{grid.name(stretch[-1])}"
            for cell in stretch:
                del left[cell]
    names |= {cell: grid.name(cell) for cell in left}
    return [names[cell] for cell in sorted(names)]


def _stretches(grid: Grid, cells: set[int]) -> list[Chain]:
    """Return the straight stretches of at least three of these cells."""
    stretches = []
    for run in runs(grid).values():
        start = 0
        for end in range(len(run) + 1):
            if end == len(run) or run[end] not in cells:
                if end - start >= _MIN_RANGE:
                    stretches.append(run[start:end])
                start = end + 1
    return stretches


def _name_paths(grid: Grid, edges: Sequence[int]) -> list[str]:
    """Return edges that a line crosses as paths from cell to cell: r1c1-r1c2-r2c2."""
    left = {edge: tuple(grid.cells_beside(edge)) for edge in edges}
    paths = []
    while left:
        edge = next(iter(left))
        path = list(left.pop(edge))
        for _ in range(2):
            path.reverse()
            while (following := [e for e, cells in left.items() if path[-1] in cells]) and len(following) == 1:
                path.append(next(cell for cell in left.pop(following[0]) if cell != path[-1]))
        paths.append("-".join(map(grid.name, path)))
    return paths


def _has_lines_across_edges(board: Board) -> bool:
    return any(layer.where is Where.ACROSS for layer in board.genre.mark_layers)


def has_run_clue(board: Board, place: Place) -> bool:
    """Return whether there is a clue about a run of cells, such as a Kakuro sum, at a place."""
    layers = (layer.name for layer in board.genre.clue_layers if layer.where is Where.RUNS)
    return any(place in board.clues[layer] for layer in layers)


def clue_at(board: Board, place: Place) -> Value | str:
    """Return the clue at a place, or an empty string."""
    return next(
        (board.clues[layer.name][place] for layer in board.genre.clue_layers if place in board.clues[layer.name]), ""
    )


def fill_in(board: Board, phrase: str, place: Place) -> str:
    """Return the phrase of a rule for one of its places: see `Rule.otherwise`."""
    first, second = place if isinstance(place, tuple) and len(place) == 2 else (place, None)
    return phrase.format(
        place=name_place(board, place),
        line=name_line(board, place),
        clue=clue_at(board, place),
        clued=name_with_clue(board, place),
        first=name_with_clue(board, first),
        second="another" if second is None else name_place(board, second),
        run=name_clue_of_run(board, place) if isinstance(place, int) and has_run_clue(board, place) else "",
    )


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Return words as a list in a sentence: a, b and c."""
    return f" {conjunction} ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def capitalize(text: str) -> str:
    """Return a text with a capital letter, unless it begins with the name of a place, such as r1c1."""
    return text if re.match(r"r\d+c\d+", text) else text[:1].upper() + text[1:]
