"""Spreading: what follows from vertex to neighbour, said of a whole graph at once, for that takes many clauses."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from masume.modelling.basic_constraints import TRUE, Clause, VariableAllocator, any_of, implies
from masume.modelling.graph import Graph


@dataclass(frozen=True, slots=True)
class OwnershipSpread:
    """What is owned lies on land and spreads over it, from roots that own themselves if they are land.

    `owned` is said of the vertices of a part of a graph, `land` of the whole; where ownership spreads beyond the part,
    the literal `beyond` is true.
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
            for other, _ in whole.adjacency[vertex]:
                yield any_of(-literal, -self.land[other], owned.get(other, self.beyond))


@dataclass(frozen=True, slots=True)
class NoIsolatedVertex:
    """Every vertex that is on, but not always, has a neighbour that is."""

    graph: Graph
    literals: Sequence[int]

    def lower(self, allocator: VariableAllocator) -> Iterator[Clause]:
        for vertex, around in enumerate(self.graph.adjacency):
            if self.literals[vertex] != TRUE:
                yield implies(self.literals[vertex], *(self.literals[other] for other, _ in around))


def spread_ownership(
    part: Graph, owned: Sequence[int], land: Sequence[int], roots: tuple[int, ...], beyond: int
) -> OwnershipSpread:
    """What is owned lies on land and spreads over it from the roots; `beyond` is true where it leaves the part."""
    if part.supergraph is None:
        raise ValueError("what spreads does so over a part of a graph: expected what Graph.part returns")
    return OwnershipSpread(part, owned, land, roots, beyond)


def no_isolated_vertex(graph: Graph, literals: Sequence[int]) -> NoIsolatedVertex:
    """Every vertex that is on, but not always, has a neighbour that is: follows where several are on and connected."""
    return NoIsolatedVertex(graph, literals)
