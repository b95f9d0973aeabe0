"""Folding: the marks that follow from a step at once, without a thought.

A genre says of a rule that its consequences follow at once (`Rule.at_once`): neighbours of a shaded cell, the light of
a lamp, a line that can only go on.  Each folded mark follows by one reason.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from masume.core.board import Board
from masume.core.claims import Claim, with_claims
from masume.core.genre import Condition, Finder
from masume.core.places import Place
from masume.explaining.naming import describe_at_once
from masume.explaining.proofs import ProofLine
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, AnnotatedModel
from masume.explaining.step_search import Refutation, StepSearch
from masume.explaining.steps import Inference
from masume.explaining.trial_search import TrialRefutation
from masume.modelling import RuleInstance

MAX_ROUNDS = 20  # of one step; each round follows chains of many inferences
MAX_LOOKS = 3  # at the board of one step: what follows after more of them is not seen at once


class Folding:
    """Finds what follows at once on one board."""

    def __init__(self, board: Board, model: AnnotatedModel, search: StepSearch) -> None:
        self._search, self._board, self._model = search, board, model
        self._at_once: list[int] = []  # owners whose marks follow at once
        # Owners whose marks follow at once in some positions.
        self._conditional: list[tuple[int, Place, Condition]] = []
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
        own_instances = {self._model.instances[owner - 1] for owner in own}
        always = {*self._at_once, *own}.difference(without)
        if not always and not self._conditional and not self._finders:
            return ()
        claims, literal_of = self._search.reader.claims, self._search.reader.literals
        settled = self._search.settled
        known = dict.fromkeys([*(claims[literal] for literal in literals), *(each.claim for each in before)])
        folded: list[Inference] = []
        for number in range(MAX_ROUNDS):
            found_before = len(folded)
            seen = self._find_marks(board, known, without) if number < MAX_LOOKS else ()
            for inference in chain(self._find_consequences(board, known, always), seen):
                claim, because = inference.claim, inference.because
                if claim is None or claim in known or literal_of[claim] in settled:
                    continue
                if len(inference.reasons) != 1 or not self._is_at_once(inference, own_instances):
                    continue
                # It must follow from this step, not from other marks alone, nor from marks that were not folded.
                is_new = (inference.reasons[0].rule, inference.reasons[0].place) in own_instances
                if not is_new and known.keys().isdisjoint(because):
                    continue
                if all(each in known or literal_of[each] in settled for each in because):
                    known[claim] = None
                    folded.append(inference)
            if len(folded) == found_before:
                break
        return tuple(folded)

    def _find_consequences(
        self, board: Board, known: Collection[Claim | None], always: Collection[int]
    ) -> tuple[Inference, ...]:
        """Return what follows from the known marks by all rule instances whose marks follow at once."""
        owners = sorted({*always, *self._owners_now(board, known)})
        return self._search.find_consequences(self._literals_of(known), owners) if owners else ()

    def _find_marks(
        self, board: Board, known: Collection[Claim | None], without: Collection[int]
    ) -> Iterator[Inference]:
        """Yield what rules themselves find on the board; the known marks may grow meanwhile."""
        for find, owners in self._finders.items():
            now = with_claims(board, tuple(claim for claim in known if claim is not None))
            for claim, place in find(now):
                owner, literal = owners.get(place, BOOKKEEPING), self._search.reader.literals[claim]
                if owner in (BOOKKEEPING, *without) or claim in known or literal in self._search.settled:
                    continue
                inference = self._search.find_forced(literal, owner, self._literals_of(known))
                if inference is not None:
                    yield inference

    def _literals_of(self, claims: Iterable[Claim | None]) -> list[int]:
        literal_of = self._search.reader.literals
        return [literal_of[claim] for claim in claims if claim is not None]

    def _owners_now(self, board: Board, known: Iterable[Claim | None]) -> list[int]:
        """Return the owners whose marks follow at once in this position, but not in every one."""
        if not self._conditional:
            return []
        now = with_claims(board, tuple(claim for claim in known if claim is not None))
        return [owner for owner, place, is_at_once in self._conditional if is_at_once(now, place)]

    def _is_at_once(self, inference: Inference, own: Collection[RuleInstance]) -> bool:
        """Return whether an inference follows at once, or by one of the step's own reasons."""
        (reason,) = inference.reasons
        rule = self._board.genre.find_rule(reason.rule)
        if rule is not None and rule.at_once_marks is not None:
            return True
        if reason.cut:
            return False
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
