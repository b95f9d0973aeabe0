"""Making one board: draw a draft, repair it until it has no other solution, and drop clues."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

from masume.core.board import Board
from masume.core.cancellation import checkpoint
from masume.core.errors import OutOfTimeError
from masume.core.generation import Plan
from masume.core.outcome import Limits
from masume.core.places import Place
from masume.generating.drafts import Draft, drop_clues, find_drawing, group_clues
from masume.generating.reduction import clues_of, reduce_groups
from masume.setting.clue_guards import find_clue_guards
from masume.setting.sufficient_clues import GuardedClueTests, literals_of_answer, open_guarded_session

_LIMITS = Limits(conflicts=20_000)  # for each search, counted in work, so that results do not depend on the machine
_CORE_EFFORT = 2
_SEARCHES = 4  # for other solutions of a draft, to see where it has to be repaired
_PATIENCE = 3  # repairs that may fail in a row, for each cell


class Maker:
    """Makes boards as planned; each call of `make` is one try."""

    def __init__(self, plan: Plan) -> None:
        self._plan, self._generation = plan, find_drawing(plan)

    def make(self, random: Random) -> Board | None:
        """Return a board with a unique solution, none of whose clues can be dropped; None if this try failed."""
        try:
            draft = self._draw(random)
            if draft is None:
                return None
            with _open_tests(draft) as tests:
                kept = frozenset(clues_of(reduce_groups(tests, draft.groups, random)))
        except OutOfTimeError:  # of conflicts
            return None
        return drop_clues(draft.board, [clue for clue in clues_of(draft.groups) if clue not in kept]).with_marks({})

    def _draw(self, random: Random) -> Draft | None:
        """Return a draft with a unique solution; None if this try failed."""
        board = self._generation.draw(self._plan, random)
        if board is None:
            return None
        draft = group_clues(self._plan, self._generation, board)
        places = find_differences(draft)
        if places and self._generation.repair is None:
            return None
        patience = _PATIENCE * len(self._plan.grid.cells)
        while places and patience:
            checkpoint()
            patience -= 1
            assert self._generation.repair is not None
            board = self._generation.repair(self._plan, draft.board, places, random)
            if board is None:
                continue
            repaired = group_clues(self._plan, self._generation, board)
            new_places = find_differences(repaired)
            if len(new_places) <= len(places):
                if len(new_places) < len(places):
                    patience = _PATIENCE * len(self._plan.grid.cells)
                draft, places = repaired, new_places
        return None if places else draft


def find_differences(draft: Draft) -> Sequence[Place]:
    """Return places where another solution of a draft differs from its own; none if there is no other solution."""
    with _open_tests(draft) as tests:
        literals = tests.find_differences(clues_of(draft.groups), _SEARCHES)
        places = tests.places
        return list(dict.fromkeys(places[literal] for literal in places if literal in literals))


@contextmanager
def _open_tests(draft: Draft) -> Iterator[GuardedClueTests]:
    board = draft.board
    guards = find_clue_guards(board, clues_of(draft.groups))
    assert guards is not None, f"the clues of {board.genre.name} cannot be switched off"
    with open_guarded_session(guards) as session:
        yield GuardedClueTests(guards, session, literals_of_answer(board, guards.model), _LIMITS, _CORE_EFFORT)
