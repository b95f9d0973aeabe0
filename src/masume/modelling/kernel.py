"""The five words every engine knows: clause, count, connected, route, region.

A clause is a plain tuple of literals, at least one of which is true.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol, TypeAlias, TypeVar

from masume.modelling.graph import Graph

Clause: TypeAlias = tuple[int, ...]
TRUE, FALSE = 1, -1
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Count:
    """If `when` is true, the weights of the true literals add up to `low` at least, `high` at most."""

    literals: tuple[int, ...]
    weights: tuple[int, ...]
    low: int
    high: int
    when: int = TRUE


@dataclass(frozen=True, slots=True)
class Connected:
    """The vertices that are on form one connected part; none or one is connected.

    `literals` says which vertices are on (TRUE for an outer vertex that always is).  With `links`, one
    literal per edge, only edges that are on connect.
    """

    graph: Graph
    literals: Sequence[int]
    links: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """The edges that are on hang together in one piece.

    With "every vertex has degree 0 or 2" and "some edge is on", posted as clauses under whichever rules say
    so, this is one closed loop.
    """

    graph: Graph
    literals: Sequence[int]


@dataclass(frozen=True, slots=True)
class Region:
    """Every vertex that is on is joined, over vertices that are on, to a root that is on.

    With a single root, at most `most` vertices are on, and at least `least` if the root is.
    """

    graph: Graph
    literals: Sequence[int]
    roots: tuple[int, ...]
    least: int = 0
    most: int | None = None


Structure: TypeAlias = Connected | Route | Region


@dataclass(frozen=True, slots=True)
class Tested:
    """A structure that no search may reason with: each candidate is tested, and thrown away if it breaks it."""

    structure: Structure


Kernel: TypeAlias = Clause | Count | Structure | Tested


class Forge(Protocol):
    """What words are lowered with: new literals, and what several constraints share."""

    def new(self) -> int: ...
    def shared(self, key: Hashable, build: Callable[[], tuple[T, Iterable[Clause]]]) -> T:
        """What `build` returns, built once per key; its clauses hold whatever is switched off."""
        ...


class Forging(ABC):
    """A forge that numbers its variables and keeps what is shared."""

    variables: int
    _shared: dict[Hashable, Any]

    def new(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

    def shared(self, key: Hashable, build: Callable[[], tuple[T, Iterable[Clause]]]) -> T:
        """What several constraints use, built once; its clauses are definitions."""
        if key not in self._shared:
            self._shared[key], clauses = build()
            self.add_clauses(clauses)
        found: T = self._shared[key]
        return found

    @abstractmethod
    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses that always hold."""


def any_of(*literals: int) -> Clause:
    """At least one literal is true."""
    return literals


def implies(condition: int, *literals: int) -> Clause:
    """If the condition is true, so is one of the literals."""
    return (-condition, *literals)


def unless(when: int) -> Clause:
    """What a clause begins with that holds only if `when` is true."""
    return () if when == TRUE else (-when,)


def passed_once_or_never(steps: Sequence[int]) -> Iterator[Clause]:
    """None or two of the steps at a stop are on: a loop passes there once or not at all."""
    yield from (any_of(-a, -b, -c) for a, b, c in combinations(steps, 3))
    yield from (implies(one, *(other for other in steps if other != one)) for one in steps)


def at_least(low: int, literals: Iterable[int], weights: Sequence[int] | None = None, when: int = TRUE) -> Count:
    """At least `low` literals (or that much weight) are true."""
    return _count(literals, weights, low, None, when)


def at_most(high: int, literals: Iterable[int], weights: Sequence[int] | None = None, when: int = TRUE) -> Count:
    """At most `high` literals (or that much weight) are true."""
    return _count(literals, weights, None, high, when)


def exactly(number: int, literals: Iterable[int], weights: Sequence[int] | None = None, when: int = TRUE) -> Count:
    """Exactly `number` literals (or that much weight) are true."""
    return _count(literals, weights, number, number, when)


def _count(
    literals: Iterable[int], weights: Sequence[int] | None, low: int | None, high: int | None, when: int
) -> Count:
    chosen = tuple(literals)
    each = tuple(weights) if weights is not None else (1,) * len(chosen)
    if len(each) != len(chosen):
        raise ValueError("a count needs one weight per literal")
    least, most = sum(w for w in each if w < 0), sum(w for w in each if w > 0)
    return Count(chosen, each, least if low is None else low, most if high is None else high, when)


def connected(graph: Graph, literals: Sequence[int], links: Sequence[int] | None = None) -> Connected:
    """The vertices that are on are connected."""
    return Connected(graph, literals, links)


def route(graph: Graph, literals: Sequence[int]) -> Route:
    """The edges that are on hang together."""
    return Route(graph, literals)


def region(
    graph: Graph, literals: Sequence[int], roots: tuple[int, ...], least: int = 0, most: int | None = None
) -> Region:
    """The vertices that are on are joined to a root, and are so many."""
    if (least > 0 or most is not None) and len(roots) != 1:
        raise ValueError("only a region with a single root has a size")
    return Region(graph, literals, roots, least, most)


def by_test(structure: Structure) -> Tested:
    """The structure holds, but is only looked at once everything else does."""
    if isinstance(structure, Region) and structure.most is not None:
        raise ValueError("how large a region is at most is counted, not tested")
    return Tested(structure)
