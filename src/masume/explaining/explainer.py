"""Explainer: finds the steps from a board to its goal, one after the other."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import cast

from masume.core.board import Board
from masume.core.claims import Claim, with_claims
from masume.core.deadline import NEVER, Deadline
from masume.core.errors import OutOfTimeError
from masume.core.layers import Mark, RuledOut
from masume.core.places import Place
from masume.explaining.completion import Completion
from masume.explaining.conflicts import find_minimal_core
from masume.explaining.folding import Folding
from masume.explaining.nearness import Nearness
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, annotate_model
from masume.explaining.step_builder import StepBuilder
from masume.explaining.step_search import StepSearch
from masume.explaining.steps import Inference, Reason, Step
from masume.explaining.trial_search import SMALL_STEP
from masume.modelling import Model, RuleInstance
from masume.modelling.mark_literals import MarkLiterals
from masume.solving.search import GIVEN


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
        self._folding = Folding(self.board, self._annotated, self._search) if fold else None
        self._builder = StepBuilder(board, self._annotated, self._search, self._folding)
        self._completion = Completion(self._builder, self._search, self._folding)
        self._search.has_name = lambda chain: self._completion.technique_of(chain) is not None
        self._claims = self._search.reader.claims
        self._steps = 0  # applied so far
        for marks in (board.given, board.marks):
            self._add_facts((layer, place) for layer, entries in marks.items() for place in entries)
        self._obvious = self._add_obvious_facts() if fold else ()

    @property
    def obvious_places(self) -> set[Place]:
        """The places of clues where rules state a mark that is not on the board yet."""
        return {inference.claim.place for inference in self._obvious if inference.claim is not None}

    def mark_clues(self, except_at: Collection[Place]) -> None:
        """Set the marks that rules state about the places of clues, except at some places, without a step."""
        obvious = self._add_obvious_facts(except_at)
        claims = [inference.claim for inference in obvious if inference.claim is not None]
        self.board = self._builder.board = with_claims(self.board, claims)

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
            claims = self._builder.claims_of(sorted(by_literal, key=abs))
            yield self._apply(self._completion.complete(self._builder.step_by_rule(claims, reason)))

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
            if deadline.is_over and not must_answer:
                return None
            return self._completion.complete(self._builder.unexplained_step(wanted))
        return self._completion.complete(self._builder.step_of_refutation(found, wanted), found, wanted)

    def find_hint(self, goal: Iterable[int], deadline: Deadline) -> Step | None:
        """Return a step as `find_step` does, and with it the marks that it rests on but that are not on the board.

        These are obvious marks, and marks that need no drawing and follow at once from the marks on the board, such as
        crosses beside a line: few players draw them, and hints about them would only be in the way.
        """
        goal = list(goal)
        unspoken = self._add_unspoken_facts(goal)
        step = self.find_step(goal, deadline, must_answer=True)
        if step is None:
            return None
        return replace(step, folded=(*_used_by(step, (*self._obvious, *unspoken)), *step.folded))

    def has_step_near(self, goal: Iterable[int], places: Sequence[Place], step: Step) -> bool:
        """Return whether near the places there is another step that is as good as this one.

        It has at most as many reasons and, if this step makes a mark of several values certain, does so, too.  It finds
        a mark that this step does not find as well.
        """
        nearness, is_value = Nearness(self.board.grid, places), self._search.is_value
        wanted = [literal for literal in goal if literal not in self._search.settled]
        if any(is_value(self.literal_of(claim)) for claim in step.claims):
            wanted = [literal for literal in wanted if is_value(literal)]
        marks = ((layer, place, mark) for layer, found in step.marks.items() for place, mark in found.items())
        own = {literal for each in marks for literal in self._settled_by(*each)}
        others = [literal for literal in wanted if literal not in own]
        near = [literal for literal in others if not nearness.is_jump(self._claims[literal].place)]
        return bool(near) and self._search.has_chain(near, step.size)

    def obvious_step(self) -> Step | None:
        """Return a step for the obvious marks if no step was applied, because nothing else follows."""
        if not self._obvious:
            return None
        claims = tuple(inference.claim for inference in self._obvious if inference.claim is not None)
        reasons = [reason for inference in self._obvious for reason in inference.reasons]
        rests_on = tuple(dict.fromkeys(instance for reason in reasons for instance in reason.rests_on))
        self._obvious = ()
        return self._apply(self._builder.step_by_rule(claims, replace(reasons[0], rests_on=rests_on)))

    def find_any_step(self, deadline: Deadline) -> Step:
        """Return a step without knowing the goal: one with an easy reason, or a conflict.

        Raise OutOfTimeError if none is found.
        """
        found = self._search.find_anything(deadline)
        if found is None:
            raise OutOfTimeError("neither a step nor the solution was found in time")
        return self._builder.step_of_refutation(found, [])

    def find_conflict(self, deadline: Deadline = NEVER, is_thorough: bool = True) -> Step:
        """Return a step without claims, which shows that the known marks break the rules.

        If `is_thorough` and there are many reasons, a solver looks for a smaller set, which can take some seconds.
        """
        found = self._search.find_contradiction(deadline)
        step = self._builder.unexplained_step([]) if found is None else self._builder.step_of_refutation(found, [])
        if step.size <= SMALL_STEP or not is_thorough:
            return step
        core = find_minimal_core(self.model, step.instances, list(self._search.facts))
        if core is None or len(core.instances) >= step.size:
            return step
        owners = {instance: owner for owner, instance in enumerate(self._annotated.instances, 1)}
        found = self._search.find_contradiction(deadline, [owners[instance] for instance in core.instances])
        if found is not None:
            return self._builder.step_of_refutation(found, [])
        reasons = tuple(Reason(*instance, (instance,)) for instance in core.instances)
        return Step(self.board, (), reasons, self._builder.claims_of(core.assumptions), minimal=True)

    def literal_of(self, claim: Claim) -> int:
        """Return the literal of a claim."""
        return self._builder.literal_of(claim)

    def opposite_of(self, claim: Claim) -> Claim:
        """Return the claim that is true if this one is false."""
        return self._claims[-self.literal_of(claim)]

    def _apply(self, step: Step) -> Step:
        """Apply a step; return it with the obvious marks if it is the first one."""
        if self._obvious:
            step, self._obvious = replace(step, folded=(*self._obvious, *step.folded)), ()
        self._steps += 1
        self.board = self._builder.board = step.after
        self._search.nearness = Nearness(self.board.grid, self._focus or step.places)
        self._add_facts((claim.layer, claim.place) for claim in step.all_claims)
        return step

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

    def _add_obvious_facts(self, except_at: Collection[Place] = ()) -> tuple[Inference, ...]:
        """Add what rules state about the places of clues themselves; return what is not on the board yet."""
        obvious = []
        for literal, owner in self._unit_clauses().items():
            claim, instances = self._claims[literal], self._annotated.instances_behind(owner)
            place = instances[0].place
            if place != claim.place or not any(place in clues for clues in self.board.clues.values()):
                continue
            if place in except_at:
                continue
            if literal not in self._search.settled:
                self._search.facts[literal] = 0
                self._search.settled.update(self._settled_by(claim.layer, place, claim.value))
                obvious.append(Inference(claim, (Reason(*instances[0], instances),), ()))
        return tuple(sorted(obvious, key=lambda inference: str(inference.claim)))

    def _add_unspoken_facts(self, goal: Iterable[int]) -> tuple[Inference, ...]:
        """Add what needs no drawing and follows at once from the marks on the board, unless nothing else is left."""
        if self._folding is None:
            return ()
        known = [*self._search.facts]
        unspoken = self._folding.find_unspoken(self.board, known)
        found = [claim for inference in unspoken if (claim := inference.claim) is not None]
        settled = {literal for claim in found for literal in self._settled_by(claim.layer, claim.place, claim.value)}
        if settled.union(self._search.settled).issuperset(goal):
            return ()
        self._search.facts.update(dict.fromkeys(map(self.literal_of, found), 0))
        self._search.settled |= settled
        return unspoken

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


def _used_by(step: Step, inferences: Sequence[Inference]) -> list[Inference]:
    """Return those of the inferences that a step rests on, in their order; each may rest on earlier ones."""
    used = {*step.known, *(claim for inference in step.folded for claim in inference.because)}
    needed = []
    for inference in reversed(inferences):
        if inference.claim in used:
            used.update(inference.because)
            needed.append(inference)
    return needed[::-1]
