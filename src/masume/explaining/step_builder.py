"""Step builder: makes a step of a refutation."""

from collections.abc import Iterable

from masume.core.board import Board
from masume.core.claims import Claim, is_default
from masume.explaining.folding import Folding
from masume.explaining.proofs import ProofLine, ProofReader, ReasonKey
from masume.explaining.reasoning.annotated_model import AnnotatedModel
from masume.explaining.refutations import Refutation, TrialRefutation, opposite_of
from masume.explaining.step_search import StepSearch
from masume.explaining.steps import Branch, Inference, Reason, Step


def step_of_chain(board: Board, reader: ProofReader, chain: Refutation) -> Step:
    """Return the step of a chain without its known marks, for its technique."""

    def claims_of(literals: Iterable[int]) -> tuple[Claim, ...]:
        return tuple(reader.claims[literal] for literal in literals if literal in reader.claims)

    branches = (
        Branch(claims_of(assumptions), reader.inferences_of(proof))
        for assumptions, proof in zip(chain.assumptions, chain.proofs, strict=True)
    )
    claims = claims_of([] if chain.literal is None else [chain.literal])
    return Step(board, claims, tuple(map(reader.reason, chain.reasons.values())), (), tuple(branches))


class StepBuilder:
    """Makes steps of what a search finds.  `board` is the board before the next step."""

    def __init__(self, board: Board, model: AnnotatedModel, search: StepSearch, folding: Folding | None) -> None:
        self.board = board
        self._model, self._search, self._folding = model, search, folding
        self._claims = search.reader.claims
        # If each layer has several values, bookkeeping alone forces no mark, so a step with one reason is minimal.
        self._has_choice = all(len(literals.values) > 1 for literals in model.model.mark_literals.values())

    def claims_of(self, literals: Iterable[int]) -> tuple[Claim, ...]:
        """Return the claims of those literals that are about marks."""
        return tuple(self._claims[literal] for literal in literals if literal in self._claims)

    def literal_of(self, claim: Claim) -> int:
        """Return the literal of a claim."""
        (literal,) = self._model.model.literals_of_mark(claim.layer, claim.place, claim.value)
        return literal if claim.holds else -literal

    def step_by_rule(self, claims: tuple[Claim, ...], reason: Reason) -> Step:
        """Return a step for marks that a rule states without any condition."""
        return Step(self.board, claims, (reason,), (), minimal=self._has_choice)

    def unexplained_step(self, wanted: list[int]) -> Step:
        """Return a step for the most useful literal with all rule instances as reasons: no short reason was found."""
        owners = range(1, len(self._model.instances) + 1)
        reasons = tuple(Reason(*instances[0], instances) for instances in map(self._model.instances_behind, owners))
        claims, known = self.claims_of(self._search.most_useful(wanted)), self.claims_of(self._search.facts)
        return Step(self.board, claims, reasons, known, cut_off=self._search.is_cut_off)

    def step_of_chain(self, chain: Refutation) -> Step:
        """Return the step of a chain without its known marks."""
        return step_of_chain(self.board, self._search.reader, chain)

    def step_of_refutation(self, found: Refutation | TrialRefutation, wanted: list[int]) -> Step:
        """Return the step of a refutation, with few known marks.

        A single reason claims all wanted marks that it forces, except those that follow at once from others.  With
        several reasons, only one mark is claimed and argued, that from which most of the others follow.
        """
        reader = self._search.reader
        literals = [] if found.literal is None else [found.literal]
        if isinstance(found, TrialRefutation):
            facts = dict.fromkeys(fact for step in found.steps for fact in step.used if fact in self._search.facts)
            branch = opposite_of(found.literal), reader.inferences(found.steps)
            return self._make_step(literals, found.reasons, facts, [branch])
        forced: dict[int, list[int]] = {}
        if found.literal is not None and found.size == 1:
            forced = self._search.find_also_forced(found, wanted)
            literals = self._claimed_by_one_reason([found.literal, *forced], found)
            if literals[0] != found.literal:  # then the first literal found is one of those that are also forced
                forced[found.literal] = reader.used_facts(found.proofs[0], [-found.literal])
                found = self._search.find_reason_for(literals[0], found) or found
        elif found.literal is not None and not self._search.is_value(found.literal):
            found = self._search.find_strongest(found, wanted)
            literals = [] if found.literal is None else [found.literal]
        found, facts = self._search.minimize_facts(found)
        for literal in literals:
            facts |= dict.fromkeys(forced.get(literal, ()))
        branches = zip(found.assumptions, map(reader.inferences_of, found.proofs), strict=True)
        return self._make_step(literals, found.reasons, facts, branches)

    def _claimed_by_one_reason(self, literals: list[int], found: Refutation) -> list[int]:
        """Return those of the literals that one reason forces that are claimed; the others are folded.

        Values come before what is ruled out, and marks to draw before those that need no drawing, unless more of them
        follow at once from the latter.
        """
        values = [literal for literal in literals if self._search.is_value(literal)]
        literals = sorted(values or literals, key=self._is_default)
        drawn = [literal for literal in literals if not self._is_default(literal)]
        quiet = [literal for literal in literals if self._is_default(literal)]
        if self._folding is None or not drawn or not quiet:
            return literals
        return min((self._without_folded(part, literals, found) for part in (drawn, quiet)), key=len)

    def _without_folded(self, part: list[int], literals: list[int], found: Refutation) -> list[int]:
        """Return the literals without those that follow at once from a part of them."""
        assert self._folding is not None
        folded = {each.claim for each in self._folding.fold(self.board, part, (), None, without=found.owners)}
        return [literal for literal in literals if literal in part or self._claims[literal] not in folded]

    def _is_default(self, literal: int) -> bool:
        return is_default(self.board, self._claims[literal])

    def _make_step(
        self,
        literals: Iterable[int],
        reasons: dict[ReasonKey, ProofLine],
        facts: Iterable[int],
        branches: Iterable[tuple[list[int], tuple[Inference, ...]]],
    ) -> Step:
        return Step(
            board=self.board,
            claims=self.claims_of(literals),
            reasons=tuple(map(self._search.reader.reason, reasons.values())),
            known=self.claims_of(facts),
            branches=tuple(Branch(self.claims_of(assumptions), inferences) for assumptions, inferences in branches),
            minimal=len(reasons) == 1 and self._has_choice,
        )
