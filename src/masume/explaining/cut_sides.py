"""Cut sides: how to look at a cut: from the smaller side, with witnesses near the gap.

A cut of connected cells says that some excluded vertices (its boundary), and perhaps one more (its gate), separate two
vertices that have to be connected (its witnesses).  Every other vertex that is on and on the same side is as good a
witness.  In the same way, excluded edges can separate two lines of a loop, except for one vertex, which the loop cannot
pass twice.  A border that a loop would cross an odd number of times can consist of several closed borders: one is
enough.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
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


class LoopSides:
    """Looks at the cuts of a loop: it would close without a line elsewhere, or two lines could not be joined."""

    def __init__(self, route: Route) -> None:
        self._graph, self._literals = route.graph, route.literals
        self._edges = {abs(literal): edge for edge, literal in enumerate(route.literals)}

    def orient(self, clause: Sequence[int], inferred: int, facts: Collection[int]) -> list[int]:
        """Return the clause of a cut with the nearest lines as witnesses, that of the smaller side first.

        A line that the cut infers something about remains a witness.
        """
        lines = [self._edges[abs(literal)] for literal in clause if -literal in self._literals_on]
        removed = {self._edges[abs(literal)] for literal in clause if literal in self._literals_on}
        gaps = [self._edges[abs(literal)] for literal in clause if -literal not in facts]
        gaps = [self._edges[abs(inferred)]] if inferred else gaps or [*removed, *lines]
        if not removed and len(lines) > 2:
            elsewhere, *loop = lines
            near = self._nearest_line(gaps, elsewhere, facts, lambda edge: edge not in loop)
            return [-self._literals[edge] for edge in (near, *loop)]
        if len(lines) != 2 or (side := self._smaller_side(lines, removed)) is None:
            return list(clause)
        inner, outer = sorted(lines, key=lambda edge: not self._touches(edge, side))
        inner = self._nearest_line(gaps, inner, facts, lambda edge: edge not in removed and self._touches(edge, side))
        outer = self._nearest_line(gaps, outer, facts, lambda edge: not self._touches(edge, side))
        boundary = (literal for literal in clause if literal in self._literals_on)
        return [*boundary, -self._literals[inner], -self._literals[outer]]

    @cached_property
    def _literals_on(self) -> frozenset[int]:
        return frozenset(self._literals)

    def _touches(self, edge: int, vertices: Collection[int]) -> bool:
        return any(vertex in vertices for vertex in self._graph.edges[edge])

    def _nearest_line(self, gaps: list[int], line: int, facts: Collection[int], fits: Callable[[int], bool]) -> int:
        """Return the line that is a fact, fits and is nearest to the gaps; this line if it is one or there is none."""
        queue = [] if line in gaps else [vertex for gap in gaps for vertex in self._graph.edges[gap]]
        seen = set(queue)
        for vertex in queue:  # grows during the iteration
            for to, edge in self._graph.adjacency[vertex]:
                if self._literals[edge] in facts and fits(edge):
                    return edge
                if to not in seen:
                    seen.add(to)
                    queue.append(to)
        return line

    def _smaller_side(self, lines: list[int], removed: Collection[int]) -> set[int] | None:
        """Return vertices that touch only one of two lines and are connected to others by one vertex at most."""
        sides = (self._side(one, other, removed) for one, other in (lines, lines[::-1]))
        return min((side for side in sides if side is not None), key=len, default=None)

    def _side(self, line: int, other: int, removed: Collection[int]) -> set[int] | None:
        """Return the side of a line: the vertices that another line can reach through one vertex at most."""
        reached = self._reach(line, removed, None)
        ends = [end for end in self._graph.edges[other] if end in reached]
        if not ends:
            return {*reached}
        # The vertex that separates the lines is on every path between them, so it is on this one.
        way: list[int] = []
        vertex: int | None = ends[0]
        while vertex is not None:
            way.append(vertex)
            vertex = reached[vertex]
        for hinge in reversed(way):
            side = {*self._reach(line, removed, hinge)}
            if side and not self._touches(other, side):
                return side
        return None

    def _reach(self, line: int, removed: Collection[int], hinge: int | None) -> dict[int, int | None]:
        """Return the vertices that a line can reach without a hinge, each with the vertex before it."""
        reached: dict[int, int | None] = {end: None for end in self._graph.edges[line] if end != hinge}
        queue = list(reached)
        for vertex in queue:  # grows during the iteration
            for to, edge in self._graph.adjacency[vertex]:
                if to != hinge and to not in reached and edge not in removed:
                    reached[to] = vertex
                    queue.append(to)
        return reached
