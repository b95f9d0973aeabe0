"""Clue reasoner: solves a draft with some of its clues, in small steps, and finds out which further clue helps most."""

from collections.abc import Collection, Iterable, Sequence

from masume.explaining.reasoning import open_reasoner
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, annotate_model
from masume.generating.drafts import Draft
from masume.setting.clue_guards import ClueGuards


class ClueReasoner:
    """A reasoner on the model of a draft, in which groups of clues are shown one after the other.

    Groups are given by their numbers in the draft.  What follows from the clues shown so far is kept.
    """

    def __init__(self, draft: Draft, guards: ClueGuards, goal: Collection[int]) -> None:
        annotated = annotate_model(guards.model)
        self._reasoner = open_reasoner(annotated)
        self._goal = list(goal)
        self.size = len(draft.groups)
        group_of = {
            instance: number
            for number, group in enumerate(draft.groups)
            for clue in group
            for instance in guards.instances[clue]
        }
        # Each owner, with the groups that it depends on; those that depend on none are always on.
        self._needs: list[set[int]] = [set()]
        self._always = [BOOKKEEPING]
        self._owners_of: list[list[int]] = [[] for _ in draft.groups]
        for owner in range(1, len(annotated.instances) + len(annotated.theorems) + 1):
            needs = {group_of[each] for each in annotated.instances_behind(owner) if each in group_of}
            self._needs.append(needs)
            if not needs:
                self._always.append(owner)
            for number in needs:
                self._owners_of[number].append(owner)

    def show_only(self, groups: Iterable[int]) -> None:
        """Start again, with only these groups shown."""
        self._missing = [len(needs) for needs in self._needs]
        self._reasoner.begin([], self._always)
        self._reasoner.settle([owner for number in groups for owner in self._complete(number)])

    def show(self, group: int) -> None:
        """Show one more group."""
        self._reasoner.settle(self._complete(group))

    def close(self, limit: int) -> list[int]:
        """Return the literals of the solution that do not follow by steps of at most `limit` reasons; 0: directly."""
        return self._reasoner.close(self._goal, limit)

    def count_gains(self, groups: Sequence[int], wanted: Sequence[int]) -> list[int]:
        """Return how many of these literals would follow directly from each group if it were shown, too."""
        owners = [[owner for owner in self._owners_of[group] if self._missing[owner] == 1] for group in groups]
        return self._reasoner.count_gains(owners, wanted)

    def _complete(self, group: int) -> list[int]:
        """Return the owners that depend only on this group and groups that are shown already."""
        complete = []
        for owner in self._owners_of[group]:
            self._missing[owner] -= 1
            if not self._missing[owner]:
                complete.append(owner)
        return complete
