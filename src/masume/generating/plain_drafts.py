"""Drafts of a genre that does not say how to draw them: random solutions by the engine, and all clues that fit.

What has to be there before there is a solution comes first: rooms, clues that cannot be dropped, and, if a board
without clues has no solution, some clues "?".  Where a draft has several solutions, a part of it is drawn anew; if that
does not help, marks are given.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from masume import engines
from masume.checking import check
from masume.core.board import Board
from masume.core.cancellation import checkpoint
from masume.core.generation import Faults, Generation, Plan, shuffled
from masume.core.layers import REMOVED, UNKNOWN_CLUE, Layer, Mark, Value, Where
from masume.core.outcome import Limits
from masume.core.places import Place
from masume.engines.session import Session
from masume.generating.random_rooms import dissolve_rooms, draw_rooms
from masume.setting.minimising import image_of_clues
from masume.solving import build_model

SEARCH_LIMITS = Limits(conflicts=20_000)
SHARES = (0.05, 0.1, 0.15, 0.2, 0.3)  # of places with a clue, where a clue leaves something when it is dropped
REDRAWN = 0.15  # the share of marks that a repair draws anew besides those that differ
CHANGING = 0.5  # the chance that a repair also changes a room, or the place of a clue
GIVING = 0.06  # the chance that a repair gives a mark instead
GIVING_MORE = 0.4  # the same if some are given already


def draw_plainly(plan: Plan, random: Random) -> Board | None:
    """Draw a random solution, and all clues that fit it; return None if this try failed."""
    bare = _draw_bare_board(plan, random)
    solved = _solve(bare, random)
    if solved is None:
        for layer in plan.genre.clue_layers:
            if layer.where is not Where.ROOMS and layer.dropped is not None:
                bare = _sprinkle(plan, bare, layer, random)
        solved = _solve(bare, random)
    if solved is None:
        return None
    if not plan.genre.clue_layers:
        return Board(plan.genre, plan.grid, given=solved.marks, options=plan.options)
    return _fill(plan, solved, random)


def repair_plainly(plan: Plan, board: Board, faults: Faults, random: Random) -> Board | None:
    """Draw the marks anew where other solutions differ, and some others, and then the clues; or give a mark."""
    if random.random() < (GIVING_MORE if any(board.given.values()) else GIVING):
        return _give(plan, board, random.choice(faults.places))
    changed = bare = board.without_clues(board.droppable_clues)
    if random.random() < CHANGING:
        changed = _change_clues(plan, bare, random.choice(faults.places), random)
    differing = frozenset(faults.places)
    kept = {
        layer: {
            place: mark
            for place, mark in board.marks[layer].items()
            if place not in differing and random.random() >= REDRAWN
        }
        for layer in board.genre.answer
    }
    solved = _solve(changed, random, kept)
    return None if solved is None else _fill(plan, solved, random)


def _draw_bare_board(plan: Plan, random: Random) -> Board:
    """Draw rooms and, on layers whose clues cannot be dropped, some clues at random places."""
    board = plan.make_board({}, {})
    for layer in plan.genre.clue_layers:
        if layer.where is Where.ROOMS:
            board = _with_layer(board, layer, dict.fromkeys(draw_rooms(plan, random), UNKNOWN_CLUE))
        elif layer.dropped is None and random.random() < 0.5:  # otherwise they are drawn to fit the solution
            board = _sprinkle(plan, board, layer, random)
    return board


def _sprinkle(plan: Plan, board: Board, layer: Layer, random: Random) -> Board:
    """Put clues of a layer at random places: "?", or others where there is none such."""
    clues, places = dict[Any, Value](), layer.places(plan.grid)
    values = [UNKNOWN_CLUE] if board.alphabet(layer).accepts(UNKNOWN_CLUE) else list(_values(board, layer))
    wanted = random.choice(SHARES) * len(places)
    for place in shuffled(places, random):
        if len(clues) < wanted:
            clues.update((image, random.choice(values)) for image in _orbit(plan, board, place))
    return _with_layer(board, layer, clues)


def _change_clues(plan: Plan, board: Board, place: Place, random: Random) -> Board:
    """Change a room near a place, or begin or remove a clue there that leaves something when it is dropped."""
    layers = [layer for layer in plan.genre.clue_layers if layer.dropped != REMOVED]
    if not layers:
        return board
    layer, grid = random.choice(layers), plan.grid
    clues = dict(board.clues[layer.name])
    if layer.where is Where.ROOMS:
        cell = place if isinstance(place, int) and place in grid.cells else random.choice(grid.cells)
        return _with_layer(board, layer, dict.fromkeys(dissolve_rooms(plan, clues, cell, random), UNKNOWN_CLUE))
    places = layer.places(grid)
    orbit = _orbit(plan, board, place if place in places else random.choice(places))
    if any(clues.pop(each, None) is not None for each in orbit):
        return _with_layer(board, layer, {each: clue for each, clue in clues.items() if each not in orbit})
    unknown = board.alphabet(layer).accepts(UNKNOWN_CLUE)
    value = UNKNOWN_CLUE if unknown else random.choice(list(_values(board, layer)))
    return _with_layer(board, layer, {**clues, **dict.fromkeys(orbit, value)})


def _give(plan: Plan, board: Board, place: Place) -> Board:
    """Make the marks at a place and at its images given ones."""
    given = {name: dict(layer) for name, layer in board.given.items()}
    orbit = _orbit(plan, board, place)
    for name, marks in board.marks.items():
        given[name].update((each, marks[each]) for each in orbit if each in marks)
    return Board(board.genre, board.grid, board.clues, given, board.marks, board.options)


def _solve(board: Board, random: Random, kept: Mapping[str, Mapping[Place, Mark]] | None = None) -> Board | None:
    """Return the board with a random solution, which has all marks that are kept; None if there is none."""
    model = build_model(board)
    with engines.open_session(None, model) as session:
        variables = shuffled(model.answer_variables(board.genre.answer), random)
        values = _draw_solution(session, model.literals_of(kept or {}), variables, random)
    return None if values is None else board.with_marks(model.decode_marks(values))


def _draw_solution(
    session: Session, kept: Sequence[int], variables: Iterable[int], random: Random
) -> Sequence[int] | None:
    assumed = list(kept)
    solution = session.solve(assumed, SEARCH_LIMITS).solution
    if solution is None:
        return None
    known = set(map(abs, kept))
    for variable in variables:
        if variable in known:
            continue
        wanted = variable if random.random() < 0.5 else -variable
        if not solution.is_true(wanted):
            solution = session.solve([*assumed, wanted], SEARCH_LIMITS).solution or solution
        assumed.append(solution.true_literal(variable))
    return solution.values


def _fill(plan: Plan, solved: Board, random: Random) -> Board:
    """Return a solved board with clues that fit: wherever they do, or where clues "?" are already."""
    for layer in plan.genre.clue_layers:
        known = solved.clues[layer.name]
        if layer.dropped == REMOVED or (layer.dropped is None and not known):
            solved = _fill_at_once(plan, solved, layer, [p for p in layer.places(plan.grid) if p not in known], random)
        elif known:
            unknown = [place for place, clue in known.items() if clue == UNKNOWN_CLUE]
            solved = _fill_at_once(plan, solved, layer, unknown, random)
        else:
            wanted = random.choice(SHARES) * len(layer.places(plan.grid))
            solved = _fill_one_by_one(plan, solved, layer, layer.places(plan.grid), wanted, random)
    return solved


def _fill_at_once(plan: Plan, solved: Board, layer: Layer, places: Iterable[Any], random: Random) -> Board:
    """Put on each of the places a value that fits, found by trying one value at all of them.

    Where clues that fit alone do not fit together, they are put on the board one by one.
    """
    left, found = dict.fromkeys(places), dict[Any, Value]()
    for value in _values(solved, layer):
        if not left:
            break
        checkpoint()
        broken = _broken_places(_with_clues(solved, layer, dict.fromkeys(left, value)))
        found.update((place, value) for place in left if place not in broken)
        left = {place: None for place in left if place in broken}
    full = _with_clues(solved, layer, found)
    if not check(full):
        return full
    return _fill_one_by_one(plan, solved, layer, list(found), len(found), random)


def _fill_one_by_one(
    plan: Plan, solved: Board, layer: Layer, places: Iterable[Any], wanted: float, random: Random
) -> Board:
    """Put values that fit on places and their images, in random order, until there are as many clues as wanted."""
    start, values = len(solved.clues[layer.name]), list(_values(solved, layer))
    for place in shuffled(places, random):
        if len(solved.clues[layer.name]) - start >= wanted:
            break
        filled: Board | None = solved
        for image in _orbit(plan, solved, place):
            filled = None if filled is None else _with_fitting_value(filled, layer, image, values)
        solved = filled or solved
    return solved


def _with_fitting_value(solved: Board, layer: Layer, place: Any, values: Iterable[Value]) -> Board | None:
    checkpoint()
    boards = (_with_clues(solved, layer, {place: value}) for value in values)
    return next((board for board in boards if not check(board)), None)


def _broken_places(board: Board) -> set[Place]:
    return {place for violation in check(board) for place in violation.places}


def _with_clues(board: Board, layer: Layer, clues: Mapping[Any, Value]) -> Board:
    """Return the board with more clues on a layer."""
    return _with_layer(board, layer, {**board.clues[layer.name], **clues})


def _with_layer(board: Board, layer: Layer, clues: Mapping[Any, Value]) -> Board:
    """Return the board with other clues on a layer."""
    return board.with_clues({**board.clues, layer.name: clues})


def _orbit(plan: Plan, board: Board, place: Any) -> list[Any]:
    """Return a place of a clue or a mark and its images."""
    image, orbit = image_of_clues(board, plan.symmetry), [place]
    while (other := image(orbit[-1])) != place:
        orbit.append(other)
    return orbit


def _values(board: Board, layer: Layer) -> Iterator[Value]:
    """Yield the values of a clue layer; of numbers without an upper bound, those up to the number of cells."""
    alphabet = board.alphabet(layer)
    try:
        values: Iterable[Value] = alphabet.values
    except ValueError:
        values = filter(alphabet.accepts, range(len(board.grid.cells) + 1))
    return (value for value in values if value != UNKNOWN_CLUE)


PLAIN = Generation(draw=draw_plainly, repair=repair_plainly)
