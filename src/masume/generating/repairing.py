"""Repairing: change a draft until it has no other solution than its own, and can be solved in small steps."""

from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from masume import engines
from masume.core.board import Board
from masume.core.cancellation import checkpoint
from masume.core.errors import OutOfTimeError
from masume.core.generation import Faults, Generation, Plan
from masume.core.outcome import Limits, Status
from masume.core.places import Place
from masume.generating.drafts import Draft, group_clues
from masume.generating.stages import DRAFT, REPAIR, OnStage, ignore_stage
from masume.setting.sufficient_clues import literals_of_answer
from masume.solving import build_model

FindStuck: TypeAlias = Callable[[Draft], Sequence[Place]]
SEARCH_LIMITS = Limits(conflicts=20_000)  # of each search, counted in work: results must not depend on the machine
LONGEST_DETOUR = 8  # repairs
STUCK_SLACK = 2  # so many more places may be stuck after a repair
_REMEMBERED = 100  # solutions of earlier drafts


class OtherSolutions(NamedTuple):
    """Boards with other solutions than that of a draft, and the places where they differ from it."""

    places: Sequence[Place]
    boards: Sequence[Board]


class FaultFinder:
    """Finds the faults of one draft after the other, and remembers their solutions.

    `find_stuck` returns the places that an easy solver cannot decide.
    """

    def __init__(self, generation: Generation, find_stuck: FindStuck) -> None:
        self._searches, self._slack, self._find_stuck = generation.searches, generation.slack, find_stuck
        self._others = deque[Board](maxlen=_REMEMBERED)

    def find(self, draft: Draft, before: Faults | None = None) -> Faults:
        """Return the faults of a draft; if they are much worse than those before, not all of them."""
        most = len(before.places) + self._slack if before is not None and before.has_differences else None
        found = find_other_solutions(draft.board, 1 if before and most is None else self._searches, most)
        self._others += (*found.boards, draft.board)
        places = found.places or self._find_stuck(draft)
        return Faults(bool(found.places), places, tuple(self._others))


def draw_draft(
    plan: Plan,
    generation: Generation,
    random: Random,
    on_stage: OnStage = ignore_stage,
    find_stuck: FindStuck = lambda draft: (),
) -> Draft | None:
    """Return a draft with a unique solution, and without places that are stuck; None if this try failed.

    If the genre cannot repair drafts, its first draft is returned as it is.
    """
    on_stage(DRAFT)
    board = generation.draw(plan, random)
    if board is None:
        return None
    draft, finder = group_clues(plan, generation, board), FaultFinder(generation, find_stuck)
    if generation.repair is None:
        return draft
    walk = Walk(draft, finder.find(draft), generation.slack)
    on_stage(REPAIR)
    patience = full_patience = round(generation.patience * len(plan.grid.cells)) + 1
    fewest = _badness(walk.faults)
    while walk.faults.places and patience:
        checkpoint()
        patience -= 1
        board = generation.repair(plan, walk.draft.board, walk.faults, random)
        if board is None:
            continue
        repaired = group_clues(plan, generation, board)
        faults = finder.find(repaired, walk.faults)
        walk.go_on(repaired, faults)
        if _badness(faults) < fewest:
            fewest, patience = _badness(faults), full_patience
    return None if walk.faults.places else walk.draft


class Walk:
    """A way from draft to draft, each of which has about as few faults as the one before.

    Where a change that was to make steps easier brings other solutions back, the way makes a detour until they are
    repaired; if the draft then has more faults than before the detour, or if it takes too long, the way goes back.
    """

    def __init__(self, draft: Draft, faults: Faults, slack: float) -> None:
        self.draft, self.faults, self._slack = draft, faults, slack
        self._base, self._detour = (draft, faults), 0

    def go_on(self, draft: Draft, faults: Faults) -> None:
        """Go to a draft, unless it has more faults."""
        _, before = self._base
        slack = self._slack if faults.has_differences else STUCK_SLACK
        if faults.has_differences and not before.has_differences and self._detour < LONGEST_DETOUR:
            self._detour += 1
            self.draft, self.faults = draft, faults
            return
        if faults.has_differences < before.has_differences or (
            faults.has_differences == before.has_differences and len(faults.places) <= len(before.places) + slack
        ):
            self._base = draft, faults
        self._detour = 0
        self.draft, before = self._base
        self.faults = before._replace(others=faults.others)


def _badness(faults: Faults) -> tuple[bool, int]:
    return faults.has_differences, len(faults.places)


def find_other_solutions(board: Board, searches: int, most: float | None = None) -> OtherSolutions:
    """Return other solutions of a board than its marks; none if there are none.

    At most so many searches look for them, and they end when they differ at more than `most` places, which is all that
    matters then.  Raise OutOfTimeError if that takes too many conflicts.
    """
    model = build_model(board)
    literals = literals_of_answer(board, model)
    common, different, boards = list(literals), dict[Place, None](), list[Board]()
    with engines.open_session(None, model) as session:
        for _ in range(searches):
            # Each clause implies the one before, since fewer literals are common after each search.
            session.add_clause([-literal for literal in common])
            answer = session.solve(limits=SEARCH_LIMITS, core_effort=0)
            if answer.status is Status.TIMEOUT:
                raise OutOfTimeError("out of conflicts")
            if answer.solution is None:
                break
            values = answer.solution.values
            boards.append(board.with_marks(model.decode_marks(values)))
            others = frozenset(values)
            different.update((literals[each], None) for each in common if each not in others)
            if most is not None and len(different) > most:
                break
            common = [literal for literal in common if literal in others]
    return OtherSolutions(list(different), boards)
