"""Making one board: draw a draft, repair it until it has no other solution, and drop clues."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from masume.core.board import Board
from masume.core.errors import OutOfTimeError
from masume.core.generation import Plan
from masume.generating.drafts import Draft, drop_clues, find_drawing
from masume.generating.reduction import clues_of, reduce_groups
from masume.generating.repairing import SEARCH_LIMITS, draw_unique_draft
from masume.setting.clue_guards import find_clue_guards
from masume.setting.sufficient_clues import GuardedClueTests, literals_of_answer, open_guarded_session

_CORE_EFFORT = 2


class Maker:
    """Makes boards as planned; each call of `make` is one try."""

    def __init__(self, plan: Plan) -> None:
        self._plan, self._generation = plan, find_drawing(plan)

    def make(self, random: Random) -> Board | None:
        """Return a board with a unique solution, none of whose clues can be dropped; None if this try failed."""
        try:
            draft = draw_unique_draft(self._plan, self._generation, random)
            if draft is None:
                return None
            with _open_tests(draft) as tests:
                kept = frozenset(clues_of(reduce_groups(tests, draft.groups, random)))
        except OutOfTimeError:  # of conflicts
            return None
        return drop_clues(draft.board, [clue for clue in clues_of(draft.groups) if clue not in kept]).with_marks({})


@contextmanager
def _open_tests(draft: Draft) -> Iterator[GuardedClueTests]:
    board = draft.board
    guards = find_clue_guards(board, clues_of(draft.groups))
    assert guards is not None, f"the clues of {board.genre.name} cannot be switched off"
    with open_guarded_session(guards) as session:
        yield GuardedClueTests(guards, session, literals_of_answer(board, guards.model), SEARCH_LIMITS, _CORE_EFFORT)
