"""Every constraint means what it should: engines find exactly the assignments that a second definition here accepts.

An assignment is called a world: the set of all true literals.  Each test case is a random constraint on a pool of
booleans and integers, together with a function that returns whether the constraint holds in a world.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from operator import eq, ge, le
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

import pytest

from effort import trials
from masume import engines, modelling
from masume.core.cancellation import run_job
from masume.core.grid import Grid, connected_components
from masume.core.layers import Mark, Options, RuledOut, Value
from masume.core.outcome import Status
from masume.core.places import Place
from masume.core.square import SquareGrid, square
from masume.engines.session import Session
from masume.modelling import (
    FALSE,
    TRUE,
    ConnectivityEncoding,
    Graph,
    Integer,
    Model,
    RuleInstance,
    all_different,
    all_different_if,
    any_of,
    arrangements,
    at_least,
    at_most,
    at_most_broken,
    by_test,
    compare,
    connected,
    connected_by_graph,
    connected_by_paths,
    connected_by_test,
    cyclic_neighbours,
    exactly,
    implies,
    literal_rows,
    no_isolated_vertex,
    not_all,
    post_isolated_shading,
    post_visible_cells,
    region,
    relation,
    route,
    skeleton,
    spread_ownership,
    sum_equals,
    table,
    tally,
    template,
    visible,
    zero_or_two,
)
from masume.modelling.basic_constraints import Connected, Count, Region, Route
from masume.modelling.compiled_model import CompiledModel, CountSupport
from masume.modelling.compiler import compile_model
from masume.modelling.integers import COMPARISONS
from masume.modelling.model import MAX_TEMPLATE_LITERALS
from masume.modelling.statements import Constraint
from registry import draws, model_engines

H = TypeVar("H", bound=Hashable)
World: TypeAlias = frozenset[int]
Domains: TypeAlias = tuple[tuple[int, int], ...]
Meaning: TypeAlias = Callable[[World], bool]

every_engine = pytest.mark.parametrize("engine", model_engines())


class Pool(NamedTuple):
    """A model without constraints, and the variables that constraints may use."""

    model: Model
    booleans: Sequence[int]
    integers: Sequence[Integer]

    @property
    def variables(self) -> list[int]:
        return [*self.booleans, *(literal for integer in self.integers for literal in integer.literals)]

    def worlds(self) -> Iterator[World]:
        """Yield every combination of truth values for the booleans and values for the integers."""
        choices: list[list[tuple[int, ...]]] = [[(v,), (-v,)] for v in self.booleans]
        for integer in self.integers:
            literals = integer.literals
            choices.append([tuple(x if x == chosen else -x for x in literals) for chosen in literals])
        for choice in product(*choices):
            yield frozenset((TRUE, *(literal for group in choice for literal in group)))

    def where(self, *meanings: Meaning) -> set[World]:
        """Return the worlds in which all these constraints hold."""
        return {world for world in self.worlds() if all(holds(world) for holds in meanings)}


class Case(NamedTuple):
    """A constraint and its meaning."""

    constraint: Constraint
    holds: Meaning


CaseMaker: TypeAlias = Callable[[Random, Pool], Case]


def random_pool(random: Random, booleans: int, integers: int) -> Pool:
    model = Model()
    variables = model.new_literals(booleans)
    lows = [random.randint(-1, 1) for _ in range(integers)]
    return Pool(model, variables, [model.new_integer(low, low + random.randint(0, 3)) for low in lows])


def value_in(world: World, integer: Integer) -> int:
    (value,) = (value for value in integer.domain if integer.equals(value) in world)
    return value


def random_literal(random: Random, pool: Pool) -> int:
    return random.choice((1, -1)) * random.choice((TRUE, *pool.booleans, *pool.booleans))


def random_condition(random: Random, pool: Pool) -> int:
    return random.choice((TRUE, random_literal(random, pool)))


def random_literals(random: Random, pool: Pool, size: int) -> list[int]:
    """Return either distinct variables or any literals, which may repeat, contradict each other or be constants."""
    if size <= len(pool.booleans) and random.random() < 0.5:
        return random.sample(pool.booleans, size)
    return [random_literal(random, pool) for _ in range(size)]


def random_integers(random: Random, pool: Pool) -> list[Integer]:
    """Return integers of the pool; sometimes one occurs twice."""
    if random.random() < 0.7:
        return random.sample(pool.integers, random.randint(0, len(pool.integers)))
    return random.choices(pool.integers, k=random.randint(1, 3))


def random_graph(random: Random, max_edges: int = 8) -> Graph:
    """Return a graph that may be disconnected and have parallel edges."""
    size = random.choice((1, 2, 3, 4, 5, 6, 7, 7))
    pairs = list(combinations(range(size), 2))
    return Graph(size, random.choices(pairs, k=random.randint(0, max_edges)) if pairs else [])


def is_connected(nodes: Iterable[H], edges: Iterable[tuple[H, H]]) -> bool:
    """Return whether nodes form at most one component, by merging components along the edges."""
    component = {node: node for node in nodes}
    for one, other in edges:
        if one in component and other in component:
            old, new = component[one], component[other]
            component = {node: new if current == old else current for node, current in component.items()}
    return len(set(component.values())) <= 1


def random_clause(random: Random, pool: Pool) -> Case:
    literals = random_literals(random, pool, random.randint(0, 5))
    return Case(any_of(*literals), lambda world: not world.isdisjoint(literals))


def random_implication(random: Random, pool: Pool) -> Case:
    condition, literals = random_literal(random, pool), random_literals(random, pool, random.randint(0, 5))
    return Case(implies(condition, *literals), lambda world: condition not in world or not world.isdisjoint(literals))


BOUNDS: dict[str, tuple[Callable[..., Count], Callable[[int, int], bool]]] = {
    "at_least": (at_least, ge),
    "at_most": (at_most, le),
    "exactly": (exactly, eq),
}


def random_weights(random: Random, size: int) -> list[int] | None:
    """Return weights of any sign, or None."""
    return random.choice((None, [random.randint(-3, 3) for _ in range(size)]))


def random_bound(random: Random, pool: Pool, name: str, literals: list[int], weights: list[int] | None) -> Case:
    """Return a count of these literals with a random bound and condition."""
    make_count, compare_sum = BOUNDS[name]
    factors, when = weights or [1] * len(literals), random_condition(random, pool)
    bound = random.randint(min(0, *factors, -2), max(2, sum(map(abs, factors))))

    def holds(world: World) -> bool:
        weight = sum(w for literal, w in zip(literals, factors, strict=True) if literal in world)
        return when not in world or compare_sum(weight, bound)

    return Case(make_count(bound, literals, weights, when), holds)


def random_count(random: Random, pool: Pool, name: str) -> Case:
    literals = random_literals(random, pool, random.randint(0, 9))
    return random_bound(random, pool, name, literals, random_weights(random, len(literals)))


def random_connected(random: Random, pool: Pool) -> Case:
    graph, linked = random_graph(random), random.random() < 0.5
    literals = random_literals(random, pool, graph.size)
    links = [random_literal(random, pool) if linked else TRUE for _ in graph.edges]

    def holds(world: World) -> bool:
        on = [vertex for vertex in range(graph.size) if literals[vertex] in world]
        return is_connected(on, (edge for edge, link in zip(graph.edges, links, strict=True) if link in world))

    return Case(connected(graph, literals, links if linked else None), holds)


def random_route(random: Random, pool: Pool) -> Case:
    graph = random_graph(random)
    literals = random_literals(random, pool, len(graph.edges))
    return Case(route(graph, literals), partial(are_edges_connected, graph, literals))


def are_edges_connected(graph: Graph, literals: Sequence[int], world: World) -> bool:
    """Return whether the edges that are on form at most one component."""
    on = [edge for edge, literal in zip(graph.edges, literals, strict=True) if literal in world]
    return is_connected({vertex for edge in on for vertex in edge}, on)


def random_region(random: Random, pool: Pool, with_limit: bool = True) -> Case:
    graph = random_graph(random)
    literals = random_literals(random, pool, graph.size)
    roots = tuple(random.sample(range(graph.size), random.randint(0, min(3, graph.size))))
    sized = len(roots) == 1
    min_size = random.randint(0, graph.size + 1) if sized else 0
    max_size = random.choice((None, random.randint(0, graph.size))) if sized and with_limit else None

    def holds(world: World) -> bool:
        on = {vertex for vertex in range(graph.size) if literals[vertex] in world}
        reached = on.intersection(roots)
        for _ in on:
            reached |= {
                vertex for edge in graph.edges if reached.intersection(edge) for vertex in on.intersection(edge)
            }
        enough = not sized or roots[0] not in on or len(on) >= min_size
        return reached == on and enough and (max_size is None or len(on) <= max_size)

    return Case(region(graph, literals, roots, min_size, max_size), holds)


def random_relation(random: Random, pool: Pool) -> Case:
    one, other, when = *random.choices(pool.integers, k=2), random_condition(random, pool)
    allowed = {pair for pair in product(one.domain, other.domain) if random.random() < 0.6}

    def holds(world: World) -> bool:
        return when not in world or (value_in(world, one), value_in(world, other)) in allowed

    return Case(relation(one, other, lambda a, b: (a, b) in allowed, when), holds)


def random_table(random: Random, pool: Pool) -> Case:
    """Return a table whose rows may repeat and may contain values outside the domains."""
    integers, when = random_integers(random, pool), random_condition(random, pool)
    rows = [
        tuple(random.randint(i.domain[0] - random.randint(0, 1), i.domain[-1]) for i in integers)
        for _ in range(random.randint(0, 9))
    ]

    def holds(world: World) -> bool:
        return when not in world or tuple(value_in(world, integer) for integer in integers) in rows

    return Case(table(integers, rows, when), holds)


def random_all_different(random: Random, pool: Pool) -> Case:
    integers, when = random_integers(random, pool), random_condition(random, pool)

    def holds(world: World) -> bool:
        values = [value_in(world, integer) for integer in integers]
        return when not in world or len(set(values)) == len(values)

    return Case(all_different(integers, when), holds)


def random_sum(random: Random, pool: Pool) -> Case:
    integers, when = random_integers(random, pool), random_condition(random, pool)
    low, high = (sum(integer.domain[end] for integer in integers) for end in (0, -1))
    number, distinct = random.randint(low - 1, high + 1), random.random() < 0.5

    def holds(world: World) -> bool:
        values = [value_in(world, integer) for integer in integers]
        repeated = distinct and len(set(values)) < len(values)
        return when not in world or (sum(values) == number and not repeated)

    return Case(sum_equals(number, integers, distinct, when), holds)


def random_comparison(random: Random, pool: Pool) -> Case:
    one, other, when = *random.choices(pool.integers, k=2), random_condition(random, pool)
    operator = random.choice(list(COMPARISONS))

    def holds(world: World) -> bool:
        return when not in world or bool(COMPARISONS[operator](value_in(world, one), value_in(world, other)))

    return Case(compare(one, operator, other, when), holds)


def random_tally(random: Random, pool: Pool) -> Case:
    integer, literals = random.choice(pool.integers), random_literals(random, pool, random.randint(0, 4))

    def holds(world: World) -> bool:
        return value_in(world, integer) == sum(literal in world for literal in literals)

    return Case(tally(integer, literals), holds)


def random_cyclic_neighbours(random: Random, pool: Pool) -> Case:
    (one, other, length), when = random.choices(pool.integers, k=3), random_condition(random, pool)

    def holds(world: World) -> bool:
        a, b, last = value_in(world, one), value_in(world, other), value_in(world, length) - 1
        return when not in world or abs(a - b) == 1 or (a, b) in {(0, last), (last, 0)}

    return Case(cyclic_neighbours(one, other, length, when), holds)


def random_all_different_if(random: Random, pool: Pool) -> Case:
    integers = random_integers(random, pool)
    conditions = random_literals(random, pool, len(integers))

    def holds(world: World) -> bool:
        values = [value_in(world, integer) for integer, when in zip(integers, conditions, strict=True) if when in world]
        return len(set(values)) == len(values)

    return Case(all_different_if(integers, conditions), holds)


def random_tested_structure(random: Random, pool: Pool) -> Case:
    """Return a structure that is only tested; this does not change its meaning."""
    case = random.choice((random_connected, random_route, partial(random_region, with_limit=False)))(random, pool)
    assert isinstance(case.constraint, Connected | Route | Region)
    return Case(by_test(case.constraint), case.holds)


def random_visibility(random: Random, pool: Pool) -> Case:
    rays = [random_literals(random, pool, random.randint(0, 4)) for _ in range(random.randint(0, 4))]
    low, high, when = (
        random.randint(-2, 7),
        random.choice((None, random.randint(-3, 9))),
        random_condition(random, pool),
    )

    def holds(world: World) -> bool:
        length = sum(max(n for n in range(len(ray) + 1) if world.issuperset(ray[:n])) for ray in rays)
        return when not in world or (low <= length and (high is None or length <= high))

    return Case(visible(rays, low, high, when), holds)


def random_ownership(random: Random, pool: Pool) -> Case:
    whole = random_graph(random)
    vertices = random.sample(range(whole.size), random.randint(1, whole.size))
    owned, land = random_literals(random, pool, len(vertices)), random_literals(random, pool, whole.size)
    roots = tuple(random.sample(range(len(vertices)), random.randint(0, len(vertices))))
    beyond = random_literal(random, pool)
    owned_literal = dict(zip(vertices, owned, strict=True))

    def holds(world: World) -> bool:
        is_land = {vertex for vertex in range(whole.size) if land[vertex] in world}
        is_owned = {vertex for vertex in vertices if owned_literal[vertex] in world}
        steps = [step for one, other in whole.edges for step in ((one, other), (other, one))]
        reached = {end for start, end in steps if start in is_owned and end in is_land}
        fits = is_owned <= is_land and all(vertices[root] in is_owned for root in roots if vertices[root] in is_land)
        return fits and all(vertex in is_owned if vertex in owned_literal else beyond in world for vertex in reached)

    return Case(spread_ownership(whole.subgraph(vertices), owned, land, roots, beyond), holds)


def random_no_isolated_vertex(random: Random, pool: Pool) -> Case:
    graph = random_graph(random)
    if random.random() < 0.5:
        graph = graph.subgraph(random.sample(range(graph.size), random.randint(1, graph.size)))
    literals = random_literals(random, pool, graph.size)

    def holds(world: World) -> bool:
        directed = [pair for edge in graph.edges for pair in (edge, edge[::-1])]
        has_neighbour = {vertex for vertex, neighbour in directed if literals[neighbour] in world}
        on = {vertex for vertex, literal in enumerate(literals) if literal in world and literal != TRUE}
        return on <= has_neighbour

    return Case(no_isolated_vertex(graph, literals), holds)


def random_literal_rows(random: Random, pool: Pool) -> Case:
    literals = random_literals(random, pool, random.randint(0, 4))
    rows = random.sample(range(2 ** len(literals)), random.randint(0, min(5, 2 ** len(literals))))

    def holds(world: World) -> bool:
        return sum((literal in world) << index for index, literal in enumerate(literals)) in rows

    return Case(literal_rows(literals, rows), holds)


def random_broken_clauses(random: Random, pool: Pool) -> Case:
    clauses = [tuple(random_literals(random, pool, random.randint(0, 3))) for _ in range(random.randint(0, 4))]
    high = random.randint(0, 4)

    def holds(world: World) -> bool:
        return sum(world.isdisjoint(clause) for clause in clauses) <= high

    return Case(at_most_broken(high, clauses), holds)


COUNTS: dict[str, CaseMaker] = {name: partial(random_count, name=name) for name in BOUNDS}
ON_BOOLEANS: dict[str, CaseMaker] = {
    "any_of": random_clause,
    "implies": random_implication,
    **COUNTS,
    "connected": random_connected,
    "route": random_route,
    "region": random_region,
    "visible": random_visibility,
    "by_test": random_tested_structure,
    "spread_ownership": random_ownership,
    "no_isolated_vertex": random_no_isolated_vertex,
    "literal_rows": random_literal_rows,
    "at_most_broken": random_broken_clauses,
}
ON_INTEGERS: dict[str, CaseMaker] = {
    "relation": random_relation,
    "table": random_table,
    "all_different": random_all_different,
    "sum_equals": random_sum,
    "compare": random_comparison,
    "tally": random_tally,
    "cyclic_neighbours": random_cyclic_neighbours,
    "all_different_if": random_all_different_if,
}
CASE_MAKERS = ON_BOOLEANS | ON_INTEGERS


def random_cases(name: str, number: int) -> Iterator[tuple[Pool, Case]]:
    """Yield `number` random cases of one constraint, each alone in a model."""
    random = Random(name)
    for _ in range(number):
        pool = random_pool(random, 8, 0) if name in ON_BOOLEANS else random_pool(random, 2, 3)
        case = CASE_MAKERS[name](random, pool)
        pool.model.post("R", 0, case.constraint)
        yield pool, case


def solutions_of(engine: str, model: Model, variables: Sequence[int], guarded: bool = False) -> list[World]:
    """Return all solutions; they are found in one job, because a job for each would need a thread for each."""
    with engines.open_session(engine, model, guarded=guarded) as session:
        solutions = run_job(lambda: list(session.solutions(variables)))
    return [frozenset((TRUE, *map(solution.true_literal, variables))) for solution in solutions]


def assert_each_once(solutions: list[World], expected: set[World], subject: object) -> None:
    """Assert that the expected solutions were found, each once; the subject is shown if not."""
    assert set(solutions) == expected, subject
    assert len(solutions) == len(expected), subject


def test_every_constraint_is_tested_here() -> None:
    names = {name for name in modelling.__all__ if name.islower()} - {"skeleton", "template", "cell_graph"}
    tested_below = {"arrangements", "zero_or_two", "not_all", "post_visible_cells", "post_isolated_shading"}
    assert names == set(CASE_MAKERS) | tested_below | {encoding.__name__ for encoding in ENCODINGS}


@every_engine
def test_a_preference_changes_no_answer(engine: str) -> None:
    random = Random("preference")
    for _ in range(draws(engine, 20)):
        m = Model()
        literals = list(m.new_literals(6))
        m.post("R", 0, *(tuple(random.sample([*literals, *(-x for x in literals)], 3)) for _ in range(6)))
        plain = set(solutions_of(engine, m, literals))
        m.prefer(random.choice((-1, 1)) * literal for literal in literals)
        assert_each_once(solutions_of(engine, m.copy(), literals), plain, compile_model(m).preferred)


ENCODINGS = [connected_by_graph, connected_by_paths, connected_by_test]
SMALL_SIZES = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 3)]


@every_engine
@pytest.mark.parametrize("grid", [*(square(*size) for size in SMALL_SIZES), square(2, 3, frozenset({1, 4}))], ids=repr)
def test_shaded_cells_are_isolated_and_the_others_connected(grid: SquareGrid, engine: str) -> None:
    m = Model()
    shaded = m.add_marks("shade", grid.cells, "shaded", "clear")
    post_isolated_shading(m, grid, shaded, apart="A", joined="J")
    expected = set()
    for chosen in product((True, False), repeat=len(grid.cells)):
        dark = {cell for cell, is_dark in zip(grid.cells, chosen, strict=True) if is_dark}
        single = not any(other in dark for cell in dark for other in grid.neighbours(cell))
        if single and len(connected_components([cell for cell in grid.cells if cell not in dark], grid.neighbours)) < 2:
            expected.add(frozenset((TRUE, *(v if c in dark else -v for c, v in shaded.items()))))
    for guarded in (False, True):
        assert_each_once(solutions_of(engine, m, list(shaded.values()), guarded), expected, grid)


@every_engine
@pytest.mark.parametrize("number", range(1, 7))
def test_a_clear_cell_sees_as_many_cells_as_its_number(number: int, engine: str) -> None:
    grid = square(3, 3, frozenset({5}))
    m = Model()
    clear = m.add_marks("shade", grid.cells, "clear", "shaded")
    # Cell 4 is in the middle and sees up, down and to the left.
    post_visible_cells(m, grid, 4, number, clear, too_many="A", too_few="B")
    expected = set()
    for chosen in product((True, False), repeat=len(grid.cells)):
        on = {cell for cell, is_on in zip(grid.cells, chosen, strict=True) if is_on}
        if 4 not in on or 1 + len({1, 3, 7} & on) == number:
            expected.add(frozenset((TRUE, *(v if c in on else -v for c, v in clear.items()))))
    assert_each_once(solutions_of(engine, m, list(clear.values())), expected, number)


@every_engine
def test_variables_that_only_a_tested_structure_uses_are_searched(engine: str) -> None:
    model = Model()
    one, other, link = model.new_literals(3)
    model.post("R", 0, any_of(one), any_of(other), by_test(connected(Graph(2, [(0, 1)]), [one, other], [link])))
    assert solutions_of(engine, model, [one, other]) == [frozenset((TRUE, one, other))]


@every_engine
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_of_connectivity_has_the_same_meaning(encoding: ConnectivityEncoding, engine: str) -> None:
    random = Random("encoding")
    for _ in range(draws(engine, 150)):
        pool, graph = random_pool(random, 7, 0), random_graph(random)
        literals = random_literals(random, pool, graph.size)
        root = random.choice((None, random.randrange(graph.size)))
        steps = None if root is None else random.choice((None, graph.size - 1))
        if root is not None:  # a root must be on
            pool.model.post("root", 0, any_of(literals[root]))
        pool.model.post("R", 0, *encoding(pool.model, graph, literals, root, steps))

        def holds(world: World, graph: Graph = graph, on: Sequence[int] = literals, root: int | None = root) -> bool:
            chosen = {vertex for vertex, literal in enumerate(on) if literal in world}
            rooted = root is None or root in chosen
            return rooted and is_connected(chosen, [edge for edge in graph.edges if chosen.issuperset(edge)])

        assert_each_once(solutions_of(engine, pool.model, pool.booleans), pool.where(holds), (graph.edges, literals))


@pytest.mark.parametrize("size", range(7))
def test_zero_or_two(size: int) -> None:
    clauses = list(zero_or_two(range(2, size + 2)))
    for signs in product((1, -1), repeat=size):
        world = {sign * literal for sign, literal in zip(signs, range(2, size + 2), strict=True)}
        assert all(world.intersection(clause) for clause in clauses) == (signs.count(1) in (0, 2))


@pytest.mark.parametrize("size", range(4))
def test_not_all(size: int) -> None:
    (clause,) = not_all(range(2, size + 2))
    for signs in product((1, -1), repeat=size):
        world = {sign * literal for sign, literal in zip(signs, range(2, size + 2), strict=True)}
        assert bool(world.intersection(clause)) == (-1 in signs)


def test_connected_vertices_have_neighbours_where_several_are_on() -> None:
    random = Random("no_isolated_vertex")
    for _ in range(trials(200)):
        graph = random_graph(random)
        literals = [random.choice((2 + vertex, TRUE)) for vertex in range(graph.size)]
        clauses = list(no_isolated_vertex(graph, literals).lower(compile_model(Model())))
        for signs in product((1, -1), repeat=graph.size):
            world = {TRUE, *(sign * (2 + vertex) for vertex, sign in enumerate(signs))}
            on = {vertex for vertex, literal in enumerate(literals) if literal in world}
            if len(on) > 1 and is_connected(on, [edge for edge in graph.edges if on.issuperset(edge)]):
                assert all(world.intersection(clause) for clause in clauses)
        assert len(clauses) == sum(literal != TRUE for literal in literals)


@every_engine
@pytest.mark.parametrize("name", CASE_MAKERS)
def test_a_constraint_has_its_meaning(engine: str, name: str) -> None:
    for pool, case in random_cases(name, draws(engine, 250)):
        assert_each_once(solutions_of(engine, pool.model, pool.variables), pool.where(case.holds), case)


@pytest.mark.parametrize("name", [*COUNTS, "visible"])
def test_helper_variables_follow_from_the_literals(name: str) -> None:
    """Helper variables add no solutions, whichever variables distinguish solutions."""
    for pool, case in random_cases(name, trials(40)):
        everything = range(pool.booleans[0], compile_model(pool.model).variables + 1)
        solutions = solutions_of("lazy", pool.model, everything)
        assert len(solutions) == len(pool.where(case.holds)), case


@pytest.mark.parametrize("make_count", [at_least, at_most, exactly])
def test_a_count_needs_one_weight_per_literal(make_count: Callable[[int, list[int], list[int]], Count]) -> None:
    with pytest.raises(ValueError, match="weight"):
        make_count(1, [2, 3], [1])


@every_engine
@pytest.mark.parametrize("size", [1, 2, 3, 16, 17, 18, 40])
def test_integers_have_one_value_and_differ_for_any_number_of_values(engine: str, size: int) -> None:
    """The sizes cover both encodings of "at most one": pairs and, for more than 16 literals, a count."""
    model = Model()
    integers = [model.new_integer(5, 4 + size) for _ in range(size)]
    model.post("R", 0, all_different(integers))
    with engines.open_session(engine, model) as session:
        fixed = [integer.equals(5 + number) for number, integer in enumerate(integers[:-2])]
        variables = [literal for integer in integers for literal in integer.literals]
        for solution in (solutions := list(session.solutions(variables, fixed))):
            values = [[v for v in integer.domain if solution.is_true(integer.equals(v))] for integer in integers]
            assert sorted(values) == [[value] for value in integers[0].domain]
        assert len(solutions) == min(size, 2)
        assert all(session.solve([integer.equals(4)]).status is Status.UNSOLVABLE for integer in integers)


def test_impossible_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="single root"):
        region(Graph(2, []), [2, 3], roots=(0, 1), min_size=1)
    with pytest.raises(ValueError, match="single root"):
        region(Graph(2, []), [2, 3], roots=(), max_size=1)
    for domain in (range(0), range(0, 6, 2)):
        with pytest.raises(ValueError, match="range with step 1"):
            Model().add_integers("digits", [0], domain)


@every_engine
def test_degrees_and_a_route_make_one_loop(engine: str) -> None:
    random = Random("loops")
    for _ in range(draws(engine, 60)):
        graph, model = random_graph(random, max_edges=9), Model()
        line = model.new_literals(len(graph.edges))
        for neighbours in graph.adjacency:
            at_vertex = [line[edge] for _, edge in neighbours]
            model.post("degree", 0, *(any_of(-a, -b, -c) for a, b, c in combinations(at_vertex, 3)))
            model.post("degree", 0, *(implies(one, *(x for x in at_vertex if x != one)) for one in at_vertex))
        model.post("loop", 0, any_of(*line), route(graph, line))
        expected = Pool(model, line, []).where(partial(is_one_loop, graph, line))
        assert_each_once(solutions_of(engine, model, line), expected, graph.edges)


def is_one_loop(graph: Graph, line: Sequence[int], world: World) -> bool:
    ends = [vertex for edge, literal in zip(graph.edges, line, strict=True) if literal in world for vertex in edge]
    return bool(ends) and {ends.count(vertex) for vertex in ends} == {2} and are_edges_connected(graph, line, world)


@every_engine
def test_a_placement_is_true_exactly_when_all_its_parts_are(engine: str) -> None:
    random = Random("placements")
    for _ in range(draws(engine, 30)):
        pool = random_pool(random, 5, 0)
        placements = [random_literals(random, pool, random.randint(0, 4)) for _ in range(random.randint(0, 4))]
        placed = pool.model.define_placements(placements)
        solutions = solutions_of(engine, pool.model, [*pool.booleans, *placed])
        assert len(solutions) == 2 ** len(pool.booleans), placements
        for world in solutions:
            assert [literal in world for literal in placed] == [world.issuperset(parts) for parts in placements]


RULES = (RuleInstance("A", 0), RuleInstance("A", 1), RuleInstance("B", frozenset({0, 1})))
DEFINITION, REDUNDANT = "define", "redundant"


class RandomModel(NamedTuple):
    """A model with several constraints, each with its owner: a rule instance, DEFINITION or REDUNDANT."""

    pool: Pool
    cases: list[tuple[RuleInstance | str, Case]]

    @property
    def model(self) -> Model:
        return self.pool.model

    def meaning(self, left_out: Collection[RuleInstance | str]) -> set[World]:
        return self.pool.where(*(case.holds for owner, case in self.cases if owner not in left_out))


def random_model(random: Random, names: Sequence[str] = tuple(CASE_MAKERS)) -> RandomModel:
    """Return a model with some constraints posted directly and some by templates; it may extend other models."""
    pool = random_pool(random, 4, 2)
    owners: list[list[RuleInstance | str]] = [[*RULES, DEFINITION, REDUNDANT], [*RULES], [DEFINITION, REDUNDANT]]
    drawn = RandomModel(pool, [])
    for owner in random.choices(random.choice(owners), k=random.randint(0, 5)):
        if random.random() < 0.2:
            drawn = RandomModel(pool._replace(model=Model(drawn.model)), drawn.cases)
        name, seed = random.choice(names), random.random()
        drawn.cases.append((owner, CASE_MAKERS[name](Random(seed), drawn.pool)))
        rule, place = owner if isinstance(owner, RuleInstance) else (owner, 0)
        domains = tuple((integer.low, len(integer.literals)) for integer in pool.integers)
        post = post_by_template if random.random() < 0.5 else post_directly
        post(drawn.model, place, pool.variables, rule, name, seed, domains)
    return drawn


def post_directly(
    m: Model, place: Place, literals: Sequence[int], rule: str, name: str, seed: float, domains: Domains
) -> None:
    """Post the constraint that `seed` gives on a pool with these literals; those of the integers come last."""
    integers, rest = list[Integer](), list(literals)
    for low, size in reversed(domains):
        integers.insert(0, Integer(low, tuple(rest[-size:])))
        del rest[-size:]
    constraint = CASE_MAKERS[name](Random(seed), Pool(m, rest, integers)).constraint
    if rule in (DEFINITION, REDUNDANT):
        (m.define if rule == DEFINITION else m.post_redundant)(constraint)
    else:
        m.post(rule, place, constraint)


post_by_template = template(post_directly)


@every_engine
def test_a_template_creates_new_literals_each_time(engine: str) -> None:
    @template
    def both(m: Model, place: Place, literals: Sequence[int]) -> Sequence[int]:
        return m.define_placements([literals])

    m = Model()
    a, b, c = m.new_literals(3)
    (first,), (second,), (third,) = both(m, 0, [a, b]), both(m, 1, [-b, c]), both(m, 2, [a, TRUE])
    assert len({a, b, c, first, second, third}) == 6
    expected = {(x and y, not y and z, x) for x, y, z in product((True, False), repeat=3)}
    with engines.open_session(engine, m) as session:
        found = list(session.solutions([a, b, c]))
        assert len(found) == 8
        assert {tuple(map(solution.is_true, (first, second, third))) for solution in found} == expected


def test_large_pieces_are_not_templates() -> None:
    @template
    def all_on(m: Model, place: Place, literals: Sequence[int]) -> None:
        m.post("R", place, *((literal,) for literal in literals))

    m = Model()
    all_on(m, 0, m.new_literals(MAX_TEMPLATE_LITERALS))
    assert len(m.template_uses) == 1
    all_on(m, 0, m.new_literals(MAX_TEMPLATE_LITERALS + 1))
    assert len(m.template_uses) == 1
    assert len(m.instances) == 1
    assert compile_model(m).clauses.count(0) == 1 + 2 * MAX_TEMPLATE_LITERALS + 1


@every_engine
def test_a_plain_model_contains_everything_posted(engine: str) -> None:
    """Redundant counts may be left out, if they would take too many clauses."""
    random = Random("plain")
    for drawn in (random_model(random) for _ in range(draws(engine, 100))):
        solutions = solutions_of(engine, drawn.model, drawn.pool.variables)
        expected, upper = drawn.meaning(left_out=()), drawn.meaning(left_out=[REDUNDANT])
        if any(owner == REDUNDANT and isinstance(case.constraint, Count) for owner, case in drawn.cases):
            assert expected <= set(solutions) <= upper, drawn.cases
            expected = set(solutions)
        assert_each_once(solutions, expected, drawn.cases)


@every_engine
def test_a_guarded_model_contains_everything_but_redundant_constraints(engine: str) -> None:
    random = Random("guarded")
    for drawn in (random_model(random) for _ in range(draws(engine, 100))):
        solutions = solutions_of(engine, drawn.model, drawn.pool.variables, guarded=True)
        assert_each_once(solutions, drawn.meaning(left_out=[REDUNDANT]), drawn.cases)


def satisfiable_worlds(session: Session, pool: Pool, without: Collection[RuleInstance]) -> set[World]:
    return {world for world in pool.worlds() if session.solve(world, without=without).status is Status.SOLVED}


@every_engine
def test_leaving_out_an_instance_is_like_not_posting_it(engine: str) -> None:
    """Definitions hold whatever is left out."""
    random = Random("without")
    for drawn in (random_model(random) for _ in range(draws(engine, 60))):
        with engines.open_session(engine, drawn.model, guarded=True) as session:
            for without in (random.sample(RULES, 1), random.sample(RULES, 2), RULES):
                holding = run_job(partial(satisfiable_worlds, session, drawn.pool, without))
                assert holding == drawn.meaning(left_out=[*without, REDUNDANT]), (drawn.cases, without)


@every_engine
def test_counts_of_the_same_literals_do_not_interfere(engine: str) -> None:
    """They may share a counter if they agree in signs and weights; bound, condition and rule differ."""
    random = Random("same literals")
    for _ in range(draws(engine, 100)):
        pool, size = random_pool(random, 6, 0), random.randint(3, 9)
        literals = random_literals(random, pool, size)
        signs = (literals, literals, [-literal for literal in literals])
        weights = (random_weights(random, size), *([random.randint(1, 3) for _ in literals] for _ in range(2)))
        cases = {
            rule: random_bound(random, pool, random.choice(list(BOUNDS)), random.choice(signs), random.choice(weights))
            for rule in RULES
        }
        for rule, (constraint, _) in cases.items():
            pool.model.post(*rule, constraint)
        drawn = RandomModel(pool, [*cases.items()])
        assert_each_once(solutions_of(engine, pool.model, pool.variables), drawn.meaning(left_out=()), drawn.cases)
        with engines.open_session(engine, pool.model, guarded=True) as session:
            for without in ([], *([rule] for rule in RULES), RULES):
                holding = run_job(partial(satisfiable_worlds, session, pool, without))
                assert holding == drawn.meaning(left_out=without), (drawn.cases, without)


@pytest.mark.parametrize("guarded", [False, True])
def test_counts_can_be_kept_as_counts(guarded: bool) -> None:
    """Clauses and counts compiled for an engine that supports counts have the same meaning."""
    random = Random("counts")
    for drawn in (random_model(random, names=tuple(COUNTS)) for _ in range(trials(40))):
        compiled = compile_model(drawn.model, guarded=guarded, counts=CountSupport.ALL)
        helpers = set(range(TRUE + 1, compiled.variables + 1)).difference(drawn.pool.variables, compiled.selectors)
        choices = [World((*compiled.selectors, *chosen)) for chosen in product(*((v, -v) for v in helpers))]
        holding = {
            world for world in drawn.pool.worlds() if any(is_satisfied(compiled, world | more) for more in choices)
        }
        assert holding == drawn.meaning(left_out=[REDUNDANT] if guarded else []), drawn.cases


def is_satisfied(compiled: CompiledModel, world: World) -> bool:
    def fits(count: Count) -> bool:
        weight = sum(w for literal, w in zip(count.literals, count.weights, strict=True) if literal in world)
        return count.when not in world or count.low <= weight <= count.high

    return not any(world.isdisjoint(clause) for clause in compiled.iter_clauses()) and all(map(fits, compiled.counts))


def test_an_instance_is_listed_once_however_often_it_is_posted() -> None:
    model = Model()
    for literal in model.new_literals(2):
        for instance in RULES:
            model.post(*instance, any_of(literal))
    assert tuple(model.instances) == RULES
    assert len(compile_model(model, guarded=True).selectors) == len(RULES)


GRAPH = Graph(2, [(0, 1)])


def extend(model: Model) -> None:
    """Extend a model in every possible way."""
    model.post(
        *RULES[0],
        any_of(FALSE),
        connected(GRAPH, model.new_literals(2)),
        region(GRAPH, model.new_literals(2), (0,), min_size=1),
    )
    model.post("Z", 9, exactly(1, model.new_literals(8)))
    model.define(any_of(*model.new_literals(1)))
    model.post_redundant(at_most(0, model.new_literals(1)))
    model.add_marks("more marks", [0, 1], "yes", "no")
    model.add_integers("more numbers", [0, 1], range(1, 4))
    model.define_placements([model.new_literals(2)])


def snapshot(model: Model) -> tuple[object, ...]:
    """Return everything that an engine or a caller can see of a model."""
    return dict(model.mark_literals), list(model.instances), compile_model(model), compile_model(model, guarded=True)


def test_a_copy_and_its_original_are_independent() -> None:
    random, comparable = Random("copies"), sorted(set(ON_INTEGERS) | set(COUNTS) | {"any_of", "implies", "visible"})
    for original in (random_model(random, comparable).model for _ in range(trials(20))):
        before, twin = snapshot(original), original.copy()
        assert snapshot(twin) == before
        extend(twin)
        assert snapshot(original) == before
        after = snapshot(twin)
        extend(original)
        assert snapshot(original) == after
        extend(original)
        assert snapshot(twin) == after != before


def test_a_skeleton_is_built_once_per_grid_and_options() -> None:
    built: list[tuple[Grid, str]] = []

    @skeleton
    def build_base(grid: Grid, options: Options) -> Model:
        """Build the base."""
        built.append((grid, str(options)))
        model = Model()
        model.post(*RULES[0], any_of(*model.add_marks("shade", grid.cells, "black", "white").values()))
        return model

    all_options: list[dict[str, Value]] = [{}, {"size": 1}, {"size": 2}]
    arguments = list(product((square(2, 2), square(2, 3)), all_options))
    unextended = [snapshot(build_base(grid, options)) for grid, options in arguments]
    for _ in range(2):
        for (grid, options), before in zip(arguments, unextended, strict=True):
            model = build_base(grid, dict(options))
            assert snapshot(model) == before
            extend(model)
    assert built == [(grid, str(options)) for grid, options in arguments]
    assert build_base.__doc__ == "Build the base."


def random_marked_model(random: Random, max_places: int) -> Model:
    """Return a model with a layer of each kind."""
    model, low = Model(), random.randint(-1, 2)
    shaded, numbered = (sorted(random.sample(range(30), random.randint(0, max_places))) for _ in range(2))
    model.new_literals(random.randint(0, 2))
    model.add_marks("shade", shaded, "black", "white")
    model.add_integers("digits", numbered, range(low, low + random.randint(1, 4)))
    return model


def test_marks_are_encoded_and_decoded() -> None:
    random = Random("marks")
    for model in (random_marked_model(random, 6) for _ in range(trials(50))):
        marks: dict[str, dict[Place, Mark]] = {
            layer: {place: random.choice(layer_literals.values) for place in layer_literals.places}
            for layer, layer_literals in model.mark_literals.items()
        }
        literals = set(model.literals_of(marks))
        assert {abs(literal) for literal in literals} <= set(model.answer_variables(marks))
        assert model.decode_marks([v if v in literals else -v for v in range(1, model.variables + 1)]) == marks


def test_outside_a_layer_a_mark_has_the_second_of_two_values_and_no_number() -> None:
    random = Random("outside")
    for model in (random_marked_model(random, 6) for _ in range(trials(20))):
        shade, digits = model.mark_literals["shade"], model.mark_literals["digits"]
        for place in set(range(-1, 31)).difference(shade.places):
            assert shade.literals(place) == {"black": FALSE, "white": TRUE}
        for place in set(range(-1, 31)).difference(digits.places):
            assert digits.literals(place) == dict.fromkeys(digits.values, FALSE)


@every_engine
def test_a_mark_leaves_exactly_the_values_it_does_not_rule_out(engine: str) -> None:
    random = Random("ruled out")
    for model in (random_marked_model(random, 2) for _ in range(draws(engine, 10))):
        with engines.open_session(engine, model) as session:
            for layer, layer_literals in model.mark_literals.items():
                for place, size in product(layer_literals.places, range(len(layer_literals.values) + 1)):
                    out = RuledOut(random.sample(layer_literals.values, size))
                    literals = model.literals_of({layer: {place: out}})
                    solutions = list(session.solutions(layer_literals.variables, literals))
                    left = [model.decode_marks(solution.values)[layer][place] for solution in solutions]
                    assert set(left) == set(layer_literals.values) - out
                    assert len(left) == len(set(left)) * len(layer_literals.values) ** (len(layer_literals.places) - 1)


def test_arrangements_are_all_choices_without_neighbours() -> None:
    random = Random("arrangements")
    for _ in range(trials(200)):
        size, number = random.randint(0, 7), random.randint(0, 4)
        pairs = [pair for pair in combinations(range(size), 2) if random.random() < 0.3]
        neighbours = [sum(1 << (a + b - thing) for a, b in pairs if thing in (a, b)) for thing in range(size)]
        expected = {
            sum(1 << thing for thing in chosen)
            for chosen in combinations(range(size), number)
            if not any(a in chosen and b in chosen for a, b in pairs)
        }
        found = arrangements(size, number, neighbours, limit=100)
        assert found is not None
        assert len(found) == len(expected)
        assert set(found) == expected
        assert (arrangements(size, number, neighbours, limit=len(expected) - 1) is None) == bool(expected)
