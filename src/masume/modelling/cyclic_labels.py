"""Cyclic labels: numbers 0, 1, 2 … around a cycle, one way for a model to require a single closed loop."""

from collections.abc import Iterable, Iterator

from masume.core.records import record
from masume.modelling.basic_constraints import TRUE, BasicConstraint, VariableAllocator, at_most, condition_prefix
from masume.modelling.integers import Integer


@record
class CyclicNeighbours:
    """Two labels differ by one, or one is 0 and the other is the last label, `length - 1`."""

    one: Integer
    other: Integer
    length: Integer
    when: int

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        prefix = condition_prefix(self.when)
        yield (*prefix, -self.one.equals(0), -self.other.equals(0), self.length.equals(1))
        for one, other in ((self.one, self.other), (self.other, self.one)):
            for label in one.domain:
                if label != 0:
                    near = {other.equals(value) for value in (label - 1, label + 1, 0)}
                    yield (*prefix, -one.equals(label), *sorted(near))
                if abs(label) > 1:
                    yield (*prefix, -one.equals(label), -other.equals(0), self.length.equals(label + 1))


@record
class ConditionalAllDifferent:
    """No two of the integers whose condition is true are equal."""

    integers: tuple[Integer, ...]
    conditions: tuple[int, ...]

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        for value in sorted({value for integer in self.integers for value in integer.domain}):
            has_value = []
            for integer, condition in zip(self.integers, self.conditions, strict=True):
                if value in integer.domain:
                    has_value.append(allocator.new_variable())
                    yield (-condition, -integer.equals(value), has_value[-1])
            yield at_most(1, has_value)


def cyclic_neighbours(one: Integer, other: Integer, length: Integer, when: int = TRUE) -> CyclicNeighbours:
    """Two labels belong to neighbours on a cycle with labels 0 to `length - 1`."""
    return CyclicNeighbours(one, other, length, when)


def all_different_if(integers: Iterable[Integer], conditions: Iterable[int]) -> ConditionalAllDifferent:
    """No two of the integers whose condition is true are equal."""
    return ConditionalAllDifferent(tuple(integers), tuple(conditions))
