"""Drafts: boards with all clues that fit a solution, and the solution as marks (see `core/generation.py`).

A genre that does not say how to draw drafts gets random solutions by the engine, and all clues that its checks allow.
"""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

from masume import engines, genres
from masume.checking import check
from masume.core.board import Board
from masume.core.cancellation import checkpoint
from masume.core.generation import Generation, Plan, shuffled
from masume.core.genre import Genre
from masume.core.layers import REMOVED, Layer
from masume.core.places import Place, PlaceKind
from masume.core.square import SquareGrid
from masume.engines.session import Session
from masume.setting.minimising import Group, image_of_clues, orbits
from masume.solving import build_model


class Draft(NamedTuple):
    """A board with all clues and its solution, and the groups of clues that can be dropped, each as a whole."""

    board: Board
    groups: Sequence[Group]


def find_generation(genre: Genre) -> Generation:
    """Return what a genre says about new boards; if it says nothing, how they are made of any genre."""
    if find_spec(f"{genre.package}.generation") is None:
        return PLAIN
    generation: Generation = genres.load_part(genre, "generation", "GENERATION")
    return generation


def find_drawing(plan: Plan) -> Generation:
    """Return how boards are drawn as planned: genres can draw on square grids without holes only."""
    generation = find_generation(plan.genre)
    is_rectangle = isinstance(plan.grid, SquareGrid) and not plan.grid.holes
    return generation if is_rectangle else PLAIN


def group_clues(plan: Plan, generation: Generation, board: Board) -> Draft:
    """Return the draft of a board, without the clues that would break the symmetry."""
    clues = droppable_places(board)
    if not generation.drops_clues:
        return Draft(board, ())
    if not plan.is_symmetric or _places_stay(board):
        return Draft(board, [(clue,) for clue in clues])
    image = image_of_clues(board, plan.symmetry)
    listed = frozenset(clues)
    groups = orbits(clues, image)
    lonely = [clue for group in groups if not listed.issuperset(map(image, group)) for clue in group]
    left_out = frozenset(lonely)
    return Draft(drop_clues(board, lonely), [group for group in groups if left_out.isdisjoint(group)])


def droppable_places(board: Board) -> list[Place]:
    """Return the places of all clues that can be dropped; in a genre without clues, those of the given marks."""
    if board.genre.clue_layers:
        return sorted(board.droppable_clues, key=lambda place: place if isinstance(place, int) else min(place))
    return sorted({place for layer in board.given.values() for place in layer})


def drop_clues(board: Board, places: Sequence[Place]) -> Board:
    """Return a board without some clues, or, in a genre without clues, without some given marks."""
    if board.genre.clue_layers:
        return board.without_clues(places) if places else board
    dropped = frozenset(places)
    given = {
        name: {place: mark for place, mark in layer.items() if place not in dropped}
        for name, layer in board.given.items()
    }
    return Board(board.genre, board.grid, board.clues, given, board.marks, board.options, board.info)


def _places_stay(board: Board) -> bool:
    """Return whether all clues leave something at their places when they are dropped, as black cells do.

    Rooms stay as well, but it is their numbers that people see.
    """
    layers = board.genre.clue_layers
    return bool(layers) and all(layer.dropped != REMOVED and layer.kind != PlaceKind.AREA for layer in layers)


def draw_plainly(plan: Plan, random: Random) -> Board | None:
    """Draw a random solution of a board without clues, and all clues that fit it."""
    bare = Board(plan.genre, plan.grid, options=plan.options)
    model = build_model(bare)
    with engines.open_session(None, model) as session:
        values = _draw_solution(session, model.answer_variables(plan.genre.answer), random)
    if values is None:
        return None
    solved = bare.with_marks(model.decode_marks(values))
    if not plan.genre.clue_layers:
        return Board(plan.genre, plan.grid, given=solved.marks, options=plan.options)
    for layer in plan.genre.clue_layers:
        if layer.dropped is not None:
            solved = _fill_layer(solved, layer, random)
    return solved


def _draw_solution(session: Session, variables: Sequence[int], random: Random) -> Sequence[int] | None:
    """Return the values of a random solution; None if there is no solution."""
    solution, assumed = session.solve().solution, list[int]()
    for variable in shuffled(variables, random):
        wanted = variable if random.random() < 0.5 else -variable
        if solution is None:
            return None
        if not solution.is_true(wanted):
            solution = session.solve([*assumed, wanted]).solution or solution
        assumed.append(solution.true_literal(variable))
    return None if solution is None else solution.values


def _fill_layer(solved: Board, layer: Layer, random: Random) -> Board:
    """Return a solved board with a clue of a layer wherever one fits."""
    for place in shuffled(layer.places(solved.grid), random):
        checkpoint()
        fitting = (solved.with_clues(_with_clue(solved, layer, place, value)) for value in _values(solved, layer))
        solved = next((board for board in fitting if not check(board)), solved)
    return solved


def _with_clue(board: Board, layer: Layer, place: Place, value: object) -> dict[str, Any]:
    return {**board.clues, layer.name: {**board.clues[layer.name], place: value}}


def _values(board: Board, layer: Layer) -> Iterator[object]:
    """Yield the values of a clue layer; of numbers without an upper bound, those up to the number of cells."""
    alphabet = board.alphabet(layer)
    try:
        yield from alphabet.values
    except ValueError:
        yield from filter(alphabet.accepts, range(len(board.grid.cells) + 1))


PLAIN = Generation(draw=draw_plainly)
