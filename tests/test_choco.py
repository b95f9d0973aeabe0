"""The engine choco: graph variables, candidates, and a search that only killing its process can stop."""

import signal
import sys
from collections.abc import Callable
from itertools import combinations, product
from typing import TypeAlias

import pytest

from masume import engines
from masume.core.outcome import Limits, Status
from masume.engines.session import Session
from masume.modelling import (
    TRUE,
    Graph,
    Model,
    any_of,
    at_least,
    connected,
    exactly,
    region,
    route,
    zero_or_two,
)
from masume.modelling.basic_constraints import Structure, by_test
from processes import is_running, start_process, wait_until, wait_until_busy


def lattice(side: int = 4) -> Graph:
    """Return a graph of vertices in rows and columns."""
    cells = [(row, col) for row in range(side) for col in range(side)]
    steps = [((row, col), (row + a, col + b)) for row, col in cells for a, b in ((0, 1), (1, 0))]
    return Graph(len(cells), [(cells.index(one), cells.index(other)) for one, other in steps if other in cells])


def choco(model: Model, *, guarded: bool = False) -> Session:
    return engines.open_session("choco", model, guarded=guarded)


def post_connected(model: Model) -> tuple[list[int], Structure]:
    graph = lattice()
    cells = list(model.new_literals(graph.size))
    model.post("some", 0, exactly(2, cells))
    return cells, connected(graph, cells)


def post_linked(model: Model) -> tuple[list[int], Structure]:
    graph = lattice(2)
    links = list(model.new_literals(len(graph.edges)))
    return links, connected(graph, [TRUE] * graph.size, links)


def post_region(model: Model) -> tuple[list[int], Structure]:
    graph = lattice()
    cells = list(model.new_literals(graph.size))
    model.post("some", 0, exactly(2, cells))
    return cells, region(graph, cells, (0, graph.size - 1))


def post_loop(model: Model) -> tuple[list[int], Structure]:
    graph = lattice()
    steps = list(model.new_literals(len(graph.edges)))
    model.post("some", 0, any_of(*steps))
    for neighbours in graph.adjacency:
        model.post("once", 0, *zero_or_two([steps[edge] for _, edge in neighbours]))
    return steps, route(graph, steps)


Poster: TypeAlias = Callable[[Model], tuple[list[int], Structure]]  # returns the variables, and a structure to post
SOLUTIONS: dict[Poster, int] = {
    post_connected: 24,  # pairs of neighbours
    post_linked: 5,  # sets of edges that connect the four vertices of a square
    post_region: 5,  # a root and one of its two neighbours, or both roots
    post_loop: 213,  # loops in a lattice of 4 by 4
}
every_structure = pytest.mark.parametrize("post", SOLUTIONS)


@every_structure
@pytest.mark.parametrize("guarded", [False, True])
def test_graph_variables_need_no_candidates(post: Poster, guarded: bool) -> None:
    model = Model()
    variables, structure = post(model)
    model.post("structure", 0, structure)
    with choco(model, guarded=guarded) as session:
        assert len(list(session.solutions(variables))) == SOLUTIONS[post]
        assert not {"cuts", "candidates"} & set(session.statistics)


@every_structure
@pytest.mark.parametrize("guarded", [False, True])
def test_tested_structures_reject_candidates(post: Poster, guarded: bool) -> None:
    model = Model()
    variables, structure = post(model)
    model.post("structure", 0, by_test(structure))
    with choco(model, guarded=guarded) as session:
        assert len(list(session.solutions(variables))) == SOLUTIONS[post]
        candidates = session.statistics["candidates"]
        assert isinstance(candidates, int)
        assert candidates > SOLUTIONS[post]


def test_a_rejected_candidate_does_not_block_others_with_the_same_marks() -> None:
    """The structure has variables that the marks do not determine."""
    model = Model()
    a, b, c, mark = model.new_literals(4)
    model.post("R", 0, at_least(2, (a, b, c)), by_test(connected(Graph(3, []), (a, b, -mark))))
    expected = {
        (mark_on,) for x, y, z, mark_on in product((0, 1), repeat=4) if x + y + z >= 2 and x + y + 1 - mark_on < 2
    }
    with choco(model) as session:
        assert {(int(solution.is_true(mark)),) for solution in session.solutions([mark])} == expected != set()


def test_parallel_edges_and_self_loops_are_edges() -> None:
    model = Model()
    one, other, back, far = model.new_literals(4)
    graph = Graph(4, [(0, 1), (1, 0), (0, 0), (2, 3)])
    model.post("R", 0, route(graph, (one, other, back, far)))
    with choco(model) as session:
        assert len(list(session.solutions([one, other, back, far]))) == 9  # the far one alone, or any of the others


def test_helpers_of_the_translation_are_not_variables_of_the_session() -> None:
    """Both are created after the variables of the model; here a guarded structure needs many helpers."""
    model = Model()
    cells, structure = post_connected(model)
    model.post("structure", 0, structure)
    with choco(model, guarded=True) as session:
        for number, neighbours in enumerate(structure.graph.adjacency):
            beside = {cells[other] for other, _ in neighbours}
            apart = {-cell for cell in cells if cell not in beside and cell != cells[number]}
            assert set(session.backbone(cells, [cells[number]]) or ()) == {cells[number], *apart}


def test_statistics_count_variables_constraints_and_work() -> None:
    model = Model()
    cells = list(model.new_literals(12))
    number = model.new_integer(0, 9)
    model.post("R", 0, exactly(5, cells), any_of(-cells[0], number.equals(3)), connected(Graph(12, []), cells))
    with choco(model) as session:
        assert session.solve().status is Status.UNSOLVABLE
        first = dict(session.statistics)
        assert session.solve().status is Status.UNSOLVABLE
        second = session.statistics
    assert first["variables"] == 12 + 1 + 1  # Booleans, the integer, the graph
    assert first["constraints"] == 4  # a count, a clause, which vertices the graph has, that it is connected
    for name in ("branches", "conflicts", "building_seconds", "solving_seconds"):
        before, after = first[name], second[name]
        assert isinstance(before, float if "seconds" in name else int)
        assert not isinstance(after, str)
        assert 0 < before < after


def pigeons(model: Model, easy: int, number: int = 12) -> None:
    """Post more pigeons than holes, which is hard to refute; if the literal `easy` is true, pigeons may share holes."""
    sits = [model.new_literals(number - 1) for _ in range(number)]
    for one, holes in enumerate(sits):
        model.post("pigeon", one, exactly(1, holes))
    for hole in range(number - 1):
        model.post("hole", hole, *(any_of(easy, -a[hole], -b[hole]) for a, b in combinations(sits, 2)))


def test_after_a_search_was_killed_the_next_one_is_complete() -> None:
    model = Model()
    (easy,) = model.new_literals(1)
    pigeons(model, easy)
    with choco(model) as session:
        for _ in range(2):
            assert session.solve([-easy], Limits(seconds=0.3)).status is Status.TIMEOUT
            assert [solution.true_literal(easy) for solution in session.solutions([easy], [easy])] == [easy]


ENDLESS = """
from masume.modelling import Model
from test_choco import choco, pigeons
model = Model()
(easy,) = model.new_literals(1)
pigeons(model, easy)
session = choco(model)
session.solve([easy])
print("ready", flush=True)
session.solve([-easy])
"""


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="on other systems the child exits only when its search ends"
)
def test_a_search_does_not_outlive_its_parent() -> None:
    with start_process(sys.executable, "-c", ENDLESS) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"  # then the child process has started, and searches
            workers = wait_until_busy(process.pid)
        finally:
            process.send_signal(signal.SIGKILL)
    assert workers
    assert wait_until(lambda: not any(map(is_running, workers)))
