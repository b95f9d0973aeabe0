"""Repairing: change a draft until it has no other solution than its own."""

from collections.abc import Sequence
from random import Random

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

SEARCH_LIMITS = Limits(conflicts=20_000)  # of each search, counted in work: results must not depend on the machine


def draw_unique_draft(
    plan: Plan, generation: Generation, random: Random, on_stage: OnStage = ignore_stage
) -> Draft | None:
    """Return a draft with a unique solution; None if this try failed."""
    on_stage(DRAFT)
    board = generation.draw(plan, random)
    if board is None:
        return None
    draft = group_clues(plan, generation, board)
    places = find_differences(draft.board, generation.searches)
    if places and generation.repair is None:
        return None
    on_stage(REPAIR)
    patience = full_patience = generation.patience * len(plan.grid.cells)
    fewest = len(places)
    while places and patience:
        checkpoint()
        patience -= 1
        assert generation.repair is not None
        board = generation.repair(plan, draft.board, places, random)
        if board is None:
            continue
        repaired = group_clues(plan, generation, board)
        most = len(places) + generation.slack
        new_places = find_differences(repaired.board, generation.searches, most)
        if len(new_places) <= most:
            if len(new_places) < fewest:
                fewest, patience = len(new_places), full_patience
            draft, places = repaired, new_places
    return None if places else draft


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
