"""Cut sides: how to look at a cut of connected cells: from the smaller side, with witnesses near the gap.

A cut of connected cells says that some excluded vertices (its boundary), and perhaps one more (its gate), separate two
vertices that have to be connected (its witnesses).  Every other vertex that is on and on the same side is as good a
witness.  A border that a loop would cross an odd number of times can consist of several closed borders: one is enough.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from masume.modelling.basic_constraints import Connected, Route


class OrientedCut(NamedTuple):
    """The clause of a cut, in which the witness of the smaller side comes first, and the vertices of that side."""

    clause: list[int]
    small_side: frozenset[int]
    witnesses: list[int]  # the last literals of the clause

    def seen_from(self, other: "OrientedCut") -> list[int]:
        """Return the clause with the first witness of another cut, whose smaller side is a part of this one's."""
        first, second = len(self.clause) - len(self.witnesses), len(self.clause) - len(self.witnesses) + 1
        return [*self.clause[:first], *other.witnesses[:1], *self.clause[second:]]


class CutSides:
    """Looks at the cuts of one constraint."""

    def __init__(self, constraint: Connected) -> None:
        self._literals = constraint.literals
        self._vertices = {literal: vertex for vertex, literal in enumerate(constraint.literals)}
        self._neighbours = [[to for to, _ in steps] for steps in constraint.graph.adjacency]

    def orient(self, clause: Sequence[int], inferred: int, facts: Collection[int]) -> OrientedCut:
        """Return the cut as seen from its smaller side.

        A witness is replaced by the nearest fact on its side, unless the cut infers something about the witness.
        """
        removed = {self._vertices[literal] for literal in clause if literal in self._vertices}
        starts = [self._vertices[-literal] for literal in clause if -literal in self._vertices]
        sides = sorted(((self._reach(start, removed), start) for start in starts), key=lambda side: len(side[0]))
        gates = [self._vertices.get(inferred, self._vertices.get(-inferred))] if inferred else []
        witnesses = []
        for side, start in sides:
            is_inferred = -self._literals[start] == inferred
            gaps = [gate for gate in gates if gate is not None] or self._gaps(removed, facts)
            witnesses.append(start if is_inferred else self._nearest_fact(gaps, side, facts, start))
        others = [literal for literal in clause if -literal not in self._vertices]
        literals = [-self._literals[vertex] for vertex in witnesses]
        small_side = frozenset(sides[0][0]) if sides else frozenset()
        return OrientedCut([*others, *literals], small_side, literals)

    def _gaps(self, removed: set[int], facts: Collection[int]) -> list[int]:
        """Return the vertices of a boundary that are excluded by an assumption, or else all of them."""
        return sorted(vertex for vertex in removed if -self._literals[vertex] not in facts) or sorted(removed)

    def _reach(self, start: int, removed: set[int]) -> list[int]:
        reached, seen = [start], {start, *removed}
        for vertex in reached:  # grows during the iteration
            for to in self._neighbours[vertex]:
                if to not in seen:
                    seen.add(to)
                    reached.append(to)
        return reached

    def _nearest_fact(self, gaps: list[int], side: list[int], facts: Collection[int], default: int) -> int:
        """Return the vertex of a side that is on by a fact and nearest to the gaps; the default if there is none."""
        inside, queue, seen = set(side), list(gaps), set(gaps)
        for vertex in queue:  # grows during the iteration
            if vertex in inside and self._literals[vertex] in facts:
                return vertex
            for to in self._neighbours[vertex]:
                if to not in seen and (to in inside or vertex not in inside):
                    seen.add(to)
                    queue.append(to)
        return default


class LoopBorders:
    """Looks at the borders that a loop would cross an odd number of times."""

    def __init__(self, route: Route) -> None:
        self._graph = route.graph
        self._edges = {abs(literal): edge for edge, literal in enumerate(route.literals)}
        self._literals = route.literals

    def narrow(self, clause: Sequence[int], inferred: int) -> list[int]:
        """Return the clause of one closed border only; it has the inferred edge if there is one.

        The edges around any component of the graph form a border of their own.
        """
        border = {self._edges[abs(literal)]: literal for literal in clause}
        best = list(clause)
        seen: set[int] = set()
        for edge in border if not inferred else [self._edges[abs(inferred)]]:
            for vertex in self._graph.edges[edge]:
                if vertex in seen:
                    continue
                part = self._component(vertex, border)
                seen |= part
                own = [lit for other, lit in border.items() if len(part.intersection(self._graph.edges[other])) == 1]
                if len(own) < len(best) and (inferred or self._is_odd(own)):
                    best = own
        return best

    def _component(self, start: int, border: Collection[int]) -> set[int]:
        reached, queue = {start}, [start]
        for vertex in queue:  # grows during the iteration
            for to, edge in self._graph.adjacency[vertex]:
                if to not in reached and edge not in border:
                    reached.add(to)
                    queue.append(to)
        return reached

    def _is_odd(self, clause: Sequence[int]) -> bool:
        """Return whether the clause is against an odd number of lines."""
        return sum(-literal == self._literals[self._edges[abs(literal)]] for literal in clause) % 2 == 1
