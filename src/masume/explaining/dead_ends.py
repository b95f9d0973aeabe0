"""Dead ends: small parts of connected cells that have only one way left, or none.

A cell of the part with one way left needs no thought: it can only go on there.  Undecided cells without any way to the
others cannot belong to them.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from masume.explaining.proofs import ProofLine
from masume.explaining.reasoning.annotated_model import Origin
from masume.modelling.basic_constraints import TRUE, Connected

MAX_PART = 6  # cells; a larger part takes a thought

_CUT = 1  # any number: each cut counts as a reason of its own


class DeadEnds:
    """Finds the dead ends of one constraint."""

    def __init__(self, origin: Origin, owner: int, constraint: Connected) -> None:
        self.owner = owner
        self._origin, self._literals = origin, constraint.literals
        self._vertices = {abs(literal): vertex for vertex, literal in enumerate(constraint.literals)}
        self._neighbours = [[to for to, _ in steps] for steps in constraint.graph.adjacency]

    def find(self, true: Collection[int], new: Iterable[int], witnesses: Collection[int]) -> Iterator[ProofLine]:
        """Yield what follows at dead ends beside new literals, if these literals are true.

        If one of the witnesses belongs to a part that can only go on, it is the one that the cut names.
        """
        starts = [self._vertices[abs(literal)] for literal in new if abs(literal) in self._vertices]
        seen: set[int] = set()
        for vertex in dict.fromkeys(each for start in starts for each in (start, *self._neighbours[start])):
            if vertex not in seen and not self._is_off(vertex, true):
                yield from self._follow(vertex, true, seen, witnesses)

    def _follow(
        self, start: int, true: Collection[int], seen: set[int], witnesses: Collection[int]
    ) -> Iterator[ProofLine]:
        """Yield what follows for the part of a vertex: those that are on, or undecided, like itself."""
        is_on = self._is_on(start, true)
        part, around = [start], dict[int, None]()
        for vertex in part:  # grows during the iteration
            if len(part) > MAX_PART or self._literals[vertex] == TRUE:
                return
            for to in self._neighbours[vertex]:
                if not self._is_off(to, true) and self._is_on(to, true) == is_on:
                    if to not in part:
                        part.append(to)
                else:
                    around[to] = None
        seen.update(part)
        ways = [vertex for vertex in around if not self._is_off(vertex, true)]
        elsewhere = self._find_elsewhere(part, true)
        if elsewhere is None or len(ways) != is_on:
            return
        boundary = [self._literals[vertex] for vertex in around]
        if not is_on:
            for vertex in part:
                literal = -self._literals[vertex]
                yield self._line(literal, [*boundary, literal, -elsewhere])
            return
        beside_way = [vertex for vertex in part if ways[0] in self._neighbours[vertex]]
        named = next((each for each in part if self._literals[each] in witnesses), beside_way[0])
        yield self._line(self._literals[ways[0]], [*boundary, -self._literals[named], -elsewhere])

    def _line(self, literal: int, clause: Sequence[int]) -> ProofLine:
        return ProofLine(literal, self._origin, self.owner, _CUT, clause)

    def _find_elsewhere(self, part: Collection[int], true: Collection[int]) -> int | None:
        """Return the literal of a vertex that is on, outside of a part; None if there is none."""
        if TRUE in self._literals:
            return TRUE
        on = (vertex for vertex, literal in enumerate(self._literals) if literal in true and vertex not in part)
        return next((self._literals[vertex] for vertex in on), None)

    def _is_on(self, vertex: int, true: Collection[int]) -> bool:
        return self._literals[vertex] == TRUE or self._literals[vertex] in true

    def _is_off(self, vertex: int, true: Collection[int]) -> bool:
        return -self._literals[vertex] in true
