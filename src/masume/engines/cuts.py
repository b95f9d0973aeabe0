"""Cuts: clauses that a solution breaks although it satisfies all clauses so far.

Each function takes a structure and which literals are true, and returns clauses that the structure implies
and that are false there; none just if the structure holds.  (That a region has at most so many vertices is a count
beside it.)
"""

from collections.abc import Iterable, Sequence

from masume.core.cancellation import checkpoint
from masume.modelling.compiled import Guarded
from masume.modelling.kernel import Connected, Region, Route, Structure

Adjacency = Sequence[Sequence[tuple[int, int]]]


def cuts(structure: Structure, values: Sequence[int]) -> list[list[int]]:
    """The clauses of a structure that `values` (signed variables from 1 on) break."""
    if isinstance(structure, Connected):
        return _connected(structure, values)
    if isinstance(structure, Route):
        return _route(structure, values)
    return _region(structure, values)


def looked_at(structure: Structure) -> list[int]:
    """The literals on which it depends whether a structure holds."""
    return [*structure.literals, *(getattr(structure, "links", None) or ())]


def _refusal(structure: Structure, values: Sequence[int]) -> list[int]:
    """The clause that excludes just what a structure sees of these values."""
    literals = looked_at(structure)
    return [-literal if on else literal for literal, on in zip(literals, _on(literals, values), strict=True)]


def refused(tested: Iterable[Guarded], values: Sequence[int]) -> list[int] | None:
    """What throws away a candidate that fails a test, and none else that is not the same to the test."""
    for structure, guard in tested:
        checkpoint()
        if values[guard - 1] > 0 and cuts(structure, values):
            return [-guard, *_refusal(structure, values)]
    return None


def _connected(structure: Connected, values: Sequence[int]) -> list[list[int]]:
    literals, around = structure.literals, structure.graph.adjacency
    on = _on(literals, values)
    open_links = None if structure.links is None else _on(structure.links, values)
    found = _parts((v for v, here in enumerate(on) if here), around, on, open_links)
    if len(found) < 2:
        return []
    found.sort(key=len)
    main = literals[found[-1][0]]
    return [[-literals[part[0]], -main, *_way_out(structure, part, around, on)] for part in found[:-1]]


def _way_out(structure: Connected, part: list[int], around: Adjacency, on: Sequence[bool]) -> list[int]:
    """What could join a part to the rest: a vertex beside it that is off, or a link that is."""
    inside, exits = set(part), set[int]()
    for vertex in part:
        for other, edge in around[vertex]:
            if other not in inside:
                exits.add(
                    structure.links[edge] if structure.links is not None and on[other] else structure.literals[other]
                )
    return sorted(exits)


def _route(structure: Route, values: Sequence[int]) -> list[list[int]]:
    literals, graph = structure.literals, structure.graph
    on = _on(literals, values)
    starts = (vertex for edge, ends in enumerate(graph.edges) if on[edge] for vertex in ends)
    found = _parts(starts, graph.adjacency, None, on)
    if len(found) < 2:
        return []
    found.sort(key=len)
    one = [next(edge for _, edge in graph.adjacency[part[0]] if on[edge]) for part in found]
    made = []
    for part, edge in zip(found[:-1], one, strict=False):
        inside = set(part)
        leaving = [literals[e] for vertex in part for other, e in graph.adjacency[vertex] if other not in inside]
        made.append([-literals[edge], -literals[one[-1]], *leaving])
    return made


def _region(structure: Region, values: Sequence[int]) -> list[list[int]]:
    literals, around = structure.literals, structure.graph.adjacency
    on = _on(literals, values)
    rooted = _parts((root for root in structure.roots if on[root]), around, on, None)
    reached = {vertex for part in rooted for vertex in part}
    stray = _parts((v for v, here in enumerate(on) if here and v not in reached), around, on, None)
    made = [[-literals[part[0]], *_beside(part, around, literals)] for part in stray]
    if rooted and len(reached) < structure.least:
        made.append([-literals[structure.roots[0]], *_beside(rooted[0], around, literals)])
    return made


def _beside(part: list[int], around: Adjacency, literals: Sequence[int]) -> list[int]:
    inside = set(part)
    return sorted({literals[other] for vertex in part for other, _ in around[vertex] if other not in inside})


def _on(literals: Sequence[int], values: Sequence[int]) -> list[bool]:
    return [values[literal - 1] > 0 if literal > 0 else values[-literal - 1] < 0 for literal in literals]


def _parts(
    starts: Iterable[int], around: Adjacency, on: Sequence[bool] | None, links: Sequence[bool] | None
) -> list[list[int]]:
    """The parts reached from the starts over vertices and edges that are on (None: all are)."""
    seen = [False] * len(around)
    found = []
    for start in starts:
        if seen[start]:
            continue
        seen[start] = True
        part = [start]
        for vertex in part:  # grows while it is read
            for other, edge in around[vertex]:
                if not seen[other] and (on is None or on[other]) and (links is None or links[edge]):
                    seen[other] = True
                    part.append(other)
        found.append(part)
    return found
