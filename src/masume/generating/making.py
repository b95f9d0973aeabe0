"""Making one board: draw a draft with a unique solution, and choose which of its clues are shown."""

from collections.abc import Collection, Sequence
from functools import cached_property
from random import Random

from masume.core.board import Board
from masume.core.errors import InternalError, OutOfTimeError
from masume.core.generation import Plan, shuffled
from masume.core.layers import REMOVED
from masume.core.outcome import Limits
from masume.core.places import Place
from masume.generating.clue_reasoner import ClueReasoner, Clues
from masume.generating.drafts import Draft, drop_clues, find_drawing
from masume.generating.patching import patch, patch_to_level
from masume.generating.recipes import BY_LEVEL, DIRECT, UNRATED, Recipe
from masume.generating.reduction import choose_sufficient, clues_of, reduce_groups
from masume.generating.repairing import SEARCH_LIMITS, draw_draft, find_other_solutions
from masume.generating.stages import PATCH, RATE, READ, REDUCE, REPAIR, OnStage, ignore_stage
from masume.rating import Grader, level_up_to
from masume.rating.scale import NEEDS_TRIAL
from masume.setting.clue_guards import find_clue_guards
from masume.setting.minimising import Group
from masume.setting.sufficient_clues import (
    GuardedClueTests,
    ShortClueTests,
    literals_of_answer,
    open_guarded_session,
)

_CORE_EFFORT = 2
_TRIES_PER_DRAFT = 3  # if the boards are too easy
_FIRST_TRIES = 3  # with the first recipe of a level, before all of them take turns


class Maker:
    """Makes boards as planned, of a level or, without one, by a recipe; each call of `make` is one try.

    `on_stage` is called when a stage begins (see `stages`).
    """

    def __init__(
        self, plan: Plan, level: int | None = None, recipe: Recipe | None = None, on_stage: OnStage = ignore_stage
    ) -> None:
        self._plan, self._level, self._generation, self._on_stage = plan, level, find_drawing(plan), on_stage
        self._recipes = (UNRATED,) if level is None else BY_LEVEL[level]
        if recipe is not None:
            self._recipes = (recipe,)
        self._failures = 0  # in a row
        self._density = self._generation.density if plan.density is None else plan.density

    def make(self, random: Random) -> Board | None:
        """Return a board with a unique solution, and of just the level; None if this try failed."""
        recipe = self._recipes[0 if self._failures < _FIRST_TRIES else self._failures % len(self._recipes)]
        board = self._try(recipe, random)
        self._failures = self._failures + 1 if board is None else 0
        return board

    def _try(self, recipe: Recipe, random: Random) -> Board | None:
        try:
            choice = self._draw(recipe, random)
            if choice is None:
                return None
            shown = self._choose_groups(choice, recipe, random)
            if shown is not None and self._plan.density is not None:
                if recipe.limit is not None:
                    shown = choice.thin_out(shown, self._plan.density, recipe.limit, random)
                shown = choice.fill(shown, self._plan.density, random)
        except OutOfTimeError:  # of conflicts
            return None
        if shown is None:
            return None
        if self._level is None:
            return _require_unique(choice.solved_board_with(shown))
        return self._make_level(choice, shown, self._level, random)

    def _draw(self, recipe: Recipe, random: Random) -> "Choice | None":
        """Return the choice of clues of a draft that can be solved within the recipe's limit if all are shown."""
        opened: list[Choice] = []  # of the last draft that was tested

        def find_stuck(draft: Draft) -> Sequence[Place]:
            if recipe.limit is None:
                return ()
            self._on_stage(READ)
            opened[:] = [Choice(draft)]
            stuck = opened[0].find_stuck(recipe.limit)
            self._on_stage(REPAIR)
            return stuck

        draft = draw_draft(self._plan, self._generation, random, self._on_stage, find_stuck)
        if draft is None:
            return None
        self._on_stage(READ)
        return opened[0] if opened and opened[0].draft is draft else Choice(draft)

    def _choose_groups(self, choice: "Choice", recipe: Recipe, random: Random) -> Collection[int] | None:
        """Return the groups of clues to show; None if the recipe fails with this draft."""
        for _ in range(_TRIES_PER_DRAFT):
            shown = self._choose_groups_once(choice, recipe, random)
            if shown is None or recipe.harder_than is None or not choice.is_within(shown, recipe.harder_than):
                return shown
        return None

    def _choose_groups_once(self, choice: "Choice", recipe: Recipe, random: Random) -> Collection[int] | None:
        """Return the groups of clues to show for a board that may be too easy; None if the draft is too hard."""

        def patch_to_limit(shown: Collection[int], limit: int) -> set[int] | None:
            self._on_stage(READ)
            reasoner = choice.reasoner
            self._on_stage(PATCH)
            return patch(reasoner, shown, limit, random)

        shown: set[int] | None = set(range(choice.clues.size))
        if recipe.starts_directly:
            shown = patch_to_limit((), DIRECT) or shown
        if recipe.reduces and shown is not None:
            self._on_stage(REDUCE)
            density = self._density if recipe.keeps_density else 0
            shown = choice.reduce(shown, density, random, recipe.max_conflicts)
        return shown if shown is None or recipe.limit is None else patch_to_limit(shown, recipe.limit)

    def _make_level(self, choice: "Choice", shown: Collection[int], level: int, random: Random) -> Board | None:
        """Return a board of just the level, with further clues if it is too hard; None if it is not possible."""
        self._on_stage(RATE)
        board = choice.board_with(shown)
        found = level_up_to(board, level)
        if found is None and level < NEEDS_TRIAL:
            self._on_stage(PATCH)
            patched = patch_to_level(choice.grader, choice.clues, shown, level, random)
            if patched is None:
                return None
            self._on_stage(RATE)
            board = choice.board_with(patched)
            found = level_up_to(board, level)
        return board if found == level else None


class Choice:
    """The choice of clues of one draft: what it needs is opened when it is first used."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        guards = find_clue_guards(draft.board, clues_of(draft.groups))
        assert guards is not None, f"the clues of {draft.board.genre.name} cannot be switched off"
        self._guards, self.clues = guards, Clues(draft, guards)
        self._goal = literals_of_answer(draft.board, guards.model)

    @cached_property
    def reasoner(self) -> ClueReasoner:
        """A reasoner on the draft."""
        return ClueReasoner(self._guards.model, self.clues, self._goal)

    @cached_property
    def grader(self) -> Grader:
        """A grader of the draft."""
        return Grader(self.draft.board, self._guards.model, self._goal)

    def find_stuck(self, limit: int) -> list[Place]:
        """Return the places that steps of at most `limit` reasons do not decide if all clues are shown."""
        self.reasoner.show_only(range(self.clues.size))
        return list(dict.fromkeys(self._goal[literal] for literal in self.reasoner.close(limit)))

    def fill(self, groups: Collection[int], density: float, random: Random) -> set[int]:
        """Return the groups, with others added at random as long as there are fewer clues than a density asks for."""
        shown, missing = set(groups), self._count_missing(groups, density)
        for group in shuffled((group for group in range(self.clues.size) if group not in shown), random):
            missing -= len(self.draft.groups[group])
            if missing < 0:
                break
            shown.add(group)
        return shown

    def thin_out(self, groups: Collection[int], density: float, limit: int, random: Random) -> set[int]:
        """Return the groups, some left out at random as long as there are more clues than a density asks for.

        None is left out that steps of at most `limit` reasons need.
        """
        shown, missing = set(groups), self._count_missing(groups, density)
        for group in shuffled(sorted(shown), random):
            if missing >= 0:
                break
            if self.is_within(shown - {group}, limit):
                shown.remove(group)
                missing += len(self.draft.groups[group])
        return shown

    def _count_missing(self, groups: Collection[int], density: float) -> float:
        """Return how many clues these groups have less than a density asks for; less than 0: how many more they have.

        None are missing, or too many, where clues leave something behind when they are dropped, as black cells do.
        """
        if any(layer.dropped != REMOVED for layer in self.draft.board.genre.clue_layers):
            return 0
        return density * len(self.draft.board.grid.cells) - len(clues_of(self.draft.groups[each] for each in groups))

    def is_within(self, groups: Collection[int], limit: int) -> bool:
        """Return whether steps of at most `limit` reasons suffice if only these groups are shown."""
        self.reasoner.show_only(sorted(groups))
        return not self.reasoner.close(limit)

    def reduce(
        self, groups: Collection[int], density: float, random: Random, max_conflicts: int | None = None
    ) -> set[int] | None:
        """Return some of the groups, with which the solution stays unique; None if it is not unique with all of them.

        No others are dropped if so few clues are left that they have this density; 0: until every one is needed, as far
        as `max_conflicts` are enough to find out.
        """
        listed = {self.draft.groups[number]: number for number in sorted(groups)}
        with open_guarded_session(self._guards) as session:
            tests = GuardedClueTests(self._guards, session, self._goal, SEARCH_LIMITS, _CORE_EFFORT)
            sufficient = choose_sufficient(tests, list(listed), random)
        if sufficient is None:
            return None
        # Searches are quicker in a model without the clues that are dropped already.
        smaller = Choice(Draft(self.solved_board_with({listed[group] for group in sufficient}), sufficient))
        return {listed[group] for group in smaller.drop_needless(density, max_conflicts)}

    def drop_needless(self, density: float, max_conflicts: int | None) -> list[Group]:
        """Return the groups that `reduce` keeps, if all of them are shown before; the last are dropped first."""
        enough = round(density * len(self.draft.board.grid.cells))
        with open_guarded_session(self._guards) as session:
            limits = SEARCH_LIMITS if max_conflicts is None else Limits(conflicts=max_conflicts)
            tests_of = GuardedClueTests if max_conflicts is None else ShortClueTests
            tests = tests_of(self._guards, session, self._goal, limits, _CORE_EFFORT)
            return reduce_groups(tests, self.draft.groups, enough=enough)

    def board_with(self, shown: Collection[int]) -> Board:
        """Return the board with some groups of clues, without its solution."""
        return self.solved_board_with(shown).with_marks({})

    def solved_board_with(self, shown: Collection[int]) -> Board:
        """Return the board with some groups of clues, and its solution."""
        groups = enumerate(self.draft.groups)
        dropped = [clue for number, group in groups if number not in shown for clue in group]
        return drop_clues(self.draft.board, dropped)


def _require_unique(solved: Board) -> Board:
    """Return a board without its solution; raise InternalError if a new model has another one."""
    if find_other_solutions(solved, searches=1).boards:
        raise InternalError(f"a new {solved.genre.name} board has several solutions")
    return solved.with_marks({})
