"""Reaching: three ways to say that what is on is connected, for formulations that compare them.

By test: the search knows nothing of it, and each candidate is tested.  By paths: one literal for each two vertices and
each length of a path between them.  By graph: as a structure, which an engine handles as well as it can.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from masume.core.errors import InputError
from masume.modelling.basic_constraints import Clause, any_of, by_test, connected, implies
from masume.modelling.graph import Graph
from masume.modelling.model import Constraint, Model

MOST_FOR_PATHS = 49  # vertices: the number of paths grows with their cube


class ConnectivityEncoding(Protocol):
    """A way to say that the vertices that are on are connected: to the root, if there is one, over so many steps."""

    def __call__(
        self, m: Model, graph: Graph, literals: Sequence[int], root: int | None = None, steps: int | None = None
    ) -> Iterable[Constraint]: ...


def connected_by_test(
    m: Model, graph: Graph, literals: Sequence[int], root: int | None = None, steps: int | None = None
) -> Iterable[Constraint]:
    """Whether vertices are connected is tested on each candidate."""
    return [by_test(connected(graph, literals))]


def connected_by_graph(
    m: Model, graph: Graph, literals: Sequence[int], root: int | None = None, steps: int | None = None
) -> Iterable[Constraint]:
    """Vertices are connected, as a structure."""
    return [connected(graph, literals)]


def connected_by_paths(
    m: Model, graph: Graph, literals: Sequence[int], root: int | None = None, steps: int | None = None
) -> Iterable[Constraint]:
    """From the root, or between each two vertices that are on, there is a path of some length."""
    if graph.size > MOST_FOR_PATHS:
        raise InputError(f"to say by paths what is connected is for boards of at most {MOST_FOR_PATHS} cells")
    longest = graph.size - 1 if steps is None else min(steps, graph.size - 1)
    found: list[Clause] = []
    for start in range(graph.size) if root is None else [root]:
        paths = _paths_from(m, graph, literals, start, longest)
        others = range(start + 1, graph.size) if root is None else [v for v in range(graph.size) if v != root]
        found += (any_of(-literals[start], -literals[other], *paths[other]) for other in others)
    return found


def _paths_from(m: Model, graph: Graph, literals: Sequence[int], start: int, longest: int) -> list[list[int]]:
    """For each vertex a literal per length: there is a way of that length from the start, over what is on."""
    paths: list[dict[int, int]] = [{} for _ in range(graph.size)]
    paths[start][0] = literals[start]
    for length in range(1, longest + 1):
        for vertex, around in enumerate(graph.adjacency):
            before = [paths[other][length - 1] for other, _ in around if length - 1 in paths[other]]
            if vertex != start and before:
                (here,) = m.new_literals(1)
                m.define(implies(here, literals[vertex]), implies(here, *before))
                m.define(*((-literals[vertex], -way, here) for way in before))
                paths[vertex][length] = here
    return [list(one.values()) for one in paths]
