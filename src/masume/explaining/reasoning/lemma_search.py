"""Lemma search: refutations by search with learning, in Python, for installations without the extension.

It does the same as native/reasoner_search.cpp in the same order.
"""

from collections.abc import Iterable, Sequence

from masume.explaining.reasoning.annotated_model import BOOKKEEPING, Origin
from masume.explaining.reasoning.graphs.reachability import NO, OPEN
from masume.explaining.reasoning.propagation import LEMMA, Propagation, SavedState, Source


class LemmaSearch(Propagation):
    """Free propagation, which does not count reasons, and the search for refutations with lemmas."""

    def count_consequences(self, literals: Sequence[int]) -> list[int]:
        outside = self._save()
        self._begin_free_propagation()
        self._propagate(0)
        state, was_contradictory = self._save(), self._contradiction is not None
        counts = [-1 if was_contradictory else self._count(literal, state) for literal in literals]
        self._end_free_propagation(outside)
        return counts

    def _count(self, literal: int, state: SavedState) -> int:
        """Return how many literals follow from one; -1 if there is a contradiction."""
        self._assume(literal)
        self._propagate(0)
        count = -1 if self._contradiction is not None else len(self._trail) - state.trail
        self._restore(state)
        self._contradiction, self._limit = None, 0
        return count

    def find_contradictory(self, literals: Sequence[int]) -> list[int]:
        outside = self._save()
        self._begin_free_propagation()
        self._propagate(0)
        state, is_refuted = self._save(), self._contradiction is not None
        found, consistent = list[int](), set[int]()
        for literal in literals:
            if literal in consistent:
                continue
            if not is_refuted:
                self._assume(literal)
                self._propagate(0)
            if self._contradiction is not None:
                found.append(literal)
            else:  # less follows from each of the consequences
                consistent.update(inference.literal for inference in self._trail[state.trail :])
            if not is_refuted:
                self._restore(state)
                self._contradiction, self._limit = None, 0
        self._end_free_propagation(outside)
        return found

    def _both_refuted_freely(self, variables: Sequence[int]) -> list[bool]:
        """Return, for each variable, whether propagation with any number of reasons refutes both of its values."""
        outside, limit = self._save(), self._limit
        self._begin_free_propagation()
        self._propagate(0)
        state, is_refuted = self._save(), self._contradiction is not None
        results = [
            is_refuted or (self._count(variable, state) < 0 and self._count(-variable, state) < 0)
            for variable in variables
        ]
        self._end_free_propagation(outside)
        self._limit = limit
        return results

    def refute_by_search(
        self, assumptions: Sequence[int], decisions: Sequence[int], max_contradictions: int, max_depth: int
    ) -> list[int] | None:
        outside, clauses, levels = self._save(), len(self._clauses), list[SavedState]()
        tried: dict[int, int] = {}  # variables, with the number of other decisions after which they were tried
        priority = {abs(literal): len(decisions) - number for number, literal in enumerate(decisions)}
        self._begin_free_propagation()
        self._assume(*assumptions)
        contradictions, proof = 0, None
        while proof is None:
            self._propagate(0)
            if self._contradiction is not None:
                contradictions += 1
                if contradictions > max_contradictions:
                    break
                if not self._learn(levels, priority):
                    proof = self._build_proof(self._contradiction)
                tried.clear()
                continue
            undecided = [literal for literal in decisions if self._truth[literal] == OPEN]
            if not undecided:
                break  # there is no contradiction
            decidable = [literal for literal in undecided if abs(literal) not in tried]
            if decidable and len(levels) < max_depth:
                levels.append(self._save())
                self._assume(max(decidable, key=lambda literal: priority[abs(literal)]))
            elif levels:
                self._take_back_decision(levels, tried)
            else:
                break
        self._end_free_propagation(outside)
        self._forget_lemmas(clauses)
        return proof

    def _take_back_decision(self, levels: list[SavedState], tried: dict[int, int]) -> None:
        """Take back the last decision, which led to no contradiction.

        It is not tried again until a lemma is learned, or until the decision before it is taken back as well.
        """
        depth, state = len(levels), levels.pop()
        decided = abs(self._trail[state.trail].literal)
        self._restore(state)
        for variable in [variable for variable, before in tried.items() if before >= depth]:
            del tried[variable]
        tried[decided] = depth - 1

    def _learn(self, levels: list[SavedState], priority: dict[int, int]) -> bool:
        """Learn a lemma, go back to where it forces a literal, and infer that literal.

        Return False, and do nothing, if the contradiction depends on no decision.
        """
        assert self._contradiction is not None
        position, trail, truth = self._position, self._trail, self._truth
        # A propagator may find a contradiction late: then some of the last decisions have nothing to do with it.
        last = max((position[literal] for literal in self._contradiction.clause), default=0)
        while levels and levels[-1].trail > last:
            levels.pop()
        if not levels:
            return False
        start = levels[-1].trail  # what is found from here on depends on the last decision
        clause, seen = list[int](), dict[int, int]()  # the seen variables, by position
        unresolved, here = 0, len(trail)
        antecedents = [self._contradiction]
        for source in antecedents:  # grows during the iteration
            self.work += len(source.clause)
            for literal in source.clause:
                if truth[literal] == NO and position[literal] not in seen:
                    seen[position[literal]] = abs(literal)
                    if position[literal] >= start:
                        unresolved += 1
                    else:
                        clause.append(literal)
            here = next(place for place in range(here - 1, -1, -1) if place in seen)
            unresolved -= 1
            if unresolved > 0:
                antecedents.append(trail[here].source)
        second = max((position[literal] for literal in clause), default=0)
        clause.append(-trail[here].literal)
        while len(levels) > 1 and levels[-2].trail > second:
            levels.pop()
        self._restore(levels.pop())
        self._contradiction, self._limit = None, 0
        self._promote(seen.values(), priority)
        self._add_lemma(clause, antecedents)
        return True

    def _promote(self, variables: Iterable[int], priority: dict[int, int]) -> None:
        """Decide these variables first, in the same order as before."""
        highest = max(priority.values(), default=0)
        known = sorted((variable for variable in variables if variable in priority), key=priority.__getitem__)
        priority.update((variable, highest + rise) for rise, variable in enumerate(known, 1))

    def _add_lemma(self, clause: list[int], antecedents: list[Source]) -> None:
        lemma = Source(clause, Origin(LEMMA, len(self._lemma_sources)), BOOKKEEPING)
        for literal in clause:
            self._clauses_of[literal].append(len(self._clauses))
        self._clauses.append(lemma)
        self._until_unit.append(sum(self._truth[literal] != NO for literal in clause) - 1)
        self._lemma_sources.append(antecedents)
        self._infer(lemma)

    def _forget_lemmas(self, clauses: int) -> None:
        """Forget all clauses except the first ones, those of the model."""
        for lemma in reversed(self._clauses[clauses:]):
            for literal in lemma.clause:
                self._clauses_of[literal].pop()
        del self._clauses[clauses:], self._until_unit[clauses:]
        self._lemma_sources.clear()
