"""Spreading: what follows from vertex to neighbour, said of a whole graph at once, for that takes many clauses."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from masume.modelling.graph import Graph
from masume.modelling.kernel import TRUE, Clause, Forge, any_of, implies


@dataclass(frozen=True, slots=True)
class Spread:
    """What is owned lies on land and spreads over it, from roots that own themselves if they are land.

    `owned` is said of the vertices of a part of a graph, `land` of the whole; where ownership spreads beyond the part,
    the literal `beyond` is true.
    """

    part: Graph
    owned: Sequence[int]
    land: Sequence[int]
    roots: tuple[int, ...]
    beyond: int

    def lowered(self, forge: Forge) -> Iterator[Clause]:
        assert self.part.whole is not None
        whole, vertices = self.part.whole
        owned = dict(zip(vertices, self.owned, strict=True))
        for root in self.roots:
            yield implies(self.land[vertices[root]], self.owned[root])
        for vertex, literal in owned.items():
            yield implies(literal, self.land[vertex])
            for other, _ in whole.adjacency[vertex]:
                yield any_of(-literal, -self.land[other], owned.get(other, self.beyond))


@dataclass(frozen=True, slots=True)
class Supported:
    """Every vertex that is on, but not always, has a neighbour that is."""

    graph: Graph
    literals: Sequence[int]

    def lowered(self, forge: Forge) -> Iterator[Clause]:
        for vertex, around in enumerate(self.graph.adjacency):
            if self.literals[vertex] != TRUE:
                yield implies(self.literals[vertex], *(self.literals[other] for other, _ in around))


def spread(part: Graph, owned: Sequence[int], land: Sequence[int], roots: tuple[int, ...], beyond: int) -> Spread:
    """What is owned lies on land and spreads over it from the roots; `beyond` is true where it leaves the part."""
    if part.whole is None:
        raise ValueError("what spreads does so over a part of a graph: expected what Graph.part returns")
    return Spread(part, owned, land, roots, beyond)


def supported(graph: Graph, literals: Sequence[int]) -> Supported:
    """Every vertex that is on, but not always, has a neighbour that is: follows where several are on and connected."""
    return Supported(graph, literals)
