"""Clue reasoner: solves a draft with some of its clues, in small steps, and finds out which further clue helps most."""

from collections.abc import Iterable, Iterator, Sequence

from masume.explaining.reasoning import open_reasoner
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, annotate_model
from masume.generating.drafts import Draft
from masume.modelling import Model, RuleInstance
from masume.setting.clue_guards import ClueGuards


class Clues:
    """The groups of clues of a draft, by their numbers, and the rule instances that belong to them."""

    def __init__(self, draft: Draft, guards: ClueGuards) -> None:
        self._groups, self._instances = draft.groups, guards.instances
        self._group_of = {instance: group for group in range(self.size) for instance in self.instances_of(group)}

    @property
    def size(self) -> int:
        """The number of groups."""
        return len(self._groups)

    def instances_of(self, group: int) -> Iterator[RuleInstance]:
        """Yield the rule instances of the clues of a group."""
        return (instance for clue in self._groups[group] for instance in self._instances[clue])

    def groups_behind(self, instances: Iterable[RuleInstance]) -> set[int]:
        """Return the groups to which rule instances belong."""
        return {self._group_of[instance] for instance in instances if instance in self._group_of}


class ClueReasoner:
    """A reasoner on the model of a draft, in which groups of clues are shown one after the other.

    What follows from the clues shown so far is kept.
    """

    def __init__(self, model: Model, clues: Clues, goal: Iterable[int]) -> None:
        annotated = annotate_model(model)
        self._reasoner, self._goal = open_reasoner(annotated), list(goal)
        self.size = clues.size
        # Each owner, with the number of groups that it depends on; those that depend on none are always on.
        self._needs, self._always = [0], list[int]()
        self._owners_of: list[list[int]] = [[] for _ in range(clues.size)]
        for owner in range(1, len(annotated.instances) + len(annotated.theorems) + 1):
            groups = clues.groups_behind(annotated.instances_behind(owner))
            self._needs.append(len(groups))
            if not groups:
                self._always.append(owner)
            for group in groups:
                self._owners_of[group].append(owner)

    def show_only(self, groups: Iterable[int]) -> None:
        """Start again, with only these groups shown."""
        self._missing = self._needs.copy()  # how many of its groups each owner lacks
        # `close` counts the reasons of what follows in `begin`, but not of what follows in `settle`.
        self._reasoner.begin([], [BOOKKEEPING])
        self._reasoner.settle([*self._always, *(owner for group in groups for owner in self._complete(group))])

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
