"""Cuts of loops as explanations show them: still true of every loop, and with lines near the gap."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from masume.explaining.cut_sides import LoopSides
from masume.explaining.reasoning.graphs.propagators import LoopPropagator
from masume.modelling.basic_constraints import Route
from masume.modelling.graph import Graph

SIDE = 4  # vertices per row and column


def position(row: int, column: int) -> int:
    return row * SIDE + column


GRAPH = Graph(
    SIDE * SIDE,
    [
        *((position(row, column), position(row, column + 1)) for row in range(SIDE) for column in range(SIDE - 1)),
        *((position(row, column), position(row + 1, column)) for row in range(SIDE - 1) for column in range(SIDE)),
    ],
)
LITERALS = range(1, len(GRAPH.edges) + 1)
ROUTE = Route(GRAPH, LITERALS)


@cache
def all_loops() -> list[frozenset[int]]:
    """Return the edges of every loop; each is found from its first vertex, in both directions."""
    return sorted(
        {frozenset(loop) for start in range(GRAPH.size) for loop in loops_from(start, [start], [])}, key=sorted
    )


def loops_from(start: int, vertices: list[int], edges: list[int]) -> Iterator[list[int]]:
    for to, edge in GRAPH.adjacency[vertices[-1]]:
        if to == start and len(edges) > 1:
            yield [*edges, edge]
        elif to > start and to not in vertices:
            yield from loops_from(start, [*vertices, to], [*edges, edge])


@pytest.mark.parametrize("seed", range(300))
def test_cuts_of_loops_remain_true_and_rest_on_what_is_known(seed: int) -> None:
    choose = random.Random(seed)
    loop = choose.choice([loop for loop in all_loops() if len(loop) > 5])
    *lines, assumed = choose.sample(sorted(loop), choose.randint(3, len(loop)))
    others = [edge for edge in range(len(GRAPH.edges)) if edge not in loop]
    crosses = choose.sample(others, choose.randint(len(others) // 2, len(others)))
    facts = {*(LITERALS[edge] for edge in lines), *(-LITERALS[edge] for edge in crosses)}
    known = {*facts, -LITERALS[assumed]}  # the opposite of what follows, as in the proof of a step
    clauses = LoopPropagator(GRAPH, LITERALS).deduce(lambda literal: (literal in known) - (-literal in known))
    for clause in map(list, clauses):
        inferred = [literal for literal in clause if -literal not in known]
        if len(inferred) > 1:
            continue  # it rests on what the propagator deduced just before
        oriented = LoopSides(ROUTE).orient(clause, inferred[0] if inferred else 0, facts)
        assert len(oriented) == len({*oriented}) == len(clause)
        assert [literal for literal in oriented if -literal not in known] == inferred
        assert {literal for literal in oriented if literal > 0} == {literal for literal in clause if literal > 0}
        for other in all_loops():
            assert any((abs(literal) - 1 in other) == (literal > 0) for literal in oriented)


def test_lines_near_the_gap_are_the_witnesses() -> None:
    """A line in the bottom right corner could get out by one edge only, next to a line; another is far away."""

    def edge(one: int, other: int) -> int:
        return GRAPH.edges.index((one, other))

    far, near = edge(position(0, 0), position(0, 1)), edge(position(1, 2), position(1, 3))
    inside = edge(position(3, 2), position(3, 3))
    gap, closed = edge(position(1, 3), position(2, 3)), [edge(position(2, 1), position(2, 2))]
    closed += [edge(position(1, 2), position(2, 2)), edge(position(3, 1), position(3, 2))]
    clause = [-LITERALS[far], *(LITERALS[each] for each in closed), LITERALS[gap], -LITERALS[inside]]
    facts = {LITERALS[far], LITERALS[near], LITERALS[inside], *(-LITERALS[each] for each in closed)}
    oriented = LoopSides(ROUTE).orient(clause, LITERALS[gap], facts)
    assert [literal for literal in oriented if literal < 0] == [-LITERALS[inside], -LITERALS[near]]
