"""The five basic constraints, which every engine supports: clause, count, connected, route, region.

A clause is a plain tuple of literals; at least one of them is true.  Connected, route and region are called structures.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeAlias, TypeVar

from masume.core.records import record
from masume.modelling.graph import Graph

Clause: TypeAlias = tuple[int, ...]
TRUE, FALSE = 1, -1
T = TypeVar("T")


@record
class Count:
    """If `when` is true, the weights of the true literals add up to at least `low` and at most `high`."""

    literals: tuple[int, ...]
    weights: tuple[int, ...]
    low: int
    high: int
    when: int = TRUE


@record
class Connected:
    """The vertices that are on form one connected component, or none are on.

    `literals[v]` is true if vertex `v` is on (TRUE for a vertex that is always on).  `links`, if present, has one
    literal per edge; then only edges whose literal is true connect vertices.
    """

    graph: Graph
    literals: Sequence[int]
    links: Sequence[int] | None = None


@record
class Route:
    """The edges that are on form one connected component, or none are on.

    Together with "every vertex has degree 0 or 2" and "some edge is on", which are posted as clauses under the rules
    that demand them, this means a single closed loop.
    """

    graph: Graph
    literals: Sequence[int]


@record
class Region:
    """Every vertex that is on is connected, through vertices that are on, to a root that is on.

    With a single root, at most `max_size` vertices are on, and at least `min_size` if the root is on.
    """

    graph: Graph
    literals: Sequence[int]
    roots: tuple[int, ...]
    min_size: int = 0
    max_size: int | None = None


Structure: TypeAlias = Connected | Route | Region


@record
class CandidateTest:
    """A structure that the search ignores and that is tested on each candidate.

    A candidate is an assignment that satisfies all other constraints.
    """

    structure: Structure


BasicConstraint: TypeAlias = Clause | Count | Structure | CandidateTest


class VariableAllocator(ABC):
    """The source of new variables and shared definitions when constraints are lowered."""

    variables: int
    _shared: dict[Hashable, Any]

    def new_variable(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def build_once(self, key: Hashable, build: Callable[[], tuple[T, Iterable[Clause]]]) -> T:
        """Call `build` once per key, add the clauses it returns and return its result.

        The clauses always hold, whichever rule instances are switched off.
        """
        if key not in self._shared:
            self._shared[key], clauses = build()
            self.add_clauses(clauses)
        result: T = self._shared[key]
        return result

    @abstractmethod
    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses that always hold."""


def any_of(*literals: int) -> Clause:
    """At least one literal is true."""
    return literals


def implies(condition: int, *literals: int) -> Clause:
    """If the condition is true, at least one of the literals is true."""
    return (-condition, *literals)


def condition_prefix(when: int) -> Clause:
    """Return the literals to put before a clause that holds only if `when` is true."""
    return () if when == TRUE else (-when,)


def zero_or_two(literals: Sequence[int]) -> Iterator[Clause]:
    """Exactly zero or two literals are true, such as the edges of a loop at a vertex."""
    yield from (any_of(-a, -b, -c) for a, b, c in combinations(literals, 3))
    yield from (implies(literal, *(other for other in literals if other != literal)) for literal in literals)


def not_all(literals: Sequence[int]) -> Iterator[Clause]:
    """At least one literal is false."""
    yield tuple(-literal for literal in literals)


def at_least(low: int, literals: Iterable[int], weights: Sequence[int] | None = None, when: int = TRUE) -> Count:
    """At least `low` literals are true (with weights: their weights add up to at least `low`)."""
    return _count(literals, weights, low, None, when)


def at_most(high: int, literals: Iterable[int], weights: Sequence[int] | None = None, when: int = TRUE) -> Count:
    """At most `high` literals are true (with weights: their weights add up to at most `high`)."""
    return _count(literals, weights, None, high, when)


def exactly(number: int, literals: Iterable[int], weights: Sequence[int] | None = None, when: int = TRUE) -> Count:
    """Exactly `number` literals are true (with weights: their weights add up to `number`)."""
    return _count(literals, weights, number, number, when)


def _count(
    literals: Iterable[int], weights: Sequence[int] | None, low: int | None, high: int | None, when: int
) -> Count:
    """Return a count; the default bounds are the smallest and the largest possible sum."""
    counted = tuple(literals)
    weights = tuple(weights) if weights is not None else (1,) * len(counted)
    if len(weights) != len(counted):
        raise ValueError("a count needs one weight per literal")
    if low is None:
        low = sum(weight for weight in weights if weight < 0)
    if high is None:
        high = sum(weight for weight in weights if weight > 0)
    return Count(counted, weights, low, high, when)


def connected(graph: Graph, literals: Sequence[int], links: Sequence[int] | None = None) -> Connected:
    """The vertices that are on are connected; see `Connected`."""
    return Connected(graph, literals, links)


def route(graph: Graph, literals: Sequence[int]) -> Route:
    """The edges that are on are connected; see `Route`."""
    return Route(graph, literals)


def region(
    graph: Graph, literals: Sequence[int], roots: tuple[int, ...], min_size: int = 0, max_size: int | None = None
) -> Region:
    """Every vertex that is on is connected to a root; with a single root, the size may be limited.  See `Region`."""
    if (min_size > 0 or max_size is not None) and len(roots) != 1:
        raise ValueError("only a region with a single root can have a minimum or maximum size")
    return Region(graph, literals, roots, min_size, max_size)


def by_test(structure: Structure) -> CandidateTest:
    """The structure holds, but it is only tested on candidates, which satisfy all other constraints."""
    if isinstance(structure, Region) and structure.max_size is not None:
        raise ValueError("by_test does not take a region with a maximum size: post at_most separately")
    return CandidateTest(structure)
