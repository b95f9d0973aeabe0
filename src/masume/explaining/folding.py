"""Folding: the marks that follow from a step at once, without a thought.

A genre says of a rule that its consequences follow at once (`Rule.at_once`): neighbours of a shaded cell, the light of
a lamp, a line that can only go on.  Each folded mark follows by one reason.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from masume.core.board import Board
from masume.core.claims import Claim, is_default, with_claims
from masume.core.genre import Condition, Finder
from masume.core.places import Place
from masume.explaining.dead_ends import DeadEnds
from masume.explaining.naming import describe_at_once
from masume.explaining.proofs import ProofLine
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, AnnotatedModel
from masume.explaining.refutations import Refutation, TrialRefutation
from masume.explaining.step_search import StepSearch
from masume.explaining.steps import Inference
from masume.modelling import RuleInstance
from masume.modelling.basic_constraints import Connected

MAX_NAMED_REASONS = 8  # of folded marks; with more, the step would be no single thought
MAX_ROUNDS = 50  # of one step; each round follows chains of many inferences
MAX_LOOKS = 3  # at the board of one step: what follows after more of them is not seen at once


class Folding:
    """Finds what follows at once on one board."""

    def __init__(self, board: Board, model: AnnotatedModel, search: StepSearch) -> None:
        self._search, self._board, self._model = search, board, model
        self._at_once: list[int] = []  # owners whose marks follow at once
        self._conditional: list[tuple[int, Place, Condition]] = []  # and those whose marks do so in some positions
        self._finders: dict[Finder, dict[Place, int]] = {}  # each with the owners of its rule, by place
        for owner, instance in enumerate(model.instances, 1):
            rule = board.genre.find_rule(instance.rule)
            if rule is None:
                continue
            if rule.at_once_marks is not None:
                self._finders.setdefault(rule.at_once_marks, {})[instance.place] = owner
            elif rule.at_once and instance.place != board.grid.board:
                self._at_once.append(owner)
            elif rule.at_once_when is not None:
                self._conditional.append((owner, instance.place, rule.at_once_when))
        self._dead_ends = [
            DeadEnds(origin, owner, constraint)
            for origin, owner, constraint in model.constraints
            if owner != BOOKKEEPING and isinstance(constraint, Connected) and constraint.links is None
            if (rule := board.genre.find_rule(model.instances[owner - 1].rule)) is not None and rule.dead_ends
        ]

    def fold(
        self,
        board: Board,
        literals: Sequence[int],
        before: Iterable[Inference],
        found: Refutation | TrialRefutation | None,
        without: Collection[int] = (),
    ) -> tuple[Inference, ...]:
        """Return the marks that follow at once from these literals, and those that the step's own reasons force.

        Rule instances of the owners in `without` are left out.
        """
        own = [] if found is None else [owner for owner, cut in found.reasons if owner != BOOKKEEPING and not cut]
        own_instances = {self._model.instance_of(owner) for owner in own}
        always = sorted({*self._at_once, *own}.difference(without))
        dead_ends = [each for each in self._dead_ends if each.owner not in without]
        if not always and not self._conditional and not dead_ends and not self._finders:
            return ()
        witnesses, claims = self._witnesses_of(found), self._search.reader.claims
        marks = _Marks(
            self._search, [*(claims[literal] for literal in literals), *(each.claim for each in before)], own_instances
        )
        looks = 0
        for _ in range(MAX_ROUNDS):  # the simplest first: what follows in every position, then dead ends
            if marks.add(self._follow(marks.literals, always, own_instances)):
                continue
            if sum(map(self._has_named_reason, marks.folded)) >= MAX_NAMED_REASONS:
                break
            looks += 1
            if looks <= MAX_LOOKS and marks.add(self._find_marks(board, marks, without)):
                continue
            if marks.add(self._at_dead_ends(dead_ends, marks.literals, witnesses)):
                continue
            owners = [owner for owner in self._owners_now(board, marks.known) if owner not in without]
            inferences = self._follow(marks.literals, owners, own_instances)
            if not marks.add(filter(self._is_quiet, inferences)) and not marks.add(inferences):
                break
        return tuple(marks.folded)

    def find_unspoken(self, board: Board, known: Sequence[int]) -> tuple[Inference, ...]:
        """Return the marks that follow at once from known ones and need no drawing, such as crosses beside a line."""
        found: list[Inference] = []
        unspoken = {self._search.reader.claims[literal] for literal in known}
        for inference in self.fold(board, known, (), None):
            if inference.claim and self._is_quiet(inference) and unspoken.issuperset(inference.because):
                unspoken.add(inference.claim)
                found.append(inference)
        return tuple(found)

    def _follow(
        self, assumed: Sequence[int], owners: Sequence[int], own: Collection[RuleInstance]
    ) -> Sequence[Inference]:
        """Return what follows at once from these literals by single constraints of the owners."""
        if not owners:
            return ()
        return [
            inference
            for inference in self._search.find_consequences(assumed, owners)
            if len(inference.reasons) == 1 and not inference.reasons[0].cut and self._is_at_once(inference, own)
        ]

    def _find_marks(self, board: Board, marks: "_Marks", without: Collection[int]) -> Iterator[Inference]:
        """Yield what rules themselves find on the board; the known marks may grow meanwhile."""
        for find, owners in self._finders.items():
            now = with_claims(board, tuple(marks.known))
            for claim, place in find(now):
                owner, literal = owners.get(place, BOOKKEEPING), self._search.reader.literals[claim]
                if owner in (BOOKKEEPING, *without) or claim in marks.known or literal in self._search.settled:
                    continue
                inference = self._search.find_forced(literal, owner, marks.literals)
                if inference is not None:
                    yield inference

    def _has_named_reason(self, inference: Inference) -> bool:
        """Return whether the sentence of a step names the reason of a folded mark."""
        (reason,) = inference.reasons
        claim, rule = inference.claim, self._board.genre.find_rule(reason.rule)
        if claim is None or not claim.holds or isinstance(claim.value, int):  # digits are listed without reasons
            return False
        return bool(reason.cut) or (rule is not None and not rule.at_once and rule.in_short != "")

    def _is_quiet(self, inference: Inference) -> bool:
        """Return whether a mark needs no drawing; others often follow from such marks without a word."""
        return inference.claim is not None and inference.claim.holds and is_default(self._board, inference.claim)

    def _at_dead_ends(
        self, dead_ends: Iterable[DeadEnds], assumed: Sequence[int], witnesses: Collection[int]
    ) -> tuple[Inference, ...]:
        """Return what follows from these literals because parts of connected cells have one way left, or none."""
        true = {*self._search.facts, *assumed}
        lines = (line for each in dead_ends for line in each.find(true, assumed, witnesses))
        return self._search.reader.inferences_of(line for line in lines if line.literal not in self._search.settled)

    def _witnesses_of(self, found: Refutation | TrialRefutation | None) -> list[int]:
        """Return the marks that have to be connected with others, if this is the only reason of a step."""
        if found is None or found.size != 1:
            return []
        return [-literal for line in found.reasons.values() if line.cut for literal in line.clause]

    def _owners_now(self, board: Board, known: Iterable[Claim]) -> list[int]:
        """Return the owners whose marks follow at once in this position, but not in every one."""
        if not self._conditional:
            return []
        now = with_claims(board, tuple(known))
        return [owner for owner, place, is_at_once in self._conditional if is_at_once(now, place)]

    def _is_at_once(self, inference: Inference, own: Collection[RuleInstance]) -> bool:
        """Return whether an inference follows at once, or by one of the step's own reasons."""
        (reason,) = inference.reasons
        rule = self._board.genre.find_rule(reason.rule)
        is_conditional = rule is not None and rule.at_once_when is not None
        return is_conditional or (reason.rule, reason.place) in own or bool(describe_at_once(self._board, [inference]))

    def find_way(self, found: Refutation, wanted: Sequence[int]) -> tuple[Inference, ...]:
        """Return the other cells of the only way out, if a cell is needed to connect a part with the rest."""
        (line,) = found.reasons.values()
        reader = self._search.reader
        facts = self._search.facts.keys()
        if found.literal is None or found.literal not in line.clause:
            return ()
        line = line._replace(literal=found.literal)  # that which the refutation of its opposite shows
        own = reader.orient(line, facts)
        if own is None or not reader.is_gate(line):
            return ()
        gates: list[tuple[int, ProofLine]] = []
        for other in self._search.find_direct_cuts(line, set(wanted)):
            cut = reader.orient(other, facts)
            if cut is None or other.literal == line.literal or not reader.is_gate(other):
                continue
            if own.small_side <= cut.small_side:  # then the same witness is in need of the other cell
                gates.append((len(cut.small_side), other._replace(clause=cut.seen_from(own))))
            elif cut.small_side <= own.small_side:
                gates.append((len(cut.small_side), other._replace(clause=cut.clause)))
        gates.sort(key=lambda gate: gate[0])
        return reader.inferences_of(other for _, other in gates)


class _Marks:
    """The marks that a step has so far, and which of them were folded."""

    def __init__(self, search: StepSearch, known: Iterable[Claim | None], own: Collection[RuleInstance]) -> None:
        self.known = dict.fromkeys(claim for claim in known if claim is not None)
        self.folded: list[Inference] = []
        self._own, self._settled, self._literals = own, search.settled, search.reader.literals

    @property
    def literals(self) -> list[int]:
        return [self._literals[claim] for claim in self.known]

    def add(self, inferences: Iterable[Inference]) -> bool:
        """Fold those of the inferences that are new and follow from this step; return whether there are any."""
        number = len(self.folded)
        for inference in inferences:
            claim = inference.claim
            if claim is None or claim in self.known or self._literals[claim] in self._settled:
                continue
            if self._follows(inference):
                self.known[claim] = None
                self.folded.append(inference)
        return len(self.folded) > number

    def _follows(self, inference: Inference) -> bool:
        """Return whether a mark follows from the step, not from other marks alone, nor from marks not folded."""
        is_own = any((reason.rule, reason.place) in self._own for reason in inference.reasons)
        if not is_own and self.known.keys().isdisjoint(inference.because):
            return False
        return all(each in self.known or self._literals[each] in self._settled for each in inference.because)
