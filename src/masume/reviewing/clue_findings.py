"""Which clues of a board with one solution are superfluous."""

from collections.abc import Sequence

from masume.core.board import Board
from masume.core.errors import OutOfTimeError
from masume.core.layers import UNKNOWN_CLUE
from masume.core.messages import pluralize
from masume.core.outcome import Limits
from masume.core.phrases import has_run_clue, name_place, name_with_clue
from masume.core.places import Place
from masume.core.plain_data import place_names
from masume.explaining.frames import Frame
from masume.reviewing.findings import Finding, Picture
from masume.setting import minimise, superfluous_clues

_MAX_NAMES = 20  # clues that a sentence names; the picture and the data have all of them


def find_superfluous(board: Board, limits: Limits) -> Finding:
    """Return the clues each of which alone can be dropped."""
    every = len(board.droppable_clues)
    places = superfluous_clues(board, limits=limits) if every else []
    names = _name_clues(board, places)
    if not every:
        text = "The board has no clues that can be dropped."
    elif not places:
        text = "The only clue is needed." if every == 1 else f"None of {every:,} clues is superfluous."
    elif len(places) == 1:
        text = f"1 of {pluralize(every, 'clue')} is superfluous: {names}."
    else:
        text = f"{len(places):,} of {every:,} clues are superfluous, each alone: {names}."
    if places and any(layer.dropped == UNKNOWN_CLUE for layer in board.genre.clue_layers):
        text += " A clue that is dropped loses only its number."
    data = {"clues": every, "places": place_names(board.grid, places)}
    return Finding("superfluous", text, data, _picture(board, places))


def find_dropped_together(board: Board, limits: Limits) -> Finding:
    """Return a set of clues that can be dropped together; a smaller one if the time runs out.

    Raise OutOfTimeError if the time runs out before any clue was dropped.
    """
    is_complete = True
    try:
        smaller = minimise(board, limits=limits)
    except OutOfTimeError as error:
        smaller, is_complete = error.board or board, False
    left = set(smaller.droppable_clues)
    places = sorted((place for place in board.droppable_clues if place not in left), key=_first_part)
    if not places and not is_complete:
        raise OutOfTimeError("out of time")
    dropped = f"{pluralize(len(places), 'clue')} ({_name_clues(board, places)})" if places else "0 clues"
    end = "after that none is superfluous" if is_complete else "then the time ran out, and more may be superfluous"
    text = f"Dropped together: {dropped}; {end}."
    data = {"places": place_names(board.grid, places), "board": smaller.to_dict()}
    pictures = _picture(board, places)
    return Finding("dropped_together", text, data, pictures, is_complete)


def _first_part(place: Place) -> int:
    """Return what to sort places by."""
    return place if isinstance(place, int) else min(place)


def _name_clues(board: Board, places: Sequence[Place]) -> str:
    names = ", ".join(_name_clue(board, place) for place in places[:_MAX_NAMES])
    return names if len(places) <= _MAX_NAMES else f"{names} and {len(places) - _MAX_NAMES:,} more"


def _name_clue(board: Board, place: Place) -> str:
    return name_with_clue(board, place) if has_run_clue(board, place) else name_place(board, place)


def _picture(board: Board, places: Sequence[Place]) -> tuple[Picture, ...]:
    return (Picture("", Frame(board, hints=places)),) if places else ()
