"""Mark literals: which literals represent the marks of a layer."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from masume.core.layers import Mark, Value
from masume.core.places import Place
from masume.modelling.basic_constraints import FALSE


class MarkLiterals(NamedTuple):
    """The literals of one mark layer, which has its own variables.

    A layer has one variable per place, true for the first of two values, or (`one_hot`) one per place and value.
    """

    places: Sequence[int]  # in ascending order
    values: Sequence[Value]
    first: int  # its first variable
    by_place: Mapping[int, int] | None = None  # the literal of the first of two values; None for one per value

    @property
    def one_hot(self) -> bool:
        return self.by_place is None

    @property
    def literal_of(self) -> Mapping[int, int]:
        """By place: the literal that is true for the first of two values."""
        if self.by_place is None:
            raise ValueError("the layer has one literal per value")
        return self.by_place

    @property
    def variables(self) -> Sequence[int]:
        return range(self.first, self.first + len(self.places) * (len(self.values) if self.one_hot else 1))

    def literals(self, place: int) -> dict[Value, int]:
        """Return the literal of each value at a place.

        At a place outside the layer every literal is FALSE, except that of the second of two values, which is TRUE.
        """
        if self.by_place is not None:
            literal = self.by_place.get(place, FALSE)
            return {self.values[0]: literal, self.values[1]: -literal}
        index = bisect_left(self.places, place)
        if index == len(self.places) or self.places[index] != place:
            return dict.fromkeys(self.values, FALSE)
        start = self.first + index * len(self.values)
        return {value: start + offset for offset, value in enumerate(self.values)}

    def decode(self, solution: Sequence[int]) -> dict[Place, Mark]:
        """Return the marks of a solution, which contains each variable or its negation, in order."""
        own = solution[self.first - 1 : self.first - 1 + len(self.variables)]
        if not self.one_hot:
            yes, no = self.values
            return {place: yes if literal > 0 else no for place, literal in zip(self.places, own, strict=True)}
        size, start = len(self.values), self.first
        true_indices = [literal - start for literal in own if literal > 0]
        return {self.places[index // size]: self.values[index % size] for index in true_indices}


class DerivedMarkLiterals(NamedTuple):
    """The literals of a mark layer with two values that uses existing literals instead of its own variables."""

    literal_of: Mapping[int, int]  # by place: true for the first value
    values: tuple[Value, Value]

    @property
    def places(self) -> Sequence[int]:
        return list(self.literal_of)

    @property
    def variables(self) -> Sequence[int]:
        return [abs(literal) for literal in self.literal_of.values()]

    def literals(self, place: int) -> dict[Value, int]:
        """Return the literal of each value at a place; outside the layer, FALSE and TRUE."""
        literal = self.literal_of.get(place, FALSE)
        return {self.values[0]: literal, self.values[1]: -literal}

    def decode(self, solution: Sequence[int]) -> dict[Place, Mark]:
        """Return the marks of a solution, which contains each variable or its negation, in order."""
        yes, no = self.values
        return {
            place: yes if (solution[abs(literal) - 1] > 0) == (literal > 0) else no
            for place, literal in self.literal_of.items()
        }
