"""The reasoner in Python: it takes the steps of native/reasoner.cpp in their order, and so finds the same proofs."""

from collections.abc import Sequence

from masume.explaining.reasoning.graphs.survey import OPEN
from masume.explaining.reasoning.propagation import Mark, Propagation, line


class PythonReasoner(Propagation):
    """A `Reasoner` for where there is no extension."""

    def direct(self) -> list[int]:
        return [number for candidate in self._waiting[1] for number in line(candidate.literal, candidate.source)]

    def refute(self, assumptions: Sequence[int], limit: int) -> list[int] | None:
        before = self._mark()
        self._search(assumptions, limit)
        self._return_to(before)
        return None if self._best is None else self._proof

    def sizes(self, literals: Sequence[int], limit: int) -> list[int]:
        before, found = self._mark(), []
        self._wants_proof = False
        for literal in literals:
            self._search((literal,), limit)
            self._return_to(before)
            found.append(limit + 1 if self._best is None else len(self._best))
        self._wants_proof = True
        return found

    def refute_by_cases(self, assumption: int, variables: Sequence[int], limit: int) -> list[int] | None:
        outside = self._mark()
        self._wants_proof = False
        self._search((assumption,), limit)
        chosen, fewest = self._best_cases(variables, limit) if self._best is None else (0, 0)
        self._wants_proof = True
        if chosen:
            self._both_cases(chosen, fewest, self._mark())
        self._return_to(outside)
        return self._proof if chosen else None

    def _best_cases(self, variables: Sequence[int], limit: int) -> tuple[int, int]:
        """The variable by whose cases it takes fewest instances, and how many; 0 if there is none."""
        before, chosen, fewest = self._mark(), 0, limit + 1
        for variable in variables:
            if self._truth[variable] == OPEN:
                instances = self._both_cases(variable, fewest - 1, before)
                if instances is not None:
                    chosen, fewest = variable, len(instances)
        return chosen, fewest

    def _both_cases(self, variable: int, limit: int, before: Mark) -> frozenset[int] | None:
        """The instances that it takes to refute a variable and its negation; None if it cannot be done."""
        instances, proofs = frozenset[int](), list[list[int]]()
        for literal in (variable, -variable):
            self._search((literal,), limit)
            self._return_to(before)
            if self._best is None:
                return None
            instances |= self._best
            if len(instances) > limit:
                return None
            proofs.append(self._proof)
        if self._wants_proof:
            self._proof = [variable, len(proofs[0]), *proofs[0], *proofs[1]]
        return instances
