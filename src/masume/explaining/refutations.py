"""Refutations: the proofs that a search finds.

A literal follows if its opposite can be refuted: it contradicts the facts.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from masume.explaining.proofs import MarkLine, ProofLine, ProofReader, ReasonKey


class Refutation(NamedTuple):
    """A literal and the proof that refutes its opposite, or two proofs, one for each value of a variable."""

    literal: int | None  # None if the proof refutes the facts themselves
    variable: int | None  # that of two cases
    proofs: tuple[Sequence[ProofLine], ...]
    reasons: dict[ReasonKey, ProofLine]

    @property
    def size(self) -> int:
        """The number of reasons."""
        return len(self.reasons)

    @property
    def length(self) -> int:
        """The number of inferences."""
        return sum(map(len, self.proofs))

    @property
    def owners(self) -> list[int]:
        return sorted({owner for owner, _ in self.reasons})

    @property
    def assumptions(self) -> list[list[int]]:
        """The assumptions of each proof."""
        common = opposite_of(self.literal)
        return [common] if self.variable is None else [[*common, self.variable], [*common, -self.variable]]


class TrialRefutation(NamedTuple):
    """A literal and the steps that lead from its opposite to a contradiction."""

    literal: int | None  # None if the steps lead from the facts themselves to a contradiction
    steps: Sequence[MarkLine]

    @property
    def reasons(self) -> dict[ReasonKey, ProofLine]:
        return {key: line for step in self.steps for key, line in step.reasons.items()}

    @property
    def owners(self) -> list[int]:
        return sorted({owner for owner, _ in self.reasons})

    @property
    def size(self) -> int:
        """The number of reasons."""
        return len(self.reasons)


def make_refutation(
    reader: ProofReader, literal: int | None, variable: int | None, proofs: Iterable[list[int]], facts: Collection[int]
) -> Refutation:
    """Return the refutation that proofs of a reasoner make; the facts are those that it began with."""
    oriented = tuple(reader.orient_cuts(reader.parse(proof), facts) for proof in proofs)
    reasons = reader.reason_lines(line for proof in oriented for line in proof)
    return Refutation(literal, variable, oriented, reasons)


def opposite_of(literal: int | None) -> list[int]:
    """Return a list with the assumption to refute, the negated literal; an empty list to refute the facts."""
    return [] if literal is None else [-literal]
