"""Proofs: the proofs of a reasoner, translated into reasons and inferences about marks.

A reasoner proves with literals and statements; see `Reasoner` for the form of its proofs.  Here literals become claims,
the owners of statements and cuts become reasons, and inferences about helper variables are merged into the next
inference about a mark.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, cast

from masume.core.claims import Claim
from masume.engines.cuts import relevant_literals
from masume.explaining.cut_sides import CutSides, LoopBorders, LoopSides, OrientedCut
from masume.explaining.reasoning.annotated_model import (
    BOOKKEEPING,
    AnnotatedModel,
    ClosedRoute,
    Origin,
    Parity,
)
from masume.explaining.reasoning.propagation import LEMMA
from masume.explaining.steps import Cut, CutKind, Inference, Reason
from masume.modelling.basic_constraints import TRUE, Connected, Route
from masume.modelling.mark_literals import MarkLiterals
from masume.modelling.model import Model

CONTRADICTION = 0  # stands for the literal in the last line of a proof


class ProofLine(NamedTuple):
    """One inference of a proof: a literal, and the clause it is inferred by, with its origin and owner."""

    literal: int
    origin: Origin
    owner: int
    cut: int
    clause: Sequence[int]
    parts: Sequence["ProofLine"] = ()  # if the clause is a lemma: one line for each clause that it was learned from


# What counts as one reason: an owner and, for a cut, also its origin and boundary.
ReasonKey = tuple[int, tuple[int, ...]]


class MarkLine(NamedTuple):
    """A mark (its literal) or a contradiction that follows, its reasons, and the literals of marks it follows from."""

    literal: int
    reasons: dict[ReasonKey, ProofLine]
    used: list[int]


class ProofReader:
    """Translates the proofs about one model."""

    def __init__(self, model: AnnotatedModel) -> None:
        self.claims = _claims_by_literal(model.model)
        self.literals = {claim: literal for literal, claim in self.claims.items()}
        self._model = model
        self._origins = {tuple(origin): (origin, owner) for origin, owner, _ in model.constraints}
        self._cut_sources = {
            origin: _cut_source(constraint)
            for origin, _, constraint in model.constraints
            if isinstance(constraint, Connected | Route | ClosedRoute | Parity)
        }
        self._cut_sides = {
            origin: CutSides(constraint)
            for origin, _, constraint in model.constraints
            if isinstance(constraint, Connected) and constraint.links is None
        }
        self._loop_sides = {
            origin: LoopSides(constraint.route)
            for origin, _, constraint in model.constraints
            if isinstance(constraint, ClosedRoute)
        }
        self._borders = {
            origin: LoopBorders(constraint.route)
            for origin, _, constraint in model.constraints
            if isinstance(constraint, Parity)
        }

    def parse(self, numbers: Sequence[int], literals: Container[int] | None = None) -> list[ProofLine]:
        """Return the lines of a proof as a reasoner returns it, or only those that infer one of the literals."""
        lines, start, end = list[ProofLine](), 0, len(numbers)
        while start < end:
            literal, statement, constraint, cut, size = numbers[start : start + 5]
            clause_start = start + 5
            start = clause_start + size
            if literals is not None and literal not in literals:
                continue
            # Facts that contradict each other have no origin.
            origin, owner = self._origins.get((statement, constraint)) or (Origin(statement, constraint), BOOKKEEPING)
            lines.append(ProofLine(literal, origin, owner, cut, numbers[clause_start:start]))
        return list(_merge_lemmas(lines))

    def alternatives(self, literal: int) -> list[int]:
        """Return the literals of the other values of a mark, if each of its values has a literal."""
        layer, place, value, _ = self.claims[literal]
        literals = self._model.model.mark_literals[layer].literals(cast(int, place))
        return [other for other_value, other in literals.items() if other_value != value]

    def orient(self, line: ProofLine, facts: Collection[int]) -> OrientedCut | None:
        """Return the cut of a line as seen from its smaller side; None if it is no cut of connected cells."""
        if not line.cut or line.origin not in self._cut_sides:
            return None
        return self._cut_sides[line.origin].orient(line.clause, line.literal, facts)

    def is_gate(self, line: ProofLine) -> bool:
        """Return whether a cut infers that a vertex is needed to connect others."""
        return line.literal in self._boundary(line)

    def orient_cuts(self, proof: Iterable[ProofLine], facts: Collection[int]) -> list[ProofLine]:
        """Return a proof with its cuts as seen from their smaller sides, with witnesses near the gaps."""
        return [self._orient_line(line, facts) if line.cut else line for line in proof]

    def _orient_line(self, line: ProofLine, facts: Collection[int]) -> ProofLine:
        if line.origin in self._borders:
            return line._replace(clause=self._borders[line.origin].narrow(line.clause, line.literal))
        if line.origin in self._loop_sides:
            return line._replace(clause=self._loop_sides[line.origin].orient(line.clause, line.literal, facts))
        cut = self.orient(line, facts)
        return line if cut is None else line._replace(clause=cut.clause)

    def border_length(self, line: ProofLine) -> int:
        """Return the number of edges of a border that a loop would cross an odd number of times; 0 for other lines."""
        return len(self._orient_line(line, ()).clause) if line.cut and line.origin in self._borders else 0

    def reason_key(self, line: ProofLine) -> ReasonKey:
        """Return the key of a line's reason; lines with the same key have the same reason."""
        if not line.cut:
            return line.owner, ()
        boundary = sorted(literal for literal in line.clause if literal in self._boundary(line))
        return line.owner, (*line.origin, *(boundary or sorted(map(abs, line.clause))))

    def reason_lines(self, proof: Iterable[ProofLine]) -> dict[ReasonKey, ProofLine]:
        """Return the different reasons of a proof, each with one of its lines."""
        return {
            self.reason_key(part): part for line in proof for part in line.parts or (line,) if part.owner != BOOKKEEPING
        }

    def reason(self, line: ProofLine) -> Reason:
        """Return the reason of a line."""
        instances = self._model.instances_behind(line.owner)
        cut = None
        if line.cut:
            boundary = self._boundary(line)
            claims = [(literal, self.claims[-literal]) for literal in line.clause if -literal in self.claims]
            cut = Cut(
                self._cut_kind(line),
                tuple(claim for literal, claim in claims if literal not in boundary),
                tuple(claim for literal, claim in claims if literal in boundary),
            )
        return Reason(*self._model.instance_of(line.owner), instances, cut)

    def used_facts(self, proof: Iterable[ProofLine], assumptions: Iterable[int]) -> list[int]:
        """Return the literals of marks that a proof uses without deriving or assuming them, in order of use."""
        derived, used = set(assumptions), dict[int, None]()
        for line in proof:
            used.update(
                (-literal, None) for literal in line.clause if -literal not in derived and literal != line.literal
            )
            derived.add(line.literal)
        return [literal for literal in used if literal in self.claims]

    def mark_lines(self, proof: Iterable[ProofLine]) -> Iterator[MarkLine]:
        """Yield the inferences about marks, in the order of the proof.

        Inferences about helper variables or by bookkeeping alone are merged into the next inference that uses them.
        """
        hidden: dict[int, MarkLine] = {}  # by literal
        for line in proof:
            reasons, used = self.reason_lines([line]), dict[int, None]()
            for literal in line.clause:
                if literal == line.literal:
                    continue
                if -literal in hidden:
                    reasons = hidden[-literal].reasons | reasons
                    used |= dict.fromkeys(hidden[-literal].used)
                elif -literal in self.claims:
                    used[-literal] = None
            merged = MarkLine(line.literal, reasons, list(used))
            if line.literal == CONTRADICTION or (reasons and line.literal in self.claims):
                yield merged
            else:
                hidden[line.literal] = merged

    def inferences_of(self, proof: Iterable[ProofLine]) -> tuple[Inference, ...]:
        """Return the inferences of a proof about marks."""
        return self.inferences(self.mark_lines(proof))

    def inferences(self, lines: Iterable[MarkLine]) -> tuple[Inference, ...]:
        """Return lines about marks as inferences."""
        return tuple(
            Inference(
                self.claims.get(literal),
                tuple(dict.fromkeys(map(self.reason, reasons.values()))),
                tuple(self.claims[used_literal] for used_literal in used),
            )
            for literal, reasons, used in lines
        )

    def _boundary(self, line: ProofLine) -> frozenset[int]:
        return self._cut_sources[line.origin].boundary

    def _cut_kind(self, line: ProofLine) -> CutKind:
        kind, boundary = self._cut_sources[line.origin]
        # Only a clause against closing a loop has no boundary but more than two edges: the loop and one left out.
        closes = kind is CutKind.BLOCKED and len(line.clause) > 2 and boundary.isdisjoint(line.clause)
        return CutKind.CLOSED if closes else kind


def _merge_lemmas(lines: Iterable[ProofLine]) -> Iterator[ProofLine]:
    """Yield the lines of a proof; each lemma gets the lines after it that belong to it."""
    remaining = iter(lines)
    for line in remaining:
        is_lemma = line.origin.statement == LEMMA
        yield line._replace(parts=tuple(islice(remaining, line.origin.constraint))) if is_lemma else line


class CutSource(NamedTuple):
    """What kind of cuts the clauses of a constraint are, and the literals that can be in their boundaries."""

    kind: CutKind
    boundary: frozenset[int]


def _cut_source(constraint: Connected | Route | ClosedRoute | Parity) -> CutSource:
    match constraint:
        case ClosedRoute(route):
            return CutSource(CutKind.BLOCKED, frozenset(route.literals))
        case Parity():
            return CutSource(CutKind.ODD, frozenset())  # edges that are on matter as much as the others
        case _:
            kind = CutKind.ENCLOSED if TRUE in constraint.literals else CutKind.APART
            return CutSource(kind, frozenset(relevant_literals(constraint)))


def _claims_by_literal(model: Model) -> dict[int, Claim]:
    """Return the claim that each literal of a mark stands for."""
    claims: dict[int, Claim] = {}
    for layer, mark_literals in model.mark_literals.items():
        for place in mark_literals.places:
            for value, literal in mark_literals.literals(place).items():
                if abs(literal) == TRUE:
                    continue  # the same in every solution
                claims[literal] = Claim(layer, place, value)
                if isinstance(mark_literals, MarkLiterals) and mark_literals.one_hot:
                    claims[-literal] = Claim(layer, place, value, holds=False)
    return claims
