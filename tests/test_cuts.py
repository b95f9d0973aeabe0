"""Cuts agree with the definitions of the structures, which are implemented here by merging components along edges."""

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


def components(vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> list[set[int]]:
    """Return the connected components of the vertices; edges with an end elsewhere do not count."""
    merged = [{vertex} for vertex in vertices]
    for edge in edges:
        touched = [part for part in merged if not part.isdisjoint(edge)]
        if len(touched) == 2:
            merged = [part for part in merged if part not in touched] + [touched[0] | touched[1]]
    return merged


def draw_graph(random: Random) -> Graph:
    size = random.choice((1, 2, 3, 4, 5, 6, 7, 8))
    pairs = list(combinations(range(size), 2))
    return Graph(size, random.choices(pairs, k=random.randint(0, 9)) if pairs else [])


def draw_literals(random: Random, size: int) -> list[int]:
    """Return different variables, or any literals: these may repeat, contradict each other or be constants."""
    if random.random() < 0.6:
        return random.sample(VARIABLES, size)
    return random.choices(LITERALS, k=size)


def true_in(world: World, literals: Sequence[int]) -> list[int]:
    """Return the indices of the literals that are true."""
    return [number for number, literal in enumerate(literals) if literal in world]


def draw_connected(random: Random) -> Case:
    graph = draw_graph(random)
    literals = draw_literals(random, graph.size)
    links = random.choice((None, draw_literals(random, len(graph.edges))))

    def holds(world: World) -> bool:
        open_edges = range(len(graph.edges)) if links is None else true_in(world, links)
        return len(components(true_in(world, literals), (graph.edges[edge] for edge in open_edges))) <= 1

    return Case(connected(graph, literals, links), holds)


def draw_route(random: Random) -> Case:
    graph = draw_graph(random)
    literals = draw_literals(random, len(graph.edges))

    def holds(world: World) -> bool:
        on = [graph.edges[edge] for edge in true_in(world, literals)]
        return len(components({vertex for edge in on for vertex in edge}, on)) <= 1

    return Case(route(graph, literals), holds)


def draw_region(random: Random) -> Case:
    """Return a region without a maximum size, which needs no cut because it is a separate count."""
    graph = draw_graph(random)
    literals = draw_literals(random, graph.size)
    roots = tuple(random.sample(range(graph.size), random.randint(0, min(3, graph.size))))
    min_size = random.randint(0, graph.size + 1) if len(roots) == 1 else 0

    def holds(world: World) -> bool:
        on = components(true_in(world, literals), graph.edges)
        return all(not part.isdisjoint(roots) and len(part) >= min_size for part in on)

    return Case(region(graph, literals, roots, min_size), holds)


KINDS = {"connected": draw_connected, "route": draw_route, "region": draw_region}
WORLDS = [World((TRUE, *signs)) for signs in product(*((v, -v) for v in VARIABLES))]
every_kind = pytest.mark.parametrize("kind", KINDS)


def values_in(world: World) -> list[int]:
    """Return the world as `find_cuts` takes it: each variable in order, negated if it is false."""
    return sorted(world, key=abs)


def cases(kind: str, number: int) -> Iterable[tuple[Case, list[World]]]:
    """Yield random structures, each with some random worlds."""
    random = Random(kind)
    for _ in range(number):
        yield KINDS[kind](random), random.sample(WORLDS, 25)


@every_kind
def test_there_is_no_cut_if_and_only_if_the_structure_holds(kind: str) -> None:
    seen = {True: 0, False: 0}
    for case, worlds in cases(kind, 500):
        for world in worlds:
            holds = case.holds(world)
            seen[holds] += 1
            assert (find_cuts(case.structure, values_in(world)) == []) == holds, (case.structure, world)
    assert min(seen.values()) > 500, "too few cases"


@every_kind
def test_the_candidate_violates_every_cut(kind: str) -> None:
    for case, worlds in cases(kind, 500):
        for world in worlds:
            for clause in find_cuts(case.structure, values_in(world)):
                assert world.isdisjoint(clause), (case.structure, world)
                assert world.issuperset(-literal for literal in clause), (case.structure, world)


@every_kind
def test_every_cut_follows_from_the_structure(kind: str) -> None:
    for case, worlds in cases(kind, 200):
        cuts = {tuple(clause) for world in worlds for clause in find_cuts(case.structure, values_in(world))}
        if cuts:
            holding = [world for world in WORLDS if case.holds(world)]
            for clause in cuts:
                assert not any(world.isdisjoint(clause) for world in holding), (case.structure, clause)
