"""Constraints between each vertex and its neighbours, for a whole graph at once.

For engines that support them, one such constraint replaces many clauses.
"""

from collections.abc import Iterator, Sequence

from masume.core.records import record
from masume.modelling.basic_constraints import TRUE, Clause, VariableAllocator, any_of, implies
from masume.modelling.graph import Graph


@record
class OwnershipSpread:
    """Only land is owned; a root that is land is owned, and so is all land beside an owned vertex.

    `owned` has a literal for each vertex of the subgraph `part`; `land` has one for each vertex of the whole graph.
    `roots` are vertices of the subgraph.  If there is land beside an owned vertex, but outside the subgraph, the
    literal `beyond` is true.
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


@record
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
    """Ownership spreads from the roots over land; `beyond` is true if it leaves the subgraph `part`."""
    if part.supergraph is None:
        raise ValueError("spread_ownership needs a subgraph: pass a result of Graph.subgraph")
    return OwnershipSpread(part, owned, land, roots, beyond)


def no_isolated_vertex(graph: Graph, literals: Sequence[int]) -> NoIsolatedVertex:
    """Every vertex that is on has a neighbour that is on, except vertices whose literal is TRUE.

    This follows if at least two vertices are on and the vertices that are on are connected.
    """
    return NoIsolatedVertex(graph, literals)
