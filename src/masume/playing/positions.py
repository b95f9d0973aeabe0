"""Positions: what is broken, satisfied and solved on a board with marks."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from masume import genres
from masume.checking import BrokenRule, check
from masume.core.board import Board
from masume.core.board_caching import cached_per_puzzle
from masume.core.borders import track_of
from masume.core.claims import Claim, with_claims
from masume.core.genre import Genre
from masume.core.grid import place_name
from masume.core.layers import UNKNOWN_CLUE, Layer
from masume.core.look import Look, Satisfied
from masume.core.phrases import capitalize, name_place
from masume.core.places import Place, PlaceKind
from masume.core.plain_data import place_names
from masume.core.tracks import drawn_loop
from masume.playing.inputs import cells_of_clue
from masume.playing.overlays import overlay_of_errors

_MAX_NAMED = 3  # places of a broken rule that a message names


def position_of(board: Board) -> dict[str, Any]:
    """Return what is broken on a board, which clues are satisfied, and whether it is solved."""
    finished, broken = check(board), check(board, finished=False)
    satisfied = _satisfied_clues(board, finished)
    places = [place for rule in broken for place in rule.places]
    return {
        "solved": not finished,
        "broken": [
            {"rule": rule, "sentence": _sentence(board.genre, rule), "places": place_names(board.grid, places)}
            for rule, places in broken
        ],
        "message": _describe(board, broken),
        "overlay": overlay_of_errors(board, places),
        "satisfied": {
            layer: sorted(place_name(board.grid, place) for place in places) for layer, places in satisfied.items()
        },
    }


def _describe(board: Board, broken: Iterable[BrokenRule]) -> str:
    sentences = [f"{_sentence(board.genre, rule)} {_name_where(board, places)}" for rule, places in broken]
    return "\n".join(sentences) or "No rule is broken."


def _name_where(board: Board, places: tuple[Place, ...]) -> str:
    """Return where a rule is broken, as a sentence; empty if it concerns the whole board."""
    named = [name_place(board, place) for place in dict.fromkeys(places) if place != board.grid.board]
    more = f" and {len(named) - _MAX_NAMED} more" if len(named) > _MAX_NAMED else ""
    return f"Broken: {', '.join(named[:_MAX_NAMED])}{more}." if named else "Broken."


def _sentence(genre: Genre, rule_id: str) -> str:
    rule = genre.find_rule(rule_id)
    return capitalize(rule.sentence) if rule else rule_id


def _satisfied_clues(board: Board, broken: Iterable[BrokenRule]) -> dict[str, set[Place]]:
    """Return by layer the clues that the marks satisfy; `broken` is what the finished board breaks."""
    broken = list(broken)
    at_first = _satisfied_without_marks(board)
    now = _find_satisfied(board, broken)
    if not broken:
        return now
    return {
        layer: {place for place in places if place not in at_first[layer] or _is_decided_around(board, place)}
        for layer, places in now.items()
    }


def _is_decided_around(board: Board, place: Place) -> bool:
    """Return whether a clue that needs no marks, such as a 0, has all of them nevertheless: crosses, for example."""
    near = [(layer.name, each) for layer in board.genre.mark_layers for each in _places_near(board, layer, place)]
    return bool(near) and all(each in board.decided_marks(name) for name, each in near)


def _places_near(board: Board, layer: Layer, place: Place) -> Iterable[int]:
    """Return where marks of a layer are near a clue: in its area, on the edges of its cell, or beside it."""
    grid, taken = board.grid, {cell for clues in board.clues.values() for cell in clues}
    if isinstance(place, frozenset):
        return sorted(place)
    if not isinstance(place, int) or grid.kind_of(place) is not PlaceKind.CELL:
        return ()
    if layer.kind is PlaceKind.EDGE:
        allowed = frozenset(layer.places(grid))
        return [edge for edge in grid.edges_of(place) if edge in allowed]
    return [cell for cell in grid.neighbours(place) if cell not in taken]


@cached_per_puzzle
def _satisfied_without_marks(puzzle: Board) -> Mapping[str, set[Place]]:
    """Return by layer the clues that need no marks, such as a 0."""
    return _find_satisfied(puzzle, check(puzzle))


def _find_satisfied(board: Board, broken: Iterable[BrokenRule]) -> dict[str, set[Place]]:
    look: Look = genres.load_part(board.genre, "look", "LOOK")
    words = [word for word in look.feedback if isinstance(word, Satisfied)]
    return {word.layer: set(_satisfied_by(board, word, broken)) for word in words}


def _satisfied_by(board: Board, word: Satisfied, broken: Iterable[BrokenRule]) -> Iterator[Place]:
    if word.straight_on:
        broken = (*broken, *check(_with_lines_going_on(board, word.straight_on)))
    places_of: dict[str, set[Place]] = {}
    for rule, places in broken:
        places_of.setdefault(rule, set()).update(_with_parts(places))
    for place, clue in board.clues[word.layer].items():
        is_broken = any(place in places_of.get(rule, ()) for rule in word.rules)
        if clue != UNKNOWN_CLUE and not is_broken and _is_filled_in(board, word.layer, place):
            yield place


def _with_lines_going_on(board: Board, layer_name: str) -> Board:
    """Return the board with one more piece of line, straight on, at each open end of a line between cells."""
    layer, lines = board.genre.mark_layer(layer_name), drawn_loop(board, layer_name).lines
    track = track_of(board.grid, layer)
    further = []
    for cell in track.vertices:
        edges = board.grid.edges_of(cell)
        drawn = [number for number, edge in enumerate(edges) if edge in lines]
        if len(drawn) == 1 and len(edges) % 2 == 0:
            onward = edges[(drawn[0] + len(edges) // 2) % len(edges)]
            if onward in track.ends and onward not in board.decided_marks(layer_name):
                further.append(Claim(layer_name, onward, "line"))
    return with_claims(board, further)


def _with_parts(places: Iterable[Place]) -> Iterable[Place]:
    """Yield places, and the cells of areas and chains."""
    for place in places:
        yield place
        if not isinstance(place, int):
            yield from place


def _is_filled_in(board: Board, layer: str, place: Place) -> bool:
    """Return whether all marks that a clue is about are there, as far as marks do not have a default."""
    without_default = [marks for marks in board.genre.mark_layers if marks.default is None]
    cells = cells_of_clue(board, layer, place) if without_default else ()
    return all(cell in board.decided_marks(marks.name) for marks in without_default for cell in cells)
