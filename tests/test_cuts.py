"""Cuts against the structures' meaning, written down here a second time by merging parts along edges."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from random import Random
from typing import NamedTuple, TypeAlias

import pytest

from masume.engines.cuts import find_cuts
from masume.modelling import TRUE, Graph, connected, region, route
from masume.modelling.basic_constraints import Structure

World: TypeAlias = frozenset[int]  # the literals that are true
VARIABLES = range(2, 11)
LITERALS = [sign * v for sign in (1, -1) for v in (TRUE, *VARIABLES)]


class Case(NamedTuple):
    """A structure, and whether it holds in a world."""

    structure: Structure
    holds: Callable[[World], bool]


def parts(vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> list[set[int]]:
    """The vertices in connected parts; an edge counts if both its ends are among them."""
    found = [{vertex} for vertex in vertices]
    for edge in edges:
        touched = [part for part in found if not part.isdisjoint(edge)]
        if len(touched) == 2:
            found = [part for part in found if part not in touched] + [touched[0] | touched[1]]
    return found


def a_graph(random: Random) -> Graph:
    size = random.choice((1, 2, 3, 4, 5, 6, 7, 8))
    pairs = list(combinations(range(size), 2))
    return Graph(size, random.choices(pairs, k=random.randint(0, 9)) if pairs else [])


def literals_for(random: Random, size: int) -> list[int]:
    """Variables of their own, or any literals: these may repeat, contradict each other or be constants."""
    if random.random() < 0.6:
        return random.sample(VARIABLES, size)
    return random.choices(LITERALS, k=size)


def true_in(world: World, literals: Sequence[int]) -> list[int]:
    """The numbers of those literals that are true."""
    return [number for number, literal in enumerate(literals) if literal in world]


def a_connected(random: Random) -> Case:
    graph = a_graph(random)
    literals = literals_for(random, graph.size)
    links = random.choice((None, literals_for(random, len(graph.edges))))

    def holds(world: World) -> bool:
        open_edges = range(len(graph.edges)) if links is None else true_in(world, links)
        return len(parts(true_in(world, literals), (graph.edges[edge] for edge in open_edges))) <= 1

    return Case(connected(graph, literals, links), holds)


def a_route(random: Random) -> Case:
    graph = a_graph(random)
    literals = literals_for(random, len(graph.edges))

    def holds(world: World) -> bool:
        on = [graph.edges[edge] for edge in true_in(world, literals)]
        return len(parts({vertex for edge in on for vertex in edge}, on)) <= 1

    return Case(route(graph, literals), holds)


def a_region(random: Random) -> Case:
    """Without `most`: no cut is needed for it, since it is a count."""
    graph = a_graph(random)
    literals = literals_for(random, graph.size)
    roots = tuple(random.sample(range(graph.size), random.randint(0, min(3, graph.size))))
    least = random.randint(0, graph.size + 1) if len(roots) == 1 else 0

    def holds(world: World) -> bool:
        on = parts(true_in(world, literals), graph.edges)
        return all(not part.isdisjoint(roots) and len(part) >= least for part in on)

    return Case(region(graph, literals, roots, least), holds)


KINDS = {"connected": a_connected, "route": a_route, "region": a_region}
WORLDS = [World((TRUE, *signs)) for signs in product(*((v, -v) for v in VARIABLES))]
every_kind = pytest.mark.parametrize("kind", KINDS)


def values_in(world: World) -> list[int]:
    return sorted(world, key=abs)


def cases(kind: str, number: int) -> Iterable[tuple[Case, list[World]]]:
    """Random structures, each with some random worlds."""
    random = Random(kind)
    for _ in range(number):
        yield KINDS[kind](random), random.sample(WORLDS, 25)


@every_kind
def test_there_are_no_cuts_just_if_the_structure_holds(kind: str) -> None:
    seen = {True: 0, False: 0}
    for case, worlds in cases(kind, 500):
        for world in worlds:
            holds = case.holds(world)
            seen[holds] += 1
            assert (find_cuts(case.structure, values_in(world)) == []) == holds, (case.structure, world)
    assert min(seen.values()) > 500, "the law was hardly tried"


@every_kind
def test_every_cut_is_false_where_it_was_found(kind: str) -> None:
    for case, worlds in cases(kind, 500):
        for world in worlds:
            for clause in find_cuts(case.structure, values_in(world)):
                assert world.isdisjoint(clause), (case.structure, world)
                assert world.issuperset(-literal for literal in clause), (case.structure, world)


@every_kind
def test_every_cut_follows_from_the_structure(kind: str) -> None:
    for case, worlds in cases(kind, 200):
        found = {tuple(clause) for world in worlds for clause in find_cuts(case.structure, values_in(world))}
        if found:
            holding = [world for world in WORLDS if case.holds(world)]
            for clause in found:
                assert not any(world.isdisjoint(clause) for world in holding), (case.structure, clause)
