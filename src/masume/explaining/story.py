"""Story: the steps that lead to the marks at one place, and only what they need."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.errors import InputError
from masume.core.grid import place_name
from masume.core.place_keys import resolve_key
from masume.core.places import Place, PlaceKey, PlaceKind
from masume.explaining.steps import Step


def resolve_target(board: Board, at: PlaceKey) -> tuple[Place, ...]:
    """Return the places of marks that a user means: the place itself, or, of a cell without a mark, its edges.

    Raise InputError if there are no marks, or if all of them are on the board already.
    """
    place, grid = resolve_key(board.grid, at), board.grid
    grid.kind_of(place)  # raises if there is no such place
    marked = {each for name in board.genre.answer for each in board.genre.mark_layer(name).places(grid)}
    candidates: Sequence[Place] = (place,)
    if place not in marked and isinstance(place, int) and grid.kind_of(place) is PlaceKind.CELL:
        candidates = grid.edges_of(place) if "edges" in grid.abilities else ()
    targets = tuple(each for each in candidates if each in marked)
    if not targets:
        raise InputError(f"{place_name(grid, place)} has no mark to explain in {board.genre.title}")
    decided = {each for name in board.genre.answer for each in board.decided_marks(name)}
    missing = tuple(each for each in targets if each not in decided)
    if not missing:
        raise InputError(f"{place_name(grid, place)} is already marked: remove the marks there to ask why")
    return missing


def shorten(board: Board, steps: Sequence[Step], targets: Iterable[Place]) -> list[Step]:
    """Return the steps that the marks at the targets need, without folded marks that they do not need."""
    wanted = set(targets)
    needed: set[Claim] = set()
    kept: list[Step] = []
    for step in reversed(steps):
        needed |= {claim for claim in step.all_claims if claim.place in wanted}
        folded = []
        for inference in reversed(step.folded):
            if inference.claim in needed:
                needed |= {*inference.because}
                folded.append(inference)
        if not folded and needed.isdisjoint(step.claims):
            continue
        needed |= {*step.known}
        kept.append(replace(step, folded=tuple(reversed(folded))))
    return _on_boards(board, kept[::-1])


def _on_boards(board: Board, steps: Iterable[Step]) -> list[Step]:
    """Return the steps with the boards that they have if the other steps are left out."""
    result = []
    for step in steps:
        result.append(replace(step, board=board))
        board = result[-1].after
    return result
