"""Explainer: finds the steps from a board to its goal, one after the other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import cast

from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.deadline import NEVER, Deadline
from masume.core.errors import OutOfTimeError
from masume.core.layers import Mark, RuledOut, Value
from masume.core.places import Place
from masume.core.techniques import Technique
from masume.explaining.conflicts import find_minimal_core
from masume.explaining.folding import Folding
from masume.explaining.naming import find_technique, make_deduction, put_into_words
from masume.explaining.nearness import Nearness
from masume.explaining.proofs import ProofLine, ReasonKey
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, annotate_model
from masume.explaining.step_search import SMALL_STEP, Refutation, StepSearch, TrialRefutation, opposite_of
from masume.explaining.steps import Branch, Inference, Reason, Step
from masume.explaining.trial_and_error import trial_inferences
from masume.modelling import Model, RuleInstance
from masume.modelling.mark_literals import MarkLiterals
from masume.solving.search import GIVEN

MAX_ANCHOR_DISTANCE = 2  # cells; marks that a technique forces further away from its anchor get a step of their own


class Explainer:
    """Finds steps on a board.  When it applies a step, `board` gets the new marks, and they become known.

    Marks that follow at once are folded into the step that they follow from, unless `fold` is false.  Marks that a rule
    states about the place of a clue ("a numbered cell is not shaded") need no step: they count as known even if they
    are not on the board, and are folded into the first step that is applied.

    Of equally small steps, that nearest to the last marks comes first; with a `focus`, that nearest to these places.
    """

    def __init__(self, board: Board, model: Model, fold: bool = True, focus: Sequence[Place] = ()) -> None:
        self.board, self.model = board, model
        self._focus = focus
        self._annotated = annotate_model(self.model, without=frozenset({GIVEN}))
        self._search = StepSearch(self._annotated, Nearness(board.grid, focus))
        self._search.has_name = lambda chain: self._technique_of(chain) is not None
        self._folding = Folding(self.board, self._annotated, self._search) if fold else None
        self._claims = self._search.reader.claims
        # If each layer has several values, bookkeeping alone forces no mark, so a step with one reason is minimal.
        self._has_choice = all(len(literals.values) > 1 for literals in self.model.mark_literals.values())
        self._steps = 0  # applied so far
        for marks in (board.given, board.marks):
            self._add_facts((layer, place) for layer, entries in marks.items() for place in entries)
        self._obvious = self._add_obvious_facts() if fold else ()

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
            yield self._apply(self._complete(Step(self.board, claims, (reason,), (), minimal=self._has_choice)))

    def next_step(self, goal: Iterable[int]) -> Step | None:
        """Find, apply and return the next step towards the literals of the goal; None if all of them are known."""
        step = self.find_step(goal)
        return None if step is None else self._apply(step)

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
            return self._complete(self._unexplained_step(wanted)) if must_answer or not deadline.is_over else None
        return self._complete(self._step_of_refutation(found, wanted), found, wanted)

    def has_step_near(self, goal: Iterable[int], places: Sequence[Place], max_size: int) -> bool:
        """Return whether there is a step with at most this many reasons near the places."""
        nearness = Nearness(self.board.grid, places)
        wanted = [literal for literal in goal if literal not in self._search.settled]
        near = [literal for literal in wanted if not nearness.is_jump(self._claims[literal].place)]
        return bool(near) and self._search.has_chain(near, max_size)

    def obvious_step(self) -> Step | None:
        """Return a step for the obvious marks if no step was applied, because nothing else follows."""
        if not self._obvious:
            return None
        claims = tuple(inference.claim for inference in self._obvious if inference.claim is not None)
        reasons = [reason for inference in self._obvious for reason in inference.reasons]
        rests_on = tuple(dict.fromkeys(instance for reason in reasons for instance in reason.rests_on))
        self._obvious = ()
        return self._apply(
            Step(self.board, claims, (replace(reasons[0], rests_on=rests_on),), (), minimal=self._has_choice)
        )

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

    def _apply(self, step: Step) -> Step:
        """Apply a step; return it with the obvious marks if it is the first one."""
        if self._obvious:
            step, self._obvious = replace(step, folded=(*self._obvious, *step.folded)), ()
        self._steps += 1
        self.board = step.after
        self._search.nearness = Nearness(self.board.grid, self._focus or step.places)
        self._add_facts((claim.layer, claim.place) for claim in step.all_claims)
        return step

    def _complete(
        self, step: Step, found: Refutation | TrialRefutation | None = None, wanted: Sequence[int] = ()
    ) -> Step:
        """Return a step with its name and with the marks that follow at once."""
        technique = find_technique(step.board, step.claims, step.known, step.reasons)
        if technique is not None:
            step = replace(step, technique=technique.name)
        if self._folding is None or not step.claims:
            return step
        literals = [self.literal_of(claim) for claim in step.claims]
        joined = self._find_same_reason(step, technique, found, wanted) if isinstance(found, Refutation) else ()
        folded = (*joined, *self._folding.fold(step.board, literals, joined, found))
        if technique is None or technique.one_by_one or not isinstance(found, Refutation) or found.size == 1:
            return replace(step, folded=folded)
        if not _has_argument(step, technique):  # but a chain for one claim
            return replace(step, folded=folded)
        settled = {*step.claims, *(inference.claim for inference in folded)}
        others = [literal for literal in wanted if self._claims[literal] not in settled]
        step = self._add_same_technique(step, technique, others, found.size)
        literals = [self.literal_of(claim) for claim in step.claims]
        return replace(step, folded=self._folding.fold(step.board, literals, (), found))

    def _find_same_reason(
        self, step: Step, technique: Technique | None, found: Refutation, wanted: Sequence[int]
    ) -> tuple[Inference, ...]:
        """Return the marks that belong to a step with one reason: the only way out, the same technique elsewhere."""
        if self._folding is None or found.size > 1:
            return ()
        way = self._folding.find_way(found, wanted)
        if technique is None or not technique.everywhere:
            return way
        settled = {*step.claims, *(inference.claim for inference in way)}
        others = [literal for literal in wanted if self._claims[literal] not in settled]
        elsewhere = []
        for chain in self._search.find_chains(others, 1):
            assert chain.literal is not None
            reasons = tuple(map(self._search.reader.reason, chain.reasons.values()))
            claims = self._claims_of([chain.literal])
            if claims and find_technique(self.board, claims, (), reasons) is technique:
                _, facts = self._search.minimize_facts(chain)
                elsewhere.append(Inference(claims[0], reasons, self._claims_of(facts)))
        return (*way, *elsewhere)

    def _add_same_technique(self, step: Step, technique: Technique, wanted: Sequence[int], max_size: int) -> Step:
        """Return a step with other marks nearby that the same technique forces, at the same anchor if it has one.

        Marks that follow at once from others are left out, and those that the technique cannot put into words as well.
        """
        anchor = None if technique.everywhere else _anchor_of(step.reasons, technique)
        nearness = Nearness(self.board.grid, step.places if anchor is None else [anchor])
        near = [literal for literal in wanted if nearness.distance(self._claims[literal].place) <= MAX_ANCHOR_DISTANCE]
        chains: list[tuple[int, set[Claim | None], Refutation]] = []
        for chain in self._search.find_chains(near, max_size) if near else ():
            reasons = tuple(map(self._search.reader.reason, chain.reasons.values()))
            if self._technique_of(chain) is technique and anchor in (None, _anchor_of(reasons, technique)):
                follows = self._claims_that_follow_at_once(chain)
                chains.append((-len(follows), follows, chain))
        follow_at_once: set[Claim | None] = set()
        for _, follows, chain in sorted(chains, key=lambda each: each[0]):
            if chain.literal is not None and self._claims[chain.literal] not in follow_at_once:
                extended = self._with_claim(step, *self._search.minimize_facts(chain))
                if _has_argument(extended, technique):
                    step, follow_at_once = extended, follow_at_once | follows
        return step

    def _claims_that_follow_at_once(self, chain: Refutation) -> set[Claim | None]:
        if self._folding is None or chain.literal is None:
            return set()
        return {inference.claim for inference in self._folding.fold(self.board, [chain.literal], (), None)}

    def _with_claim(self, step: Step, chain: Refutation, facts: Iterable[int]) -> Step:
        """Return a step that also claims the literal of a chain."""
        reader, (assumptions,), (proof,) = self._search.reader, chain.assumptions, chain.proofs
        reasons = map(reader.reason, chain.reasons.values())
        return replace(
            step,
            claims=(*step.claims, *self._claims_of([] if chain.literal is None else [chain.literal])),
            reasons=tuple(dict.fromkeys((*step.reasons, *reasons))),
            known=tuple(dict.fromkeys((*step.known, *self._claims_of(facts)))),
            branches=(*step.branches, Branch(self._claims_of(assumptions), reader.inferences(proof))),
        )

    def _technique_of(self, chain: Refutation) -> Technique | None:
        reasons = tuple(map(self._search.reader.reason, chain.reasons.values()))
        claims = self._claims_of([] if chain.literal is None else [chain.literal])
        return find_technique(self.board, claims, (), reasons)

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

    def _add_obvious_facts(self) -> tuple[Inference, ...]:
        """Add what rules state about the places of clues themselves; return what is not on the board yet."""
        obvious = []
        for literal, owner in self._unit_clauses().items():
            claim, instances = self._claims[literal], self._annotated.instances_behind(owner)
            place = instances[0].place
            if place != claim.place or not any(place in clues for clues in self.board.clues.values()):
                continue
            if literal not in self._search.settled:
                self._search.facts[literal] = 0
                self._search.settled.update(self._settled_by(claim.layer, place, claim.value))
                obvious.append(Inference(claim, (Reason(*instances[0], instances),), ()))
        return tuple(sorted(obvious, key=lambda inference: str(inference.claim)))

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
        """Return the step of a refutation, with few known marks.

        A single reason claims all wanted marks that it forces.  With several reasons, only one mark is claimed and
        argued, that from which most of the others follow.
        """
        reader = self._search.reader
        if isinstance(found, TrialRefutation):
            literals = [] if found.literal is None else [found.literal]
            facts = dict.fromkeys(fact for step in found.steps for fact in step.used if fact in self._search.facts)
            branch = opposite_of(found.literal), trial_inferences(reader, found.steps)
            return self._make_step(literals, found.reasons, facts, [branch])
        if found.literal is not None and found.size > 1 and not self._search.is_value(found.literal):
            found = self._search.find_strongest(found, wanted)
        forced: dict[int, list[int]] = {}
        if found.literal is not None and found.size == 1:
            forced = self._search.find_also_forced(found, wanted)
            found, forced = self._without_obvious_claims(found, forced)
        found, facts = self._search.minimize_facts(found)
        literals = [] if found.literal is None else [found.literal]
        for literal, used in forced.items():
            literals.append(literal)
            facts |= dict.fromkeys(used)
        branches = zip(found.assumptions, map(reader.inferences, found.proofs), strict=True)
        return self._make_step(literals, found.reasons, facts, branches)

    def _without_obvious_claims(
        self, found: Refutation, forced: dict[int, list[int]]
    ) -> tuple[Refutation, dict[int, list[int]]]:
        """Leave out what follows at once from other marks: claims of one value from which all others follow."""
        is_value = self._search.is_value
        if any(is_value(literal) for literal in (found.literal, *forced) if literal is not None):
            forced = {literal: used for literal, used in forced.items() if is_value(literal)}
        groups: dict[Value, list[int]] = {}
        for literal in (found.literal, *forced):
            if literal is not None and literal in self._claims:
                groups.setdefault(self._claims[literal].value, []).append(literal)
        if self._folding is None or len(groups) < 2:
            return found, forced
        for group in sorted(groups.values(), key=len):
            folded = {inference.claim for inference in self._folding.fold(self.board, group, (), None, found.owners)}
            if all(
                self._claims[literal] in folded for other in groups.values() if other is not group for literal in other
            ):
                first = found if found.literal in group else self._search.find_reason_for(group[0], found)
                if first is not None:
                    return first, {literal: forced[literal] for literal in group if literal != first.literal}
        return found, forced

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
        """Return a step for the first wanted literal with all rule instances as reasons: no short reason was found."""
        owners = range(1, len(self._annotated.instances) + 1)
        reasons = tuple(Reason(*instances[0], instances) for instances in map(self._annotated.instances_behind, owners))
        return Step(self.board, self._claims_of(wanted[:1]), reasons, self._claims_of(self._search.facts))

    def _claims_of(self, literals: Iterable[int]) -> tuple[Claim, ...]:
        return tuple(self._claims[literal] for literal in literals if literal in self._claims)


def _has_argument(step: Step, technique: Technique) -> bool:
    """Return whether the technique itself has words for the argument of a step."""
    deduction = make_deduction(step.board, step.claims, step.known, step.reasons)
    return put_into_words(technique.because, deduction) != ""


def _anchor_of(reasons: Iterable[Reason], technique: Technique) -> Place:
    """Return the place where a technique is applied; of a cut, the first of the marks that would be separated."""
    for reason in reasons:
        kind = reason.cut.kind.value if reason.cut else ""
        if {reason.rule, f"{reason.rule}.{kind}"} & technique.anchor:
            return reason.cut.witnesses[0].place if reason.cut and reason.cut.witnesses else reason.place
    raise AssertionError("no reason fits the first part of the pattern")
