"""Proofs: what a reasoner found, read as inferences about marks; bookkeeping is left out."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from masume.engines.cuts import looked_at
from masume.explaining.reasoning.annotated_model import NOBODY, Loop, Reading, Statement
from masume.explaining.steps import Claim, Cut, CutKind, Inference, Reason
from masume.modelling.kernel import TRUE, Connected, Region, Route
from masume.modelling.mark_literals import Marking
from masume.modelling.model import Model

CONTRADICTION = 0  # what stands in a proof for the literal of its end


class Line(NamedTuple):
    """An inference of a proof: a literal, whose instance and which structure says so, by a clause."""

    literal: int
    owner: int
    cut: int
    structure: int
    clause: Sequence[int]


# What counts as one reason: a rule instance, and, if it is a cut, its structure and boundary.
Key = tuple[int, tuple[int, ...]]


def lines(proof: Sequence[int]) -> Iterator[Line]:
    """The lines of a proof, as a reasoner writes it."""
    at = 0
    while at < len(proof):
        literal, owner, cut, structure, size = proof[at : at + 5]
        at += 5 + size
        yield Line(literal, owner, cut, structure, proof[at - size : at])


class Reader:
    """Knows what the literals and numbers in the proofs about one reading mean."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.claims = _claims(reading.model)
        self._structures = list(_structures(reading.statements))

    def key(self, line: Line) -> Key:
        """What the reason of a line is counted as."""
        if not line.cut:
            return line.owner, ()
        boundary = sorted(literal for literal in line.clause if literal in self._own(line))
        return line.owner, (line.structure, *(boundary or sorted(map(abs, line.clause))))

    def keys(self, proof: Iterable[Line]) -> dict[Key, Line]:
        """The reasons of a proof, each with a line where it stands."""
        return {self.key(line): line for line in proof if line.owner != NOBODY}

    def reason(self, line: Line) -> Reason:
        """The reason of a line."""
        instances = self.reading.basis(line.owner)
        cut = None
        if line.cut:
            own = self._own(line)
            told = [(literal, self.claims[-literal]) for literal in line.clause if -literal in self.claims]
            cut = Cut(
                self._kind(line),
                tuple(claim for literal, claim in told if literal not in own),
                tuple(claim for literal, claim in told if literal in own),
            )
        return Reason(instances[0].rule, instances[0].place, instances, cut)

    def facts(self, proof: Iterable[Line], assumptions: Iterable[int]) -> list[int]:
        """The literals that a proof takes for known, in the order in which it needs them."""
        derived, used = set(assumptions), dict[int, None]()
        for line in proof:
            used.update(
                (-literal, None) for literal in line.clause if -literal not in derived and literal != line.literal
            )
            derived.add(line.literal)
        return [literal for literal in used if literal in self.claims]

    def inferences(self, proof: Sequence[Line]) -> tuple[Inference, ...]:
        """The inferences about marks; what is bookkeeping between them is taken together with what follows from it."""
        hidden: dict[int, tuple[dict[Reason, None], dict[Claim, None]]] = {}
        found = []
        for line in proof:
            reasons: dict[Reason, None] = {} if line.owner == NOBODY else {self.reason(line): None}
            because: dict[Claim, None] = {}
            for literal in line.clause:
                if literal == line.literal:
                    continue
                if -literal in hidden:
                    reasons |= hidden[-literal][0]
                    because |= hidden[-literal][1]
                elif -literal in self.claims:
                    because[self.claims[-literal]] = None
            claim = self.claims.get(line.literal)
            if (claim is not None and reasons) or line.literal == CONTRADICTION:
                found.append(Inference(claim, tuple(reasons), tuple(because)))
            else:
                hidden[line.literal] = reasons, because
        return tuple(found)

    def _own(self, line: Line) -> frozenset[int]:
        return self._structures[line.structure].boundary

    def _kind(self, line: Line) -> CutKind:
        kind, own = self._structures[line.structure]
        closes = kind is CutKind.BLOCKED and len(line.clause) > 2 and own.isdisjoint(line.clause)
        return CutKind.CLOSED if closes else kind


class Structure(NamedTuple):
    """What the clauses of one structure of a reasoner say, and the literals that may stand at a boundary."""

    kind: CutKind
    boundary: frozenset[int]


def _structures(statements: Sequence[Statement]) -> Iterator[Structure]:
    """The structures of a reasoner, in its order."""
    plain = Structure(CutKind.APART, frozenset())
    for _, word in statements:
        match word:
            case tuple():
                continue
            case Connected() | Route():
                yield Structure(CutKind.APART, frozenset(looked_at(word)))
            case Loop():
                yield Structure(CutKind.BLOCKED, frozenset(word.route.literals))
                yield Structure(CutKind.ODD, frozenset())  # where edges that are on matter as much as the others
            case Region():
                sizes = (word.least > 0) + (word.most is not None)  # which are counted
                yield from (plain for _ in range(sizes + 1))
            case _:
                yield plain


def _claims(model: Model) -> dict[int, Claim]:
    """What the literals say of marks."""
    found: dict[int, Claim] = {}
    for layer, marking in model.markings.items():
        for place in marking.places:
            for value, literal in marking.literals(place).items():
                if abs(literal) == TRUE:
                    continue  # a mark that is always so
                found[literal] = Claim(layer, place, value)
                if isinstance(marking, Marking) and marking.one_hot:
                    found[-literal] = Claim(layer, place, value, holds=False)
    return found
