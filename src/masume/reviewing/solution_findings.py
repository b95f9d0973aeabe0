"""Why a board does not have exactly one solution: where its solutions differ, or what contradicts what."""

from masume.core.board import Board
from masume.core.errors import OutOfTimeError
from masume.core.messages import pluralize
from masume.core.outcome import Limits, Outcome, SearchEnd
from masume.core.phrases import name_places
from masume.core.plain_data import place_names
from masume.explaining import mistakes
from masume.explaining.frames import Frame, frame_of_step
from masume.reviewing.findings import Finding, Picture, marks_to_dict
from masume.solving import common, count

_MAX_NAMES = 6  # places that a sentence names; the picture and the data have all of them


def describe_difference(outcome: Outcome) -> Finding:
    """Return where two solutions differ."""
    first, second = outcome.boards[:2]
    places = outcome.differ_at
    where = pluralize(len(places), "place")
    more = f" and {len(places) - _MAX_NAMES:,} more" if len(places) > _MAX_NAMES else ""
    text = f"Two solutions differ at {where}: {name_places(first, places[:_MAX_NAMES])}{more}."
    pictures = (
        Picture("One solution", Frame(first, hints=places), "solution"),
        Picture("Another solution", Frame(second, hints=places), "solution"),
    )
    data = {"places": place_names(first.grid, places), "solutions": [marks_to_dict(first), marks_to_dict(second)]}
    return Finding("difference", text, data, pictures)


def find_common_marks(board: Board, limits: Limits) -> Finding:
    """Return the marks that all solutions share."""
    shared = common(board, limits=limits)
    layers = [board.genre.mark_layer(name) for name in board.genre.answer]
    given = sum(len(board.decided_marks(layer.name)) for layer in layers)
    found = sum(len(shared.decided_marks(layer.name)) for layer in layers) - given
    every = sum(len(layer.places(board.grid)) for layer in layers) - given
    text = f"All solutions share {found:,} of {pluralize(every, 'mark')}." if found else "The solutions share no mark."
    picture = Picture("The marks that all solutions share", Frame(shared), "common")
    data = {"shared": found, "of": every, "marks": marks_to_dict(shared)}
    return Finding("common_marks", text, data, (picture,))


def find_count(board: Board, limits: Limits, max_solutions: int) -> Finding:
    """Return how many solutions there are, up to a maximum; those found so far if the time runs out."""
    search = SearchEnd.COMPLETE
    try:
        number = count(board, limits=limits, limit=max_solutions + 1)
        if number > max_solutions:
            number, search = max_solutions, SearchEnd.LIMIT
    except OutOfTimeError as error:
        number, search = error.count or 0, SearchEnd.TIMEOUT
    number = max(number, 1 if max_solutions == 1 else 2)  # it is known already that there are two
    words = {SearchEnd.COMPLETE: "There are", SearchEnd.LIMIT: "There are more than", SearchEnd.TIMEOUT: "At least"}
    text = f"{words[search]} {pluralize(number, 'solution')}{' found' if search is SearchEnd.TIMEOUT else ''}."
    return Finding("count", text, {"count": number, "search": search.value}, complete=search is not SearchEnd.TIMEOUT)


def find_conflict(board: Board, limits: Limits) -> Finding:
    """Return rules that contradict each other on a board without a solution."""
    step = mistakes(board, limits=limits).conflict
    assert step is not None
    picture = Picture("Where the contradiction is", frame_of_step(step))
    return Finding("conflict", step.in_words(), {"step": step.to_dict()}, (picture,))
