"""Rings: labels 0, 1, 2 … that go round, with which one can say that something is a single closed loop."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from masume.modelling.integers import Integer
from masume.modelling.kernel import TRUE, Forge, Kernel, at_most, unless


@dataclass(frozen=True, slots=True)
class Beside:
    """Two labels differ by one, or one is 0 and the other the last of so many labels."""

    one: Integer
    other: Integer
    length: Integer
    when: int

    def lowered(self, forge: Forge) -> Iterator[Kernel]:
        start = unless(self.when)
        yield (*start, -self.one.equals(0), -self.other.equals(0), self.length.equals(1))
        for one, other in ((self.one, self.other), (self.other, self.one)):
            for label in one.domain:
                if label != 0:
                    near = {other.equals(value) for value in (label - 1, label + 1, 0)}
                    yield (*start, -one.equals(label), *sorted(near))
                if abs(label) > 1:
                    yield (*start, -one.equals(label), -other.equals(0), self.length.equals(label + 1))


@dataclass(frozen=True, slots=True)
class DifferentAmong:
    """No two integers are equal of those whose condition is true."""

    integers: tuple[Integer, ...]
    conditions: tuple[int, ...]

    def lowered(self, forge: Forge) -> Iterator[Kernel]:
        for value in sorted({value for integer in self.integers for value in integer.domain}):
            having = []
            for integer, condition in zip(self.integers, self.conditions, strict=True):
                if value in integer.domain:
                    having.append(forge.new())
                    yield (-condition, -integer.equals(value), having[-1])
            yield at_most(1, having)


def beside(one: Integer, other: Integer, length: Integer, when: int = TRUE) -> Beside:
    """Two labels are neighbours on a ring of that length."""
    return Beside(one, other, length, when)


def different_among(integers: Iterable[Integer], conditions: Iterable[int]) -> DifferentAmong:
    """No two integers are equal of those whose condition is true."""
    return DifferentAmong(tuple(integers), tuple(conditions))
