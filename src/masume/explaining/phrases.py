"""Phrases: the places and the claims of an explanation in English."""

import re
from collections.abc import Iterable, Sequence

from masume.core.board import Board
from masume.core.grid import Grid, runs
from masume.core.layers import Layer, Symbols, Value, Where
from masume.core.places import Place, PlaceKind
from masume.explaining.steps import Claim, has_run_clue

_SIDE_NAME = re.compile(r"(?P<cell>.*\d)(?P<side>[nswe]{1,2})")
_SIDES = {"n": "top", "s": "bottom", "w": "left", "e": "right"}
_MAX_FULL_NAMES = 4  # with more places than this, each gets its short name


def name_place(board: Board, place: Place) -> str:
    """Return a place in words: r3c4, the left side of r3c4, r1c1 to r1c5."""
    grid = board.grid
    match place:
        case tuple() if len(place) == 2:
            return f"{name_place(board, place[0])} and {name_place(board, place[1])}"
        case tuple():
            return name_line(board, place)
        case frozenset():
            return name_place(board, min(place))  # of a room, as in "the room at r1c1"
        case _ if place == grid.board:
            return "the board"
        case _ if has_run_clue(board, place):
            return name_line(board, place)
        case _ if grid.kind_of(place) is PlaceKind.EDGE and _has_lines_across_edges(board):
            return _name_by_cells(grid, place)
    found = _SIDE_NAME.fullmatch(grid.name(place))
    if found is None:
        return grid.name(place)
    sides = " ".join(_SIDES[letter] for letter in found["side"])
    return f"the {sides} {'side' if len(found['side']) == 1 else 'corner'} of {found['cell']}"


def name_line(board: Board, place: Place) -> str:
    """Return a chain or a run of cells by its ends, r1c1 to r1c5, and any other place by `name_place`."""
    cells = runs(board.grid)[place] if isinstance(place, int) and has_run_clue(board, place) else place
    ends = (cells[0], cells[-1]) if isinstance(cells, tuple) else (cells,)
    return " to ".join(name_place(board, end) for end in ends)


def name_places(board: Board, places: Sequence[Place]) -> str:
    """Return several places in words, by their short names if there are many."""
    if len(places) > _MAX_FULL_NAMES or (len(places) > 1 and _have_long_names(board.grid, places)):
        return join_words([_short_name(board, place) for place in places])
    return join_words([name_place(board, place) for place in places])


def describe_claims(board: Board, claims: Sequence[Claim], verb: str = "") -> str:
    """Return claims in words: "r1c1 and r1c2 are shaded".  A verb such as "were" replaces "is" and "are"."""
    places_by_value: dict[tuple[str, Value, bool], list[Place]] = {}
    for claim in claims:
        places_by_value.setdefault((claim.layer, claim.value, claim.holds), []).append(claim.place)
    if any(not holds for _, _, holds in places_by_value):
        return _describe_by_place(board, claims, verb)
    return "; ".join(
        _describe_subject(board, places, verb) + _describe_value(board, layer, value, len(places) > 1)
        for (layer, value, _), places in places_by_value.items()
    )


def _describe_by_place(board: Board, claims: Sequence[Claim], verb: str) -> str:
    """Return for each place the value that it has or cannot have; places with the same words are joined."""
    values: dict[tuple[str, Place], tuple[list[str], list[str]]] = {}  # those that hold, those that do not
    for layer, place, value, holds in claims:
        values.setdefault((layer, place), ([], []))[not holds].append(_describe_value(board, layer, value, False))
    places_by_phrase: dict[str, list[Place]] = {}
    for (_, place), (held, excluded) in values.items():
        phrase = held[0] if held else f"not {join_words(excluded, 'or')}"
        places_by_phrase.setdefault(phrase, []).append(place)
    return "; ".join(_describe_subject(board, places, verb) + phrase for phrase, places in places_by_phrase.items())


def _describe_subject(board: Board, places: Sequence[Place], verb: str) -> str:
    """Return places and a verb, ready for what follows: "r1c1 and r1c2 are "."""
    return f"{name_places(board, places)} {verb or ('is' if len(places) == 1 else 'are')} "


def _describe_value(board: Board, layer_name: str, value: Value, is_plural: bool) -> str:
    layer: Layer = board.genre.mark_layer(layer_name)
    alphabet = board.alphabet(layer)
    words = alphabet.phrases.get(str(value), str(value)) if isinstance(alphabet, Symbols) else str(value)
    if is_plural and words.startswith(("a ", "no ")):  # lamps, no lamps
        return f"{words.removeprefix('a ')}s"
    return words


def _have_long_names(grid: Grid, places: Iterable[Place]) -> bool:
    return any(isinstance(place, int) and grid.kind_of(place) is not PlaceKind.CELL for place in places)


def _short_name(board: Board, place: Place) -> str:
    if not isinstance(place, int):
        return name_place(board, place)
    if board.grid.kind_of(place) is PlaceKind.EDGE and _has_lines_across_edges(board):
        return _name_by_cells(board.grid, place)
    return board.grid.name(place)


def _has_lines_across_edges(board: Board) -> bool:
    return any(layer.where is Where.ACROSS for layer in board.genre.mark_layers)


def _name_by_cells(grid: Grid, edge: int) -> str:
    """Return the cells on both sides of an edge: r1c1-r1c2."""
    return "-".join(grid.name(cell) for cell in grid.cells_beside(edge))


def clue_at(board: Board, place: Place) -> Value | str:
    """Return the clue at a place, or an empty string."""
    return next(
        (board.clues[layer.name][place] for layer in board.genre.clue_layers if place in board.clues[layer.name]), ""
    )


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Return words as a list in a sentence: a, b and c."""
    return f" {conjunction} ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def capitalize(text: str) -> str:
    """Return a text with a capital letter, unless it begins with the name of a place, such as r1c1."""
    return text[:1].upper() + text[1:] if text.startswith(("the ", "if ")) else text
