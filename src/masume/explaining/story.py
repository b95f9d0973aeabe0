"""Story: the steps that lead to the marks at one place, and only what they need."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.errors import InputError
from masume.core.grid import Grid, place_name
from masume.core.messages import quote
from masume.core.place_keys import resolve_key
from masume.core.places import Place, PlaceKey, PlaceKind
from masume.explaining.sentences import joined_marks
from masume.explaining.steps import Branch, Inference, Step


def resolve_target(board: Board, at: PlaceKey) -> tuple[Place, ...]:
    """Return the places of marks that a user means: the place itself, or, of a cell without a mark, its edges.

    Raise InputError if there are no marks, or if all of them are on the board already.
    """
    grid = board.grid
    place = _find_edge(grid, at) if isinstance(at, str) and "-" in at else resolve_key(grid, at)
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


def _find_edge(grid: Grid, name: str) -> int:
    """Return the edge between two cells, as explanations name it: r1c1-r1c2."""
    one, other = (resolve_key(grid, part) for part in name.split("-", 1))
    if isinstance(one, int) and isinstance(other, int) and other in grid.neighbours(one):
        return next(edge for edge in grid.edges_of(one) if other in grid.cells_beside(edge))
    raise InputError(f"{quote(name)} is no edge: expected two neighbouring cells, such as r1c1-r1c2")


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


def spell_out(story: list[Step], targets: Collection[Place], opposite_of: Callable[[Claim], Claim]) -> list[Step]:
    """Return a story whose last mark has a step of its own if it follows at once from the step before."""
    last = story[-1]
    inference = last.folded[-1] if last.folded else None
    if inference is None or inference.claim is None or inference in joined_marks(last):
        return story
    follows = not set(last.all_claims).isdisjoint(inference.because)
    if inference.claim.place not in targets or not inference.claim.holds or not follows:
        return story
    before = replace(last, folded=last.folded[:-1])
    opposite = opposite_of(inference.claim)
    end = Inference(None, inference.reasons, (*inference.because, opposite))
    branch = Branch((opposite,), (end,))
    step = Step(before.after, (inference.claim,), inference.reasons, inference.because, (branch,), minimal=True)
    return [*story[:-1], before, step]


def _on_boards(board: Board, steps: Iterable[Step]) -> list[Step]:
    """Return the steps with the boards that they have if the other steps are left out."""
    result = []
    for step in steps:
        result.append(replace(step, board=board))
        board = result[-1].after
    return result
