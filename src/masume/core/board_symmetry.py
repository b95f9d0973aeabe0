"""Boards that are rotated or mirrored, whether two boards are the same puzzle, and how symmetric the clues are."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from masume.core.arguments import require_board
from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.errors import InputError
from masume.core.layers import Layer, RuledOut, Where
from masume.core.places import PlaceKind
from masume.core.symmetry import IDENTITY, Symmetry, find_symmetry

_COMPOSITE = frozenset({PlaceKind.AREA, PlaceKind.CHAIN})
_GROUPS: Mapping[frozenset[str], str] = {
    frozenset(names.split()): words
    for names, words in {
        "": "no symmetry",
        "rot180": "half-turn symmetry",
        "rot90 rot180 rot270": "four-fold rotational symmetry",
        "horizontal": "left-right mirror symmetry",
        "vertical": "top-bottom mirror symmetry",
        "diagonal": "mirror symmetry about the diagonal from the top left",
        "antidiagonal": "mirror symmetry about the diagonal from the top right",
        "rot180 horizontal vertical": "left-right and top-bottom mirror symmetry",
        "rot180 diagonal antidiagonal": "mirror symmetry about both diagonals",
        "rot90 rot180 rot270 horizontal vertical diagonal antidiagonal": "all symmetries of the square",
    }.items()
}
_IMAGES: Mapping[str, str] = {
    IDENTITY: "",
    "rot90": "turned by 90 degrees clockwise",
    "rot180": "turned by 180 degrees",
    "rot270": "turned by 90 degrees counterclockwise",
    "horizontal": "mirrored, with left and right exchanged",
    "vertical": "mirrored, with top and bottom exchanged",
    "diagonal": "mirrored about the diagonal from the top left",
    "antidiagonal": "mirrored about the diagonal from the top right",
}


def transform(board: Board, symmetry: str) -> Board:
    """Return a board rotated or mirrored, with all its clues and marks.

    The symmetries of a square grid are "rot90" (a quarter turn clockwise), "rot180", "rot270", "horizontal" (left and
    right are exchanged), "vertical" (top and bottom are exchanged), "diagonal" (mirrored about the diagonal from the
    top left to the bottom right), "antidiagonal" (about the other diagonal) and "identity".  Raises InputError if there
    is no such symmetry, or if the rules of this board would change under it.
    """
    require_board(board)
    found = find_symmetry(board.grid, symmetry)
    if not board.genre.keeps_rules(found, board.options):
        allowed = ", ".join(each.name for each in symmetries_of(board))
        raise InputError(f"the rules of this board would change under {symmetry}: expected one of {allowed}")
    clues, given = map(_sort_layers, _map_puzzle(board, found))
    marks = _sort_layers(_map_layers(board.genre.mark_layers, found, board.marks))
    return Board(board.genre, found.image, clues, given, marks, board.options, board.info)


def symmetries_of(board: Board) -> Iterator[Symmetry]:
    """Yield the symmetries of the grid under which the rules of a board remain the same; the identity comes first."""
    candidates = map(board.grid.symmetry, board.grid.symmetries)
    return (each for each in candidates if board.genre.keeps_rules(each, board.options))


def canonical_form(board: Board) -> Board:
    """Return the same board for all rotations and mirror images of a puzzle, without marks and info.

    Of all images it is the one with the smallest grid (fewest rows first), then the one whose clues and given marks
    come first in the order of places and values.
    """
    require_board(board)
    smallest = canonical_symmetry(board)
    clues, given = map(_sort_layers, _map_puzzle(board, smallest))
    return Board(board.genre, smallest.image, clues, given, options=board.options)


def canonical_symmetry(board: Board) -> Symmetry:
    """Return the symmetry that makes a puzzle its canonical form."""
    return min(symmetries_of(board), key=partial(_order_key, board))


def same_puzzle(one: Board, other: Board) -> str | None:
    """Return the name of a symmetry that makes one puzzle the other, or None if they differ; marks do not matter."""
    if one.genre is not other.genre or one.options != other.options:
        return None
    for symmetry in symmetries_of(one):
        if symmetry.image == other.grid and _map_puzzle(one, symmetry) == (other.clues, other.given):
            return symmetry.name
    return None


class ClueSymmetry(NamedTuple):
    """A symmetry under which the places of the clues remain the same; `with_values` if their values do, too."""

    name: str
    with_values: bool


def clue_symmetries(board: Board) -> list[ClueSymmetry]:
    """Return the symmetries, without the identity, under which clues and holes remain in the same places.

    Given marks count as clues.  Rooms must remain the same rooms; their numbers are values.
    """
    puzzle = (board.clues, board.given)
    found = []
    for symmetry in symmetries_of(board):
        if symmetry.name != IDENTITY and symmetry.image == board.grid:
            images = _map_puzzle(board, symmetry)
            if all(map(_have_same_places, images, puzzle)):
                found.append(ClueSymmetry(symmetry.name, images == puzzle))
    return found


def describe_symmetry(board: Board) -> str:
    """Return a sentence about the symmetry of the clues, such as "The clues have half-turn symmetry."."""
    found = clue_symmetries(board)
    words = _describe_group(each.name for each in found)
    if not any((*board.clues.values(), *board.given.values())):
        return f"The board has {words}."
    with_values = [each.name for each in found if each.with_values]
    if not with_values:
        return f"The clues have {words}."
    if len(with_values) == len(found):
        return f"The clues have {words}, values included."
    return f"The clues have {words}; with their values, they have {_describe_group(with_values)}."


def describe_image(symmetry: str) -> str:
    """Return what a symmetry does to a board, such as "turned by 180 degrees"; empty if it changes nothing."""
    return _IMAGES.get(symmetry, f"under the symmetry {symmetry}")


def _describe_group(names: Iterable[str]) -> str:
    group = frozenset(names)
    return _GROUPS[group] if group in _GROUPS else f"symmetry under {', '.join(sorted(group))}"


def _map_puzzle(board: Board, symmetry: Symmetry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the images of the clues and of the given marks."""
    clues = _map_layers(board.genre.clue_layers, symmetry, board.clues)
    return clues, _map_layers(board.genre.mark_layers, symmetry, board.given)


def _map_layers(layers: Iterable[Layer], symmetry: Symmetry, entries: Mapping[str, Any]) -> dict[str, Any]:
    return {layer.name: _map_entries(layer, symmetry, entries[layer.name]) for layer in layers}


def _map_entries(layer: Layer, symmetry: Symmetry, entries: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return the images of the entries of a layer."""
    if not entries:
        return {}
    if layer.value_image is not None:
        entries = {place: _map_value(layer, symmetry, place, value) for place, value in entries.items()}
    if layer.where is Where.RUNS:
        image_runs = symmetry.image_runs()
        return {image_runs[entry]: value for entry, value in entries.items()}
    if layer.kind in _COMPOSITE:
        return {symmetry.image_of(place): value for place, value in entries.items()}
    numbers = symmetry.numbers
    return {numbers[place]: value for place, value in entries.items()}


def _map_value(layer: Layer, symmetry: Symmetry, place: Any, value: Any) -> Any:
    """Return what a value becomes on a layer whose values have a direction."""
    assert layer.value_image is not None
    if isinstance(value, RuledOut):
        return RuledOut(layer.value_image(symmetry, place, each) for each in value)
    return layer.value_image(symmetry, place, value)


def map_claim(layer: Layer, symmetry: Symmetry, claim: Claim) -> Claim:
    """Return the image of a claim about a mark of a layer."""
    ((place, value),) = _map_entries(layer, symmetry, {claim.place: claim.value}).items()
    return claim._replace(place=place, value=value)


def _have_same_places(one: Mapping[str, Mapping[Any, Any]], other: Mapping[str, Mapping[Any, Any]]) -> bool:
    return all(entries.keys() == other[name].keys() for name, entries in one.items())


def _order_key(board: Board, symmetry: Symmetry) -> tuple[Any, ...]:
    """Return a key by which the images of a board can be sorted; it depends on nothing but the image."""
    layers = [entries for each in _map_puzzle(board, symmetry) for entries in each.values()]
    value_keys = {value: _value_key(value) for entries in layers for value in set(entries.values())}
    keys = [
        sorted([(_place_key(place), value_keys[value]) for place, value in entries.items()]) if entries else []
        for entries in layers
    ]
    return symmetry.image.order_key, keys


def _place_key(place: Any) -> Any:
    """Return a key by which places of the same kind can be sorted."""
    return sorted(place) if isinstance(place, frozenset) else place


def _value_key(value: Any) -> tuple[Any, ...]:
    """Return a key by which values can be sorted: numbers, then words, then tuples, then values ruled out."""
    if isinstance(value, int):
        return 0, value
    if isinstance(value, str):
        return 1, value
    if isinstance(value, RuledOut):
        return 3, sorted(map(_value_key, value))
    return 2, [*map(_value_key, value)]


def _sort_layers(layers: Mapping[str, Mapping[Any, Any]]) -> dict[str, dict[Any, Any]]:
    """Return the layers with their entries in the order of places."""
    return {
        name: {place: entries[place] for place in sorted(entries, key=_place_key)} for name, entries in layers.items()
    }
