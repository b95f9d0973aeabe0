"""Drafts: boards with all clues that fit a solution, and the solution as marks (see `core/generation.py`)."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

from masume import genres
from masume.core.board import Board
from masume.core.generation import Generation, Plan
from masume.core.genre import Genre
from masume.core.layers import REMOVED
from masume.core.places import Place, PlaceKind
from masume.core.square import SquareGrid
from masume.generating.plain_drafts import PLAIN
from masume.setting.clue_guards import find_clue_guards
from masume.setting.minimising import Group, image_of_clues, orbits


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
    if not generation.drops_clues or (generation is PLAIN and find_clue_guards(board, clues) is None):
        return Draft(board, ())  # in the second case, the meaning of other clues changes when one is dropped
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
