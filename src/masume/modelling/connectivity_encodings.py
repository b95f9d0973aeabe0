"""Three encodings of "the vertices that are on are connected", for formulations that compare them.

By test: the search ignores it, and each candidate is tested.  By paths: one literal for each pair of vertices and each
length of a path between them.  By graph: the constraint `connected`, which each engine handles as it does best.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from masume.core.errors import InputError
from masume.modelling.basic_constraints import Clause, any_of, by_test, connected, implies
from masume.modelling.graph import Graph
from masume.modelling.model import Model
from masume.modelling.statements import Constraint

MAX_VERTICES_FOR_PATHS = 49  # the number of paths grows with the cube of the number of vertices


class ConnectivityEncoding(Protocol):
    """A function that returns constraints which mean: the vertices that are on are connected.

    The caller may name a `root`, a vertex that is always on, and a number of `steps` in which it reaches every vertex
    that is on.  An encoding may use them to save literals.
    """

    def __call__(
        self, m: Model, graph: Graph, literals: Sequence[int], root: int | None = None, steps: int | None = None
    ) -> Iterable[Constraint]: ...


def connected_by_test(
    m: Model, graph: Graph, literals: Sequence[int], root: int | None = None, steps: int | None = None
) -> Iterable[Constraint]:
    """The vertices are connected; this is only tested on each candidate."""
    return [by_test(connected(graph, literals))]


def connected_by_graph(
    m: Model, graph: Graph, literals: Sequence[int], root: int | None = None, steps: int | None = None
) -> Iterable[Constraint]:
    """The vertices are connected, by the constraint `connected`."""
    return [connected(graph, literals)]


def connected_by_paths(
    m: Model, graph: Graph, literals: Sequence[int], root: int | None = None, steps: int | None = None
) -> Iterable[Constraint]:
    """There is a path from the root to each vertex that is on or, without a root, between each pair of them."""
    if graph.size > MAX_VERTICES_FOR_PATHS:
        raise InputError(
            f"stating connectivity by paths is limited to boards of at most {MAX_VERTICES_FOR_PATHS} cells"
        )
    longest = graph.size - 1 if steps is None else min(steps, graph.size - 1)
    clauses: list[Clause] = []
    for start in range(graph.size) if root is None else [root]:
        paths = _paths_from(m, graph, literals, start, longest)
        targets = range(start + 1, graph.size) if root is None else [v for v in range(graph.size) if v != root]
        clauses += (any_of(-literals[start], -literals[target], *paths[target]) for target in targets)
    return clauses


def _paths_from(m: Model, graph: Graph, literals: Sequence[int], start: int, longest: int) -> list[list[int]]:
    """Return, for each vertex, one literal per length of a path from `start` to it through vertices that are on."""
    paths: list[dict[int, int]] = [{} for _ in range(graph.size)]
    paths[start][0] = literals[start]
    for length in range(1, longest + 1):
        for vertex, neighbours in enumerate(graph.adjacency):
            shorter = [paths[neighbour][length - 1] for neighbour, _ in neighbours if length - 1 in paths[neighbour]]
            if vertex != start and shorter:
                (reached,) = m.new_literals(1)
                m.define(implies(reached, literals[vertex]), implies(reached, *shorter))
                m.define(*((-literals[vertex], -path, reached) for path in shorter))
                paths[vertex][length] = reached
    return [list(by_length.values()) for by_length in paths]
