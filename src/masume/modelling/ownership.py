"""Constraints between each vertex and its neighbours, stated for a whole graph at once.

In engines that support them, one such constraint replaces many clauses.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from masume.modelling.basic_constraints import TRUE, Clause, VariableAllocator, any_of, implies
from masume.modelling.graph import Graph


@dataclass(frozen=True, slots=True)
class OwnershipSpread:
    """Owned vertices are land; ownership spreads from roots, which own themselves if they are land, to adjacent land.

    `owned` has a literal for each vertex of `part`, a subgraph; `land` has one for each vertex of the whole graph.
    Where ownership would spread beyond the subgraph, the literal `beyond` is true.
    """

    part: Graph
    owned: Sequence[int]
    land: Sequence[int]
    roots: tuple[int, ...]
    beyond: int

    def lower(self, allocator: VariableAllocator) -> Iterator[Clause]:
        assert self.part.supergraph is not None
        whole, vertices = self.part.supergraph
        owned = dict(zip(vertices, self.owned, strict=True))
        for root in self.roots:
            yield implies(self.land[vertices[root]], self.owned[root])
        for vertex, literal in owned.items():
            yield implies(literal, self.land[vertex])
            for neighbour, _ in whole.adjacency[vertex]:
                yield any_of(-literal, -self.land[neighbour], owned.get(neighbour, self.beyond))


@dataclass(frozen=True, slots=True)
class NoIsolatedVertex:
    """Every vertex that is on has a neighbour that is on, except vertices whose literal is TRUE."""

    graph: Graph
    literals: Sequence[int]

    def lower(self, allocator: VariableAllocator) -> Iterator[Clause]:
        for vertex, neighbours in enumerate(self.graph.adjacency):
            if self.literals[vertex] != TRUE:
                yield implies(self.literals[vertex], *(self.literals[neighbour] for neighbour, _ in neighbours))


def spread_ownership(
    part: Graph, owned: Sequence[int], land: Sequence[int], roots: tuple[int, ...], beyond: int
) -> OwnershipSpread:
    """Ownership spreads over land from the roots; `beyond` is true if it leaves the subgraph `part`."""
    if part.supergraph is None:
        raise ValueError("ownership spreads over part of a graph: pass a result of Graph.subgraph")
    return OwnershipSpread(part, owned, land, roots, beyond)


def no_isolated_vertex(graph: Graph, literals: Sequence[int]) -> NoIsolatedVertex:
    """Every vertex that is on, but not always on, has a neighbour that is on.

    This follows where at least two vertices are on and all that are on are connected.
    """
    return NoIsolatedVertex(graph, literals)
