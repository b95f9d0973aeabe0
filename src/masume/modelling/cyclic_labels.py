"""Rings: labels 0, 1, 2 … that go round, with which one can say that something is a single closed loop."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from masume.modelling.basic_constraints import TRUE, BasicConstraint, VariableAllocator, at_most, condition_prefix
from masume.modelling.integers import Integer


@dataclass(frozen=True, slots=True)
class CyclicNeighbours:
    """Two labels differ by one, or one is 0 and the other the last of so many labels."""

    one: Integer
    other: Integer
    length: Integer
    when: int

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        start = condition_prefix(self.when)
        yield (*start, -self.one.equals(0), -self.other.equals(0), self.length.equals(1))
        for one, other in ((self.one, self.other), (self.other, self.one)):
            for label in one.domain:
                if label != 0:
                    near = {other.equals(value) for value in (label - 1, label + 1, 0)}
                    yield (*start, -one.equals(label), *sorted(near))
                if abs(label) > 1:
                    yield (*start, -one.equals(label), -other.equals(0), self.length.equals(label + 1))


@dataclass(frozen=True, slots=True)
class ConditionalAllDifferent:
    """No two integers are equal of those whose condition is true."""

    integers: tuple[Integer, ...]
    conditions: tuple[int, ...]

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        for value in sorted({value for integer in self.integers for value in integer.domain}):
            having = []
            for integer, condition in zip(self.integers, self.conditions, strict=True):
                if value in integer.domain:
                    having.append(allocator.new_variable())
                    yield (-condition, -integer.equals(value), having[-1])
            yield at_most(1, having)


def cyclic_neighbours(one: Integer, other: Integer, length: Integer, when: int = TRUE) -> CyclicNeighbours:
    """Two labels are neighbours on a ring of that length."""
    return CyclicNeighbours(one, other, length, when)


def all_different_if(integers: Iterable[Integer], conditions: Iterable[int]) -> ConditionalAllDifferent:
    """No two integers are equal of those whose condition is true."""
    return ConditionalAllDifferent(tuple(integers), tuple(conditions))
