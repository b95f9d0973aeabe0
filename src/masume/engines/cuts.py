"""Cuts: clauses that a structure implies and that a candidate solution violates.

Each function takes a structure and the values of all variables (`values[i]` is i + 1 or -(i + 1)), and returns no cut
if and only if the structure holds.  (The maximum size of a region is a separate count.)
"""

from collections.abc import Iterable, Sequence

from masume.core.cancellation import checkpoint
from masume.modelling.basic_constraints import Connected, Region, Route, Structure
from masume.modelling.compiled_model import GuardedStructure

Adjacency = Sequence[Sequence[tuple[int, int]]]  # for each vertex its neighbours, each with the edge to it


def find_cuts(structure: Structure, values: Sequence[int]) -> list[list[int]]:
    """Return clauses that the structure implies and the values violate."""
    if isinstance(structure, Connected):
        return _cut_connected(structure, values)
    if isinstance(structure, Route):
        return _cut_route(structure, values)
    return _cut_region(structure, values)


def relevant_literals(structure: Structure) -> list[int]:
    """Return the literals that decide whether a structure holds."""
    return [*structure.literals, *(getattr(structure, "links", None) or ())]


def _blocking_clause(structure: Structure, values: Sequence[int]) -> list[int]:
    """Return the clause that excludes exactly these values of the structure's literals."""
    literals = relevant_literals(structure)
    return [-literal if on else literal for literal, on in zip(literals, _are_on(literals, values), strict=True)]


def find_blocking_clause(tested: Iterable[GuardedStructure], values: Sequence[int]) -> list[int] | None:
    """Return a clause that excludes the candidate and all others that the failed test cannot distinguish from it.

    Return None if the candidate passes all tests.
    """
    for structure, guard in tested:
        checkpoint()
        if values[guard - 1] > 0 and find_cuts(structure, values):
            return [-guard, *_blocking_clause(structure, values)]
    return None


def _cut_connected(structure: Connected, values: Sequence[int]) -> list[list[int]]:
    literals, adjacency = structure.literals, structure.graph.adjacency
    on = _are_on(literals, values)
    links_on = None if structure.links is None else _are_on(structure.links, values)
    parts = _components((vertex for vertex, is_on in enumerate(on) if is_on), adjacency, on, links_on)
    if len(parts) < 2:
        return []
    parts.sort(key=len)
    main = literals[parts[-1][0]]
    return [[-literals[part[0]], -main, *_exits(structure, part, adjacency, on)] for part in parts[:-1]]


def _exits(structure: Connected, part: list[int], adjacency: Adjacency, on: Sequence[bool]) -> list[int]:
    """Return the literals that could connect a part to the rest: neighbours that are off, or links that are off."""
    inside, exits = set(part), set[int]()
    for vertex in part:
        for other, edge in adjacency[vertex]:
            if other not in inside:
                exits.add(
                    structure.links[edge] if structure.links is not None and on[other] else structure.literals[other]
                )
    return sorted(exits)


def _cut_route(structure: Route, values: Sequence[int]) -> list[list[int]]:
    literals, graph = structure.literals, structure.graph
    on = _are_on(literals, values)
    starts = (vertex for edge, ends in enumerate(graph.edges) if on[edge] for vertex in ends)
    parts = _components(starts, graph.adjacency, None, on)
    if len(parts) < 2:
        return []
    parts.sort(key=len)
    edges = [next(edge for _, edge in graph.adjacency[part[0]] if on[edge]) for part in parts]  # one edge per part
    cuts = []
    for part, edge in zip(parts[:-1], edges, strict=False):
        inside = set(part)
        leaving = [literals[e] for vertex in part for other, e in graph.adjacency[vertex] if other not in inside]
        cuts.append([-literals[edge], -literals[edges[-1]], *leaving])
    return cuts


def _cut_region(structure: Region, values: Sequence[int]) -> list[list[int]]:
    literals, adjacency = structure.literals, structure.graph.adjacency
    on = _are_on(literals, values)
    rooted = _components((root for root in structure.roots if on[root]), adjacency, on, None)
    reached = {vertex for part in rooted for vertex in part}
    starts = (vertex for vertex, is_on in enumerate(on) if is_on and vertex not in reached)
    unrooted = _components(starts, adjacency, on, None)
    cuts = [[-literals[part[0]], *_border(part, adjacency, literals)] for part in unrooted]
    if rooted and len(reached) < structure.min_size:
        cuts.append([-literals[structure.roots[0]], *_border(rooted[0], adjacency, literals)])
    return cuts


def _border(part: list[int], adjacency: Adjacency, literals: Sequence[int]) -> list[int]:
    """Return the literals of the vertices next to a part."""
    inside = set(part)
    return sorted({literals[other] for vertex in part for other, _ in adjacency[vertex] if other not in inside})


def _are_on(literals: Sequence[int], values: Sequence[int]) -> list[bool]:
    """Return for each literal whether it is true."""
    return [values[literal - 1] > 0 if literal > 0 else values[-literal - 1] < 0 for literal in literals]


def _components(
    starts: Iterable[int], adjacency: Adjacency, on: Sequence[bool] | None, links: Sequence[bool] | None
) -> list[list[int]]:
    """Return the components reachable from the starts over vertices and edges that are on (None: all are on)."""
    seen = [False] * len(adjacency)
    components = []
    for start in starts:
        if seen[start]:
            continue
        seen[start] = True
        part = [start]
        for vertex in part:  # the list grows during the loop
            for other, edge in adjacency[vertex]:
                if not seen[other] and (on is None or on[other]) and (links is None or links[edge]):
                    seen[other] = True
                    part.append(other)
        components.append(part)
    return components
