"""Records behave as frozen dataclasses do."""

import pickle
from copy import copy
from dataclasses import dataclass
from dataclasses import replace as replace_in_dataclass

import pytest

from masume.core.records import record, replace


@record
class Point:
    """A record."""

    x: int
    y: tuple[int, ...]
    name: str = "origin"

    @property
    def size(self) -> int:
        return self.x + len(self.y)


@record
class Single:
    only: int


@dataclass(frozen=True, slots=True)
class DataPoint:
    """The same as a dataclass."""

    x: int
    y: tuple[int, ...]
    name: str = "origin"


VALUES = [(1, (2, 3), "a"), (1, (2, 3), "b"), (1, (), "a"), (1, (2, 3), "a")]


def test_records_are_equal_and_hashed_by_value() -> None:
    for one in VALUES:
        for other in VALUES:
            assert (Point(*one) == Point(*other)) == (DataPoint(*one) == DataPoint(*other)) == (one == other)
            assert (Point(*one) != Point(*other)) == (one != other)
    assert len({Point(*values) for values in VALUES}) == len(set(VALUES)) == 3
    assert Single(1) == Single(1) != Single(2)
    assert hash(Single(1)) == hash(Single(1))
    others: list[object] = [DataPoint(1, ()), Single(1), (1, (), "origin")]
    assert Point(1, ()) not in others


def test_records_describe_themselves() -> None:
    assert repr(Point(*VALUES[0])) == repr(DataPoint(*VALUES[0])).replace("DataPoint", "Point")


def test_fields_have_defaults_and_can_be_replaced() -> None:
    assert Point(1, y=(2,)) == Point(1, (2,), "origin")
    assert replace(Point(1, (2,)), x=5) == Point(5, (2,))
    assert repr(replace(Point(1, ()), name="b"))[5:] == repr(replace_in_dataclass(DataPoint(1, ()), name="b"))[9:]
    with pytest.raises(TypeError):
        Point(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        replace(Point(1, ()), z=2)
    with pytest.raises(TypeError, match="default must come first"):

        @record
        class Wrong:
            first: int = 1
            second: int  # type: ignore[misc]


def test_records_have_slots_methods_and_docstrings() -> None:
    point = Point(1, (2, 3))
    assert point.size == 3
    assert Point.__doc__ == "A record."
    assert Point.__module__ == __name__
    with pytest.raises(AttributeError):
        point.z = 1  # type: ignore[attr-defined]
    match point:
        case Point(x, y, name=name):
            assert (x, y, name) == (1, (2, 3), "origin")


def test_records_can_be_copied_and_pickled() -> None:
    point = Point(1, (2, 3), "a")
    assert copy(point) == pickle.loads(pickle.dumps(point)) == point
