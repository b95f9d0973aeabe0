"""Naming: places and what is claimed of them, in words for people."""

import re
from collections.abc import Iterable, Sequence

from masume.core.board import Board
from masume.core.grid import Grid, runs
from masume.core.layers import Layer, Symbols, Value, Where
from masume.core.places import Place, PlaceKind
from masume.explaining.steps import Claim, is_run

_BESIDE = re.compile(r"(?P<cell>.*\d)(?P<side>[nswe]{1,2})")
_SIDES = {"n": "top", "s": "bottom", "w": "left", "e": "right"}
_FEW = 4  # names that are written out


def place_words(board: Board, place: Place) -> str:
    """A place in words: r3c4, the left side of r3c4, r1c1 to r1c5."""
    grid = board.grid
    match place:
        case tuple() if len(place) == 2:
            return f"{place_words(board, place[0])} and {place_words(board, place[1])}"
        case tuple():
            return line_words(board, place)
        case frozenset():
            return place_words(board, min(place))  # "the room at …"
        case _ if place == grid.board:
            return "the board"
        case _ if is_run(board, place):
            return line_words(board, place)
        case _ if grid.kind_of(place) is PlaceKind.EDGE and _is_crossed(board):
            return "-".join(grid.name(cell) for cell in grid.cells_beside(place))
    found = _BESIDE.fullmatch(grid.name(place))
    if found is None:
        return grid.name(place)
    sides = " ".join(_SIDES[letter] for letter in found["side"])
    return f"the {sides} {'side' if len(found['side']) == 1 else 'corner'} of {found['cell']}"


def line_words(board: Board, place: Place) -> str:
    """A chain by its ends: r1c1 to r1c5; any other place as it is."""
    cells = runs(board.grid)[place] if isinstance(place, int) and is_run(board, place) else place
    ends = (cells[0], cells[-1]) if isinstance(cells, tuple) else (cells,)
    return " to ".join(place_words(board, end) for end in ends)


def _is_crossed(board: Board) -> bool:
    return any(layer.where is Where.ACROSS for layer in board.genre.mark_layers)


def clue_at(board: Board, place: Place) -> Value | str:
    """The clue at a place, if there is one."""
    return next(
        (board.clues[layer.name][place] for layer in board.genre.clue_layers if place in board.clues[layer.name]), ""
    )


def listed(words: Sequence[str]) -> str:
    """Words in a row: a, b and c."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def places_words(board: Board, places: Sequence[Place]) -> str:
    """Several places: by short names if they are many."""
    if len(places) > _FEW or (len(places) > 1 and _are_long(board.grid, places)):
        return listed([_short(board, place) for place in places])
    return listed([place_words(board, place) for place in places])


def _are_long(grid: Grid, places: Iterable[Place]) -> bool:
    return any(isinstance(place, int) and grid.kind_of(place) is not PlaceKind.CELL for place in places)


def _short(board: Board, place: Place) -> str:
    if isinstance(place, int) and board.grid.kind_of(place) is PlaceKind.EDGE and _is_crossed(board):
        return "-".join(board.grid.name(cell) for cell in board.grid.cells_beside(place))
    return board.grid.name(place) if isinstance(place, int) else place_words(board, place)


def claims_words(board: Board, claims: Sequence[Claim], verb: str = "") -> str:
    """What is claimed: "r1c1 and r1c2 are shaded"; with a verb such as "were" instead of is and are."""
    grouped: dict[tuple[str, Value, bool], list[Place]] = {}
    for claim in claims:
        grouped.setdefault((claim.layer, claim.value, claim.holds), []).append(claim.place)
    if any(not holds for _, _, holds in grouped):
        return _ruled_out(board, claims, verb)
    return "; ".join(
        f"{places_words(board, places)} {verb or ('is' if len(places) == 1 else 'are')} "
        f"{_value_words(board, layer, value, len(places) > 1)}"
        for (layer, value, _), places in grouped.items()
    )


def _ruled_out(board: Board, claims: Sequence[Claim], verb: str) -> str:
    """What marks are and are not, place by place; those that say the same together."""
    said: dict[tuple[str, Place], tuple[list[str], list[str]]] = {}
    for layer, place, value, holds in claims:
        said.setdefault((layer, place), ([], []))[not holds].append(_value_words(board, layer, value, False))
    together: dict[str, list[Place]] = {}
    for (_, place), (is_so, is_not) in said.items():
        told = is_so[0] if is_so else f"not {' or '.join(filter(None, (', '.join(is_not[:-1]), is_not[-1])))}"
        together.setdefault(told, []).append(place)
    return "; ".join(
        f"{places_words(board, places)} {verb or ('is' if len(places) == 1 else 'are')} {told}"
        for told, places in together.items()
    )


def _value_words(board: Board, layer_name: str, value: Value, several: bool) -> str:
    layer: Layer = board.genre.mark_layer(layer_name)
    alphabet = board.alphabet(layer)
    words = alphabet.words.get(str(value), str(value)) if isinstance(alphabet, Symbols) else str(value)
    if several and words.startswith(("a ", "no ")):  # lamps, no lamps
        return f"{words.removeprefix('a ')}s"
    return words


def capital(text: str) -> str:
    """A text with a capital letter, unless it begins with the name of a place."""
    return text[:1].upper() + text[1:] if text.startswith(("the ", "if ")) else text
