"""Closing: facts that grow by what follows in small steps, in Python, for installations without the extension.

It does the same as native/reasoner_closing.cpp in the same order.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from masume.explaining.reasoning.annotated_model import AnnotatedModel
from masume.explaining.reasoning.graphs.reachability import OPEN, YES
from masume.explaining.reasoning.lemma_search import LemmaSearch
from masume.explaining.reasoning.propagation import MAX_REASONS

_LARGEST_LOCAL = 24  # variables of a propagator that counts as local


class Closing(LemmaSearch):
    """Keeps what follows as facts, and switches constraints on."""

    def __init__(self, model: AnnotatedModel) -> None:
        super().__init__(model)
        self._now = 0  # counts the changes of facts and of owners
        self._changed = [0] * (2 * model.variables + 1)  # per literal: when more than before began to follow from it
        # Per literal: when its refutation failed last, and what followed from it.
        self._attempts: dict[int, tuple[int, list[int]]] = {}

    def begin(self, facts: Sequence[int], owners: Sequence[int] = ()) -> bool:
        self._attempts.clear()
        return super().begin(facts, owners)

    def settle(self, owners: Sequence[int] = ()) -> bool:
        self._now += 1
        before = len(self._trail)
        self._begin_quick_propagation()
        self._switch_on(owners)
        self._propagate(0)
        return self._keep_facts(before)

    def count_gains(self, groups: Sequence[Sequence[int]], wanted: Sequence[int]) -> list[int]:
        state, gains = self._save(), list[int]()
        for group in groups:
            self._begin_quick_propagation()
            switched = self._switch_on(group)
            self._propagate(0)
            gains.append(
                sum(self._truth[each] != OPEN and self._position[each] >= state.trail for each in wanted),
            )
            for owner in switched:
                self._enabled[owner] = False
            self._end_free_propagation(state)
            self._limit = MAX_REASONS
        return gains

    def close(self, wanted: Sequence[int], limit: int) -> list[int]:
        goes_on = self.settle() and limit > 0
        while goes_on:
            goes_on = False
            for literal in wanted:
                if self._truth[literal] != OPEN or not self._may_be_refuted(-literal):
                    continue
                if self._is_refuted_within(-literal, limit):
                    goes_on = True
                    self._now += 1
                    before = len(self._trail)
                    self._begin_quick_propagation()
                    self._assume(literal)
                    self._propagate(0)
                    if not self._keep_facts(before):
                        return []
        return [literal for literal in wanted if self._truth[literal] == OPEN]

    def _begin_quick_propagation(self) -> None:
        """Propagate freely, and run quick propagators first.

        Explanations and ratings use the order of the model instead: what they find must not depend on how quick a
        propagator is.
        """
        self._begin_free_propagation()
        self._runs_quick_first = True

    @cached_property
    def _owned_constraints(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The numbers of the clauses and of the propagators of each owner."""
        clauses, propagators = dict[int, list[int]](), dict[int, list[int]]()
        for number, source in enumerate(self._clauses):
            clauses.setdefault(source.owner, []).append(number)
        for number, owned in enumerate(self._propagators):
            propagators.setdefault(owned.owner, []).append(number)
        return clauses, propagators

    def _switch_on(self, owners: Iterable[int]) -> list[int]:
        """Queue what the constraints of these owners infer now; return those that were switched off before."""
        clauses, propagators = self._owned_constraints
        switched = []
        for owner in owners:
            if owner >= len(self._enabled) or self._enabled[owner]:
                continue
            self._enabled[owner] = True
            switched.append(owner)
            for number in clauses.get(owner, ()):
                self._mark_clause(self._clauses[number].clause)
                if self._until_unit[number] <= 0:
                    self._infer(self._clauses[number])
            for number in propagators.get(owner, ()):
                self._mark_propagator(number)
                self._is_due[number] = True
        return switched

    def _keep_facts(self, before: int) -> bool:
        """End free propagation, and make facts of all on the trail; return whether there is no contradiction."""
        is_consistent = self._contradiction is None
        self._counts_reasons, self._contradiction, self._limit, self._runs_quick_first = True, None, MAX_REASONS, False
        self._base = len(self._trail)
        for queue in self._queues:
            queue.clear()
        self._heads = [0] * len(self._queues)
        self._is_due = bytearray(len(self._propagators))
        for inference in self._trail[before:]:
            self._mark_changed_by(inference.literal)
        return is_consistent

    def _mark_changed_by(self, fact: int) -> None:
        """Mark what may lead further together with a new fact."""
        self._changed[fact] = self._changed[-fact] = self._now
        for number in self._clauses_of[-fact]:
            if self._enabled[self._clauses[number].owner]:
                self._mark_clause(self._clauses[number].clause)
        for number in self._propagators_of[abs(fact)]:
            if self._enabled[self._propagators[number].owner]:
                self._mark_propagator(number)

    def _mark_clause(self, clause: Sequence[int]) -> None:
        if all(self._truth[literal] != YES for literal in clause):
            for literal in clause:
                self._changed[-literal] = self._now

    def _mark_propagator(self, number: int) -> None:
        variables = self._variables_of[number]
        if len(variables) <= _LARGEST_LOCAL:
            for variable in variables:
                self._changed[variable] = self._changed[-variable] = self._now

    def _may_be_refuted(self, literal: int) -> bool:
        """Return whether anything has changed near the consequences of a literal since it was tried last."""
        if literal not in self._attempts:
            return True
        time, consequences = self._attempts[literal]
        return any(self._changed[consequence] > time for consequence in consequences)

    def _is_refuted_within(self, literal: int, limit: int) -> bool:
        """Return whether at most `limit` reasons refute a literal; if not, remember what followed from it."""
        state = self._save()
        self._begin_quick_propagation()
        self._assume(literal)
        self._propagate(0)
        is_refuted = self._contradiction is not None
        consequences = [inference.literal for inference in self._trail[state.trail :]]
        self._end_free_propagation(state)
        attempt = self._attempts[literal] = self._now, consequences
        if is_refuted:
            self._wants_proof = False
            self._search((literal,), limit)
            self._wants_proof = True
            self._restore(state)
            return self._best is not None
        # Less follows from each of the consequences, so it leads to no contradiction, either.
        self._attempts.update(dict.fromkeys(consequences, attempt))
        return False
