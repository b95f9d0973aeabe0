"""Fallback: the reasoner in Python.  It finds the same proofs as native/reasoner.cpp, 15 to 30 times slower."""

from collections.abc import Sequence

from masume.explaining.reasoning.closing import Closing
from masume.explaining.reasoning.graphs.reachability import OPEN
from masume.explaining.reasoning.propagation import SavedState, encode_inference


class PythonReasoner(Closing):
    """The reasoner for installations without the extension; `Reasoner` documents its methods."""

    def direct_inferences(self) -> list[int]:
        inferences = self._queues[1]
        return [number for literal, source, _ in inferences for number in encode_inference(literal, source)]

    def closure(self, limit: int) -> list[int]:
        state = self._save()
        self._wants_proof = False
        self._search((), limit)
        self._wants_proof = True
        inferences = [inference for inference in self._trail if inference.source.clause]
        self._restore(state)
        return [number for literal, source, _ in inferences for number in encode_inference(literal, source)]

    def refute(self, assumptions: Sequence[int], limit: int) -> list[int] | None:
        state = self._save()
        self._search(assumptions, limit)
        self._restore(state)
        return None if self._best is None else self._proof

    def proof_sizes(self, literals: Sequence[int], limit: int) -> list[int]:
        state, sizes = self._save(), []
        self._wants_proof = False
        for literal in literals:
            self._search((literal,), limit)
            self._restore(state)
            sizes.append(limit + 1 if self._best is None else len(self._best))
        self._wants_proof = True
        return sizes

    def refute_by_cases(self, assumption: int, variables: Sequence[int], limit: int) -> list[int] | None:
        state = self._save()
        self._wants_proof = False
        self._search((assumption,), limit)
        variable, size = self._find_best_variable(variables, limit) if self._best is None else (0, 0)
        self._wants_proof = True
        if variable:
            self._refute_both(variable, size, self._save())
        self._restore(state)
        return self._proof if variable else None

    def _find_best_variable(self, variables: Sequence[int], limit: int) -> tuple[int, int]:
        """Return the variable whose two cases need the fewest reasons, and how many; 0 if there is none."""
        state, best, fewest = self._save(), 0, limit + 1
        for variable, is_refutable in zip(variables, self._both_refuted_freely(variables), strict=True):
            if self._truth[variable] == OPEN and is_refutable:
                reasons = self._refute_both(variable, fewest - 1, state)
                if reasons is not None:
                    best, fewest = variable, len(reasons)
        return best, fewest

    def _refute_both(self, variable: int, limit: int, state: SavedState) -> frozenset[int] | None:
        """Return the reasons that refute a variable and its negation; None if they are not refuted within the limit."""
        reasons, proofs = frozenset[int](), list[list[int]]()
        for literal in (variable, -variable):
            self._search((literal,), limit)
            self._restore(state)
            if self._best is None:
                return None
            reasons |= self._best
            if len(reasons) > limit:
                return None
            proofs.append(self._proof)
        if self._wants_proof:
            self._proof = [variable, len(proofs[0]), *proofs[0], *proofs[1]]
        return reasons
