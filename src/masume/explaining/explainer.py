"""Stepping: from a board to its goal, step by step."""

from collections.abc import Iterable, Iterator
from typing import cast

from masume.core.board import Board
from masume.core.errors import OutOfTimeError
from masume.core.layers import Mark, RuledOut
from masume.core.places import Place
from masume.explaining.conflicts import minimal_core
from masume.explaining.proofs import Key, Line
from masume.explaining.reasoning.annotated_model import NOBODY, read
from masume.explaining.step_search import SMALL, Finder, Found, Late, Tried, opposite
from masume.explaining.steps import Branch, Claim, Inference, Reason, Step
from masume.explaining.trial_and_error import told
from masume.modelling import Instance, Model
from masume.modelling.mark_literals import Marking
from masume.solving.search import GIVEN, state


class Stepper:
    """A board on its way to the marks that are its goal, all of which follow from what is known.

    If it `knows_obvious`, what rules say of the very places of clues is known, though it is not marked.
    """

    def __init__(self, board: Board, model: Model | None = None, knows_obvious: bool = False) -> None:
        self.board, self.model = board, model or state(board)
        self.reading = read(self.model, without=frozenset({GIVEN}))
        self._finder = Finder(self.reading)
        self._claims = self._finder.reader.claims
        # Whether every mark has several values: then bookkeeping alone forces none.
        self._has_choice = all(len(marking.values) > 1 for marking in self.model.markings.values())
        self._steps = 0
        for marks in (board.given, board.marks):
            self._know((layer, place) for layer, entries in marks.items() for place in entries)
        if knows_obvious:
            self._take_obvious()

    def _take_obvious(self) -> None:
        """Take for known what rules say of the very places of clues: that numbers are not shaded."""
        for literal, owner in self._said_of_single_marks().items():
            place = self.reading.instances[owner - 1].place
            if place == self._claims[literal].place and any(place in clues for clues in self.board.clues.values()):
                self._finder.facts[literal] = 0
                self._finder.settled.add(literal)

    def _said_of_single_marks(self) -> dict[int, int]:
        """What statements of a single literal say, and whose they are."""
        return {
            word[0]: owner
            for owner, word in reversed(self.reading.statements)
            if owner != NOBODY and isinstance(word, tuple) and len(word) == 1 and word[0] in self._claims
        }

    def plain_steps(self) -> Iterator[Step]:
        """First of all, a step for each rule that says something of single marks, whatever else is known."""
        by_rule: dict[str, dict[int, tuple[Instance, ...]]] = {}
        for literal, owner in self._said_of_single_marks().items():
            if not self._finder.settled & {literal, -literal}:
                basis = self.reading.basis(owner)
                by_rule.setdefault(basis[0].rule, {})[literal] = basis
        for rule, said in sorted(by_rule.items()):
            rests_on = tuple(dict.fromkeys(instance for basis in said.values() for instance in basis))
            reason = Reason(rule, rests_on[0].place, rests_on)
            step = Step(self.board, self._claimed(sorted(said, key=abs)), (reason,), (), minimal=self._has_choice)
            self.take(step)
            yield step

    def next(self, goal: Iterable[int], late: Late = lambda: False, at_any_price: bool = False) -> Step | None:
        """The next step towards literals that hold, which is then known; None if they all are."""
        step = self.find(goal, late, at_any_price)
        if step is not None:
            self.take(step)
        return step

    def find(self, goal: Iterable[int], late: Late = lambda: False, at_any_price: bool = False) -> Step | None:
        """A step towards literals that hold; None if they are all known or it is too late, unless at any price."""
        wanted = [literal for literal in goal if literal not in self._finder.settled]
        if not wanted:
            return None
        found = self._finder.find(wanted, late)
        if found is None:
            return self._taken_on_trust(wanted) if at_any_price or not late() else None
        return self._told(found, wanted)

    def find_anything(self, late: Late) -> Step:
        """A step where it is not known what holds: a contradiction, or what follows; OutOfTimeError if none."""
        found = self._finder.find_anything(late)
        if found is None:
            raise OutOfTimeError("no step was found in time, nor a solution")
        return self._told(found, [])

    def conflict(self, late: Late = lambda: False, thorough: bool = True) -> Step:
        """A step without claims, for what is known cannot hold; if thorough, with no more reasons than it takes."""
        found = self._finder.contradiction(late)
        step = self._taken_on_trust([]) if found is None else self._told(found, [])
        if step.size <= SMALL or not thorough:
            return step
        core = minimal_core(self.model, step.instances, list(self._finder.facts))
        if core is None or len(core.instances) >= step.size:
            return step
        number = {instance: owner for owner, instance in enumerate(self.reading.instances, 1)}
        found = self._finder.contradiction(late, [number[instance] for instance in core.instances])
        if found is not None:
            return self._told(found, [])
        reasons = tuple(Reason(*instance, (instance,)) for instance in core.instances)
        return Step(self.board, (), reasons, self._claimed(core.assumptions), minimal=True)

    def literal(self, claim: Claim) -> int:
        """The literal that says what is claimed."""
        (literal,) = self.model.mark_literals(claim.layer, claim.place, claim.value)
        return literal if claim.holds else -literal

    def take(self, step: Step) -> None:
        """Go on from after a step."""
        self._steps += 1
        self.board = step.after
        self._know((claim.layer, claim.place) for claim in step.claims)

    def _know(self, places: Iterable[tuple[str, Place]]) -> None:
        """Take the marks at these places for facts."""
        for layer, place in places:
            for marks in (self.board.given[layer], self.board.marks[layer]):
                if place not in marks:
                    continue
                for literal in self.model.mark_literals(layer, place, marks[place]):
                    self._finder.facts.setdefault(literal, self._steps)
                self._finder.settled.update(self._settled_by(layer, place, marks[place]))

    def _settled_by(self, layer: str, place: Place, mark: Mark) -> list[int]:
        marking = self.model.markings[layer]
        literals = marking.literals(cast(int, place))
        if isinstance(mark, RuledOut):
            return [-literals[value] for value in mark]
        if isinstance(marking, Marking) and marking.one_hot:
            return [literal if value == mark else -literal for value, literal in literals.items()]
        return [literals[mark]]

    def _told(self, found: Found | Tried, wanted: list[int]) -> Step:
        """A step: with few known marks, and with all that the same reasons force."""
        literals = [] if found.literal is None else [found.literal]
        reader = self._finder.reader
        if isinstance(found, Tried):
            facts = dict.fromkeys(fact for one in found.followed for fact in one.used if fact in self._finder.facts)
            return self._as_step(literals, found.keys, facts, [(opposite(found.literal), told(reader, found.followed))])
        found, facts = self._finder.with_few_facts(found)
        for literal, used in self._finder.forced_too(found, wanted).items():
            literals.append(literal)
            facts |= dict.fromkeys(used)
        branches = zip(found.assumptions, map(reader.inferences, found.proofs), strict=True)
        return self._as_step(literals, found.keys, facts, branches)

    def _as_step(
        self,
        literals: Iterable[int],
        keys: dict[Key, Line],
        facts: Iterable[int],
        branches: Iterable[tuple[list[int], tuple[Inference, ...]]],
    ) -> Step:
        return Step(
            board=self.board,
            claims=self._claimed(literals),
            reasons=tuple(map(self._finder.reader.reason, keys.values())),
            known=self._claimed(facts),
            branches=tuple(Branch(self._claimed(assumed), inferences) for assumed, inferences in branches),
            minimal=len(keys) == 1 and self._has_choice,
        )

    def _taken_on_trust(self, wanted: list[int]) -> Step:
        """What is known to follow, and nothing shorter is found: all rules everywhere are its reasons."""
        instances = [self.reading.basis(number) for number in range(1, len(self.reading.instances) + 1)]
        reasons = tuple(Reason(*rests_on[0], rests_on) for rests_on in instances)
        return Step(self.board, self._claimed(wanted[:1]), reasons, self._claimed(self._finder.facts))

    def _claimed(self, literals: Iterable[int]) -> tuple[Claim, ...]:
        return tuple(self._claims[literal] for literal in literals if literal in self._claims)
