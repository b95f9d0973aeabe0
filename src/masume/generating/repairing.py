"""Repairing: change a draft until it has no other solution than its own, and can be solved in small steps."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from masume import engines
from masume.core.board import Board
from masume.core.cancellation import checkpoint
from masume.core.errors import OutOfTimeError
from masume.core.generation import Generation, Plan
from masume.core.outcome import Limits, Status
from masume.core.places import Place
from masume.generating.drafts import Draft, group_clues
from masume.generating.stages import DRAFT, REPAIR, OnStage, ignore_stage
from masume.setting.sufficient_clues import literals_of_answer
from masume.solving import build_model

FindStuck: TypeAlias = Callable[[Draft], Sequence[Place]]
SEARCH_LIMITS = Limits(conflicts=20_000)  # of each search, counted in work: results must not depend on the machine


class Faults(NamedTuple):
    """What a draft has to be repaired for: places that differ in other solutions, or, if there are none, stuck ones."""

    has_differences: bool
    places: Sequence[Place]

    def allows(self, other: "Faults", slack: int) -> bool:
        """Return whether a repaired draft with the other faults is not much worse."""
        if self.has_differences != other.has_differences:
            return self.has_differences
        return len(other.places) <= len(self.places) + slack


class FaultFinder:
    """Finds the faults of drafts; `find_stuck` returns the places that an easy solver cannot decide."""

    def __init__(self, generation: Generation, find_stuck: FindStuck) -> None:
        self._searches, self._slack, self._find_stuck = generation.searches, generation.slack, find_stuck

    def find(self, draft: Draft, before: Faults | None = None) -> Faults:
        """Return the faults of a draft; if they are much worse than those before, not all of them."""
        most = len(before.places) + self._slack if before is not None and before.has_differences else None
        places = find_differences(draft.board, 1 if before and most is None else self._searches, most)
        return Faults(True, places) if places else Faults(False, self._find_stuck(draft))


def draw_unique_draft(
    plan: Plan,
    generation: Generation,
    random: Random,
    on_stage: OnStage = ignore_stage,
    find_stuck: FindStuck = lambda draft: (),
) -> Draft | None:
    """Return a draft with a unique solution, and without places that are stuck; None if this try failed."""
    on_stage(DRAFT)
    board = generation.draw(plan, random)
    if board is None:
        return None
    draft, finder = group_clues(plan, generation, board), FaultFinder(generation, find_stuck)
    faults = finder.find(draft)
    if faults.places and generation.repair is None:
        return None
    on_stage(REPAIR)
    patience = full_patience = generation.patience * len(plan.grid.cells)
    fewest = _badness(faults)
    while faults.places and patience:
        checkpoint()
        patience -= 1
        assert generation.repair is not None
        board = generation.repair(plan, draft.board, faults.places, random)
        if board is None:
            continue
        repaired = group_clues(plan, generation, board)
        new_faults = finder.find(repaired, faults)
        if faults.allows(new_faults, generation.slack):
            if _badness(new_faults) < fewest:
                fewest, patience = _badness(new_faults), full_patience
            draft, faults = repaired, new_faults
    return None if faults.places else draft


def _badness(faults: Faults) -> tuple[bool, int]:
    return faults.has_differences, len(faults.places)


def find_differences(board: Board, searches: int, most: int | None = None) -> Sequence[Place]:
    """Return places where other solutions of a board differ from its marks; none if there is no other solution.

    At most so many searches look for them, and they end when there are more than `most`, which is all that matters
    then.  Raise OutOfTimeError if that takes too many conflicts.
    """
    model = build_model(board)
    literals = literals_of_answer(board, model)
    common, different = list(literals), dict[Place, None]()
    with engines.open_session(None, model) as session:
        for _ in range(searches):
            # Each clause implies the one before, since fewer literals are common after each search.
            session.add_clause([-literal for literal in common])
            answer = session.solve(limits=SEARCH_LIMITS, core_effort=0)
            if answer.status is Status.TIMEOUT:
                raise OutOfTimeError("out of conflicts")
            if answer.solution is None:
                break
            others = frozenset(answer.solution.values)
            different.update((literals[each], None) for each in common if each not in others)
            if most is not None and len(different) > most:
                break
            common = [literal for literal in common if literal in others]
    return list(different)
