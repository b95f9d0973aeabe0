"""Explainer: finds the steps from a board to its goal, one after the other."""

from collections.abc import Iterable, Iterator
from typing import cast

from masume.core.board import Board
from masume.core.deadline import NEVER, Deadline
from masume.core.errors import OutOfTimeError
from masume.core.layers import Mark, RuledOut
from masume.core.places import Place
from masume.explaining.conflicts import find_minimal_core
from masume.explaining.proofs import ProofLine, ReasonKey
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, annotate_model
from masume.explaining.step_search import Refutation, StepSearch, opposite_of
from masume.explaining.steps import Branch, Claim, Inference, Reason, Step
from masume.explaining.trial_search import SMALL_STEP, TrialRefutation
from masume.modelling import Model, RuleInstance
from masume.modelling.mark_literals import MarkLiterals
from masume.solving.search import GIVEN


class Explainer:
    """Finds steps on a board.  When it applies a step, `board` gets the new marks, and they become known.

    With `skip_obvious`, marks that a rule states about the place of a clue ("a numbered cell is not shaded") count as
    known even if they are not on the board, so that no hint mentions them.
    """

    def __init__(self, board: Board, model: Model, skip_obvious: bool = False) -> None:
        self.board, self.model = board, model
        self._annotated = annotate_model(self.model, without=frozenset({GIVEN}))
        self._search = StepSearch(self._annotated)
        self._claims = self._search.reader.claims
        # If each layer has several values, bookkeeping alone forces no mark, so a step with one reason is minimal.
        self._has_choice = all(len(literals.values) > 1 for literals in self.model.mark_literals.values())
        self._steps = 0  # applied so far
        for marks in (board.given, board.marks):
            self._add_facts((layer, place) for layer, entries in marks.items() for place in entries)
        if skip_obvious:
            self._add_obvious_facts()

    def single_mark_steps(self) -> Iterator[Step]:
        """Yield and apply one step for each rule that sets single marks without any condition."""
        by_rule: dict[str, dict[int, tuple[RuleInstance, ...]]] = {}
        for literal, owner in self._unit_clauses().items():
            if not self._search.settled & {literal, -literal}:
                instances = self._annotated.instances_behind(owner)
                by_rule.setdefault(instances[0].rule, {})[literal] = instances
        for rule, by_literal in sorted(by_rule.items()):
            rests_on = tuple(dict.fromkeys(instance for instances in by_literal.values() for instance in instances))
            reason = Reason(rule, rests_on[0].place, rests_on)
            claims = self._claims_of(sorted(by_literal, key=abs))
            step = Step(self.board, claims, (reason,), (), minimal=self._has_choice)
            self._apply(step)
            yield step

    def next_step(self, goal: Iterable[int]) -> Step | None:
        """Find, apply and return the next step towards the literals of the goal; None if all of them are known."""
        step = self.find_step(goal)
        if step is not None:
            self._apply(step)
        return step

    def find_step(self, goal: Iterable[int], deadline: Deadline = NEVER, must_answer: bool = False) -> Step | None:
        """Return a step towards the literals of the goal; None if all of them are known or if time has run out.

        If no short reason is found, the step has all rules as its reasons.  With `must_answer`, such a step is also
        returned, instead of None, if time has run out.
        """
        wanted = [literal for literal in goal if literal not in self._search.settled]
        if not wanted:
            return None
        found = self._search.find(wanted, deadline)
        if found is None:
            return self._unexplained_step(wanted) if must_answer or not deadline.is_over else None
        return self._step_of_refutation(found, wanted)

    def find_any_step(self, deadline: Deadline) -> Step:
        """Return a step without knowing the goal: one with an easy reason, or a conflict.

        Raise OutOfTimeError if none is found.
        """
        found = self._search.find_anything(deadline)
        if found is None:
            raise OutOfTimeError("neither a step nor the solution was found in time")
        return self._step_of_refutation(found, [])

    def find_conflict(self, deadline: Deadline = NEVER, is_thorough: bool = True) -> Step:
        """Return a step without claims, which shows that the known marks break the rules.

        If `is_thorough` and there are many reasons, a solver looks for a smaller set, which can take some seconds.
        """
        found = self._search.find_contradiction(deadline)
        step = self._unexplained_step([]) if found is None else self._step_of_refutation(found, [])
        if step.size <= SMALL_STEP or not is_thorough:
            return step
        core = find_minimal_core(self.model, step.instances, list(self._search.facts))
        if core is None or len(core.instances) >= step.size:
            return step
        owners = {instance: owner for owner, instance in enumerate(self._annotated.instances, 1)}
        found = self._search.find_contradiction(deadline, [owners[instance] for instance in core.instances])
        if found is not None:
            return self._step_of_refutation(found, [])
        reasons = tuple(Reason(*instance, (instance,)) for instance in core.instances)
        return Step(self.board, (), reasons, self._claims_of(core.assumptions), minimal=True)

    def literal_of(self, claim: Claim) -> int:
        """Return the literal of a claim."""
        (literal,) = self.model.literals_of_mark(claim.layer, claim.place, claim.value)
        return literal if claim.holds else -literal

    def _apply(self, step: Step) -> None:
        self._steps += 1
        self.board = step.after
        self._add_facts((claim.layer, claim.place) for claim in step.claims)

    def _add_facts(self, places: Iterable[tuple[str, Place]]) -> None:
        """Add the marks at these places to the facts."""
        for layer, place in places:
            for marks in (self.board.given[layer], self.board.marks[layer]):
                if place not in marks:
                    continue
                for literal in self.model.literals_of_mark(layer, place, marks[place]):
                    self._search.facts.setdefault(literal, self._steps)
                self._search.settled.update(self._settled_by(layer, place, marks[place]))

    def _settled_by(self, layer: str, place: Place, mark: Mark) -> list[int]:
        """Return the literals that a mark makes true; with one literal per value, this includes the excluded values."""
        mark_literals = self.model.mark_literals[layer]
        literals = mark_literals.literals(cast(int, place))
        if isinstance(mark, RuledOut):
            return [-literals[value] for value in mark]
        if isinstance(mark_literals, MarkLiterals) and mark_literals.one_hot:
            return [literal if value == mark else -literal for value, literal in literals.items()]
        return [literals[mark]]

    def _add_obvious_facts(self) -> None:
        """Add what rules state about the places of clues themselves."""
        for literal, owner in self._unit_clauses().items():
            place = self._annotated.instances[owner - 1].place
            if place == self._claims[literal].place and any(place in clues for clues in self.board.clues.values()):
                self._search.facts[literal] = 0
                self._search.settled.add(literal)

    def _unit_clauses(self) -> dict[int, int]:
        """Return the marks that rules set without any condition: their literals, each with its (first) owner."""
        return {
            constraint[0]: owner
            for _, owner, constraint in reversed(self._annotated.constraints)
            if owner != BOOKKEEPING
            and isinstance(constraint, tuple)
            and len(constraint) == 1
            and constraint[0] in self._claims
        }

    def _step_of_refutation(self, found: Refutation | TrialRefutation, wanted: list[int]) -> Step:
        """Return the step of a refutation, with few known marks and all wanted marks that the same reasons force."""
        literals = [] if found.literal is None else [found.literal]
        reader = self._search.reader
        if isinstance(found, TrialRefutation):
            facts = dict.fromkeys(fact for step in found.steps for fact in step.used if fact in self._search.facts)
            branch = opposite_of(found.literal), reader.inferences(found.steps)
            return self._make_step(literals, found.reasons, facts, [branch])
        found, facts = self._search.minimize_facts(found)
        for literal, used in self._search.find_also_forced(found, wanted).items():
            literals.append(literal)
            facts |= dict.fromkeys(used)
        inferences = (reader.inferences(reader.mark_lines(proof)) for proof in found.proofs)
        branches = zip(found.assumptions, inferences, strict=True)
        return self._make_step(literals, found.reasons, facts, branches)

    def _make_step(
        self,
        literals: Iterable[int],
        reasons: dict[ReasonKey, ProofLine],
        facts: Iterable[int],
        branches: Iterable[tuple[list[int], tuple[Inference, ...]]],
    ) -> Step:
        return Step(
            board=self.board,
            claims=self._claims_of(literals),
            reasons=tuple(map(self._search.reader.reason, reasons.values())),
            known=self._claims_of(facts),
            branches=tuple(Branch(self._claims_of(assumptions), inferences) for assumptions, inferences in branches),
            minimal=len(reasons) == 1 and self._has_choice,
        )

    def _unexplained_step(self, wanted: list[int]) -> Step:
        """Return a step for the most useful literal with all rule instances as reasons: no short reason was found."""
        owners = range(1, len(self._annotated.instances) + 1)
        reasons = tuple(Reason(*instances[0], instances) for instances in map(self._annotated.instances_behind, owners))
        claims = self._claims_of(self._search.most_useful(wanted))
        return Step(self.board, claims, reasons, self._claims_of(self._search.facts), cut_off=self._search.is_cut_off)

    def _claims_of(self, literals: Iterable[int]) -> tuple[Claim, ...]:
        return tuple(self._claims[literal] for literal in literals if literal in self._claims)
