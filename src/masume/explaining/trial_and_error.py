"""Trial and error: for marks that neither a chain nor two cases can explain.

A chain has few reasons in the whole proof.  A trial has few reasons only in each step: it makes an assumption and
collects what follows from it in small steps, until there is a contradiction.  The proof can be longer than a chain, but
a person can follow each step of it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from masume.core.cancellation import checkpoint
from masume.explaining.proofs import CONTRADICTION, MarkLine, ProofLine, ProofReader
from masume.explaining.reasoning import Reasoner


@dataclass(slots=True)
class Trial:
    """The search for a contradiction from facts and assumptions (at most one assumption)."""

    reasoner: Reasoner
    reader: ProofReader
    facts: list[int]
    assumptions: list[int]
    undecided: list[int]  # variables
    max_reasons: int  # of one step
    depth: int = 0  # how deep further trials may be nested
    owners: Sequence[int] = ()  # only constraints of these owners are used (default: all)
    trail: dict[int, MarkLine] = field(default_factory=dict)  # the steps so far, by literal
    _set_of_facts: set[int] = field(init=False)

    def __post_init__(self) -> None:
        self._set_of_facts = set(self.facts)

    def run(self, is_spent: Callable[[], bool]) -> list[MarkLine] | None:
        """Return the steps that lead to a contradiction, in order; None if none is found."""
        known = {*self.facts, *self.assumptions}
        while not is_spent():
            checkpoint()
            self.reasoner.begin([*self.facts, *self.assumptions, *self.trail], self.owners)
            proof = self.reasoner.refute([], self.max_reasons)
            if proof is not None:
                return self._needed_steps(self._make_step(CONTRADICTION, self.reader.parse(proof), []))
            new = {step.literal: step for step in self._direct_steps(known)}
            if not new:
                new = {step.literal: step for step in self._chain_steps(known)}
            if not new and self.depth > 0:
                new = {step.literal: step for step in islice(self._nested_trials(known, is_spent), 1)}
            if not new:
                return None
            self.trail |= new
            known |= new.keys()
            clash = next((literal for literal in new if -literal in known), None)
            if clash is not None:
                return self._needed_steps(MarkLine(CONTRADICTION, {}, [clash, -clash]))
        return None

    def _direct_steps(self, known: set[int]) -> Iterator[MarkLine]:
        """Yield what one reason forces directly."""
        for line in self.reader.parse(self.reasoner.direct_inferences()):
            if line.literal not in self.reader.claims or line.literal in known:
                continue
            if all(-literal in known for literal in line.clause if literal != line.literal):
                yield self._make_step(line.literal, [line], [])
            elif (proof := self.reasoner.refute([-line.literal], 1)) is not None:  # includes the bookkeeping
                yield self._make_step(line.literal, self.reader.parse(proof), [-line.literal])

    def _chain_steps(self, known: set[int]) -> Iterator[MarkLine]:
        """Yield what follows by chains with n reasons, for the smallest n for which anything does."""
        literals = self._undecided_literals(known)
        for limit in range(1, self.max_reasons + 1):
            checkpoint()
            sizes = self.reasoner.proof_sizes(literals, limit)
            refuted = [literal for literal, size in zip(literals, sizes, strict=True) if size <= limit]
            for literal in refuted:
                proof = self.reasoner.refute([literal], limit)
                if proof is not None:
                    yield self._make_step(-literal, self.reader.parse(proof), [literal])
            if refuted:
                return

    def _nested_trials(self, known: set[int], is_spent: Callable[[], bool]) -> Iterator[MarkLine]:
        """Yield literals whose opposites are refuted by another trial, within this one."""
        facts = [*self.facts, *self.assumptions, *self.trail]
        for literal in self._undecided_literals(known):
            if is_spent():
                return
            trial = replace(self, facts=facts, assumptions=[literal], depth=self.depth - 1, trail={})
            steps = trial.run(is_spent)
            if steps is not None:
                reasons = {key: line for step in steps for key, line in step.reasons.items()}
                used = dict.fromkeys(fact for step in steps for fact in step.used)
                derived = {literal, *(step.literal for step in steps)}
                yield MarkLine(-literal, reasons, [fact for fact in used if fact not in derived])

    def _undecided_literals(self, known: set[int]) -> list[int]:
        return [
            literal
            for variable in self.undecided
            for literal in (variable, -variable)
            if not {variable, -variable} & known
        ]

    def _make_step(self, literal: int, proof: list[ProofLine], assumptions: list[int]) -> MarkLine:
        proof = self.reader.orient_cuts(proof, self._set_of_facts)
        return MarkLine(literal, self.reader.reason_lines(proof), self.reader.used_facts(proof, assumptions))

    def _needed_steps(self, end: MarkLine) -> list[MarkLine]:
        """Return the steps of the trail that the contradiction depends on, and the contradiction."""
        needed, queue = {CONTRADICTION: end}, [end]
        while queue:
            for literal in queue.pop().used:
                if literal in self.trail and literal not in needed:
                    needed[literal] = self.trail[literal]
                    queue.append(self.trail[literal])
        return [*(step for literal, step in self.trail.items() if literal in needed), end]
