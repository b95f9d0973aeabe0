"""Every word of a model against its meaning, written down here a second time, over all assignments.

A world is the set of the literals that are true in it.  Each word is drawn at random over a pool of booleans and
integers, together with a function that says of a world whether the word holds there.
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
from masume.modelling.integers import SIGNS
from masume.modelling.model import MOST_LITERALS, Constraint
from registry import draws, model_engines

H = TypeVar("H", bound=Hashable)
World: TypeAlias = frozenset[int]
Domains: TypeAlias = tuple[tuple[int, int], ...]
Meaning: TypeAlias = Callable[[World], bool]

every_engine = pytest.mark.parametrize("engine", model_engines())


class Pool(NamedTuple):
    """A model without rules, and what its rules may speak of."""

    model: Model
    booleans: Sequence[int]
    integers: Sequence[Integer]

    @property
    def variables(self) -> list[int]:
        return [*self.booleans, *(literal for integer in self.integers for literal in integer.literals)]

    def worlds(self) -> Iterator[World]:
        """Every way to choose the booleans and a value for each integer."""
        choices: list[list[tuple[int, ...]]] = [[(v,), (-v,)] for v in self.booleans]
        for integer in self.integers:
            literals = integer.literals
            choices.append([tuple(x if x == one else -x for x in literals) for one in literals])
        for chosen in product(*choices):
            yield frozenset((TRUE, *(literal for group in chosen for literal in group)))

    def where(self, *meanings: Meaning) -> set[World]:
        return {world for world in self.worlds() if all(holds(world) for holds in meanings)}


class Stated(NamedTuple):
    """A constraint and what it means."""

    constraint: Constraint
    holds: Meaning


Word: TypeAlias = Callable[[Random, Pool], Stated]


def pool_of(random: Random, booleans: int, integers: int) -> Pool:
    model = Model()
    variables = model.new_literals(booleans)
    lows = [random.randint(-1, 1) for _ in range(integers)]
    return Pool(model, variables, [model.new_integer(low, low + random.randint(0, 3)) for low in lows])


def value_in(world: World, integer: Integer) -> int:
    (value,) = (value for value in integer.domain if integer.equals(value) in world)
    return value


def a_literal(random: Random, pool: Pool) -> int:
    return random.choice((1, -1)) * random.choice((TRUE, *pool.booleans, *pool.booleans))


def a_condition(random: Random, pool: Pool) -> int:
    return random.choice((TRUE, a_literal(random, pool)))


def some_literals(random: Random, pool: Pool, size: int) -> list[int]:
    """Variables of their own, or any literals: these may repeat, contradict each other or be constants."""
    if size <= len(pool.booleans) and random.random() < 0.5:
        return random.sample(pool.booleans, size)
    return [a_literal(random, pool) for _ in range(size)]


def some_integers(random: Random, pool: Pool) -> list[Integer]:
    """Integers of the pool; now and then one comes twice."""
    if random.random() < 0.7:
        return random.sample(pool.integers, random.randint(0, len(pool.integers)))
    return random.choices(pool.integers, k=random.randint(1, 3))


def a_graph(random: Random, most_edges: int = 8) -> Graph:
    """A graph that may be in pieces and have parallel edges."""
    size = random.choice((1, 2, 3, 4, 5, 6, 7, 7))
    pairs = list(combinations(range(size), 2))
    return Graph(size, random.choices(pairs, k=random.randint(0, most_edges)) if pairs else [])


def hang_together(nodes: Iterable[H], edges: Iterable[tuple[H, H]]) -> bool:
    """Whether nodes are at most one part, by merging parts along the edges."""
    part = {node: node for node in nodes}
    for one, other in edges:
        if one in part and other in part:
            old, new = part[one], part[other]
            part = {node: new if its == old else its for node, its in part.items()}
    return len(set(part.values())) <= 1


def clause(random: Random, pool: Pool) -> Stated:
    literals = some_literals(random, pool, random.randint(0, 5))
    return Stated(any_of(*literals), lambda world: not world.isdisjoint(literals))


def implication(random: Random, pool: Pool) -> Stated:
    condition, literals = a_literal(random, pool), some_literals(random, pool, random.randint(0, 5))
    return Stated(implies(condition, *literals), lambda world: condition not in world or not world.isdisjoint(literals))


BOUNDS: dict[str, tuple[Callable[..., Count], Callable[[int, int], bool]]] = {
    "at_least": (at_least, ge),
    "at_most": (at_most, le),
    "exactly": (exactly, eq),
}


def some_weights(random: Random, size: int) -> list[int] | None:
    """Weights of any sign, or none at all."""
    return random.choice((None, [random.randint(-3, 3) for _ in range(size)]))


def bounded(random: Random, pool: Pool, name: str, literals: list[int], weights: list[int] | None) -> Stated:
    """A count of given literals."""
    word, fits = BOUNDS[name]
    each, when = weights or [1] * len(literals), a_condition(random, pool)
    bound = random.randint(min(0, *each, -2), max(2, sum(map(abs, each))))

    def holds(world: World) -> bool:
        weight = sum(w for literal, w in zip(literals, each, strict=True) if literal in world)
        return when not in world or fits(weight, bound)

    return Stated(word(bound, literals, weights, when), holds)


def count(random: Random, pool: Pool, name: str) -> Stated:
    literals = some_literals(random, pool, random.randint(0, 9))
    return bounded(random, pool, name, literals, some_weights(random, len(literals)))


def connection(random: Random, pool: Pool) -> Stated:
    graph, linked = a_graph(random), random.random() < 0.5
    literals = some_literals(random, pool, graph.size)
    links = [a_literal(random, pool) if linked else TRUE for _ in graph.edges]

    def holds(world: World) -> bool:
        on = [vertex for vertex in range(graph.size) if literals[vertex] in world]
        return hang_together(on, (edge for edge, link in zip(graph.edges, links, strict=True) if link in world))

    return Stated(connected(graph, literals, links if linked else None), holds)


def routing(random: Random, pool: Pool) -> Stated:
    graph = a_graph(random)
    literals = some_literals(random, pool, len(graph.edges))
    return Stated(route(graph, literals), partial(one_piece, graph, literals))


def one_piece(graph: Graph, literals: Sequence[int], world: World) -> bool:
    on = [edge for edge, literal in zip(graph.edges, literals, strict=True) if literal in world]
    return hang_together({vertex for edge in on for vertex in edge}, on)


def rooting(random: Random, pool: Pool, bounded: bool = True) -> Stated:
    graph = a_graph(random)
    literals = some_literals(random, pool, graph.size)
    roots = tuple(random.sample(range(graph.size), random.randint(0, min(3, graph.size))))
    sized = len(roots) == 1
    least = random.randint(0, graph.size + 1) if sized else 0
    most = random.choice((None, random.randint(0, graph.size))) if sized and bounded else None

    def holds(world: World) -> bool:
        on = {vertex for vertex in range(graph.size) if literals[vertex] in world}
        reached = on.intersection(roots)
        for _ in on:
            reached |= {
                vertex for edge in graph.edges if reached.intersection(edge) for vertex in on.intersection(edge)
            }
        enough = not sized or roots[0] not in on or len(on) >= least
        return reached == on and enough and (most is None or len(on) <= most)

    return Stated(region(graph, literals, roots, least, most), holds)


def relating(random: Random, pool: Pool) -> Stated:
    one, other, when = *random.choices(pool.integers, k=2), a_condition(random, pool)
    allowed = {pair for pair in product(one.domain, other.domain) if random.random() < 0.6}

    def holds(world: World) -> bool:
        return when not in world or (value_in(world, one), value_in(world, other)) in allowed

    return Stated(relation(one, other, lambda a, b: (a, b) in allowed, when), holds)


def tabling(random: Random, pool: Pool) -> Stated:
    """Rows may repeat and may name values outside the domains."""
    integers, when = some_integers(random, pool), a_condition(random, pool)
    rows = [
        tuple(random.randint(i.domain[0] - random.randint(0, 1), i.domain[-1]) for i in integers)
        for _ in range(random.randint(0, 9))
    ]

    def holds(world: World) -> bool:
        return when not in world or tuple(value_in(world, integer) for integer in integers) in rows

    return Stated(table(integers, rows, when), holds)


def differing(random: Random, pool: Pool) -> Stated:
    integers, when = some_integers(random, pool), a_condition(random, pool)

    def holds(world: World) -> bool:
        values = [value_in(world, integer) for integer in integers]
        return when not in world or len(set(values)) == len(values)

    return Stated(all_different(integers, when), holds)


def adding(random: Random, pool: Pool) -> Stated:
    integers, when = some_integers(random, pool), a_condition(random, pool)
    low, high = (sum(integer.domain[end] for integer in integers) for end in (0, -1))
    number, distinct = random.randint(low - 1, high + 1), random.random() < 0.5

    def holds(world: World) -> bool:
        values = [value_in(world, integer) for integer in integers]
        repeated = distinct and len(set(values)) < len(values)
        return when not in world or (sum(values) == number and not repeated)

    return Stated(sum_equals(number, integers, distinct, when), holds)


def comparing(random: Random, pool: Pool) -> Stated:
    one, other, when = *random.choices(pool.integers, k=2), a_condition(random, pool)
    sign = random.choice(list(SIGNS))

    def holds(world: World) -> bool:
        return when not in world or bool(SIGNS[sign](value_in(world, one), value_in(world, other)))

    return Stated(compare(one, sign, other, when), holds)


def tallying(random: Random, pool: Pool) -> Stated:
    integer, literals = random.choice(pool.integers), some_literals(random, pool, random.randint(0, 4))

    def holds(world: World) -> bool:
        return value_in(world, integer) == sum(literal in world for literal in literals)

    return Stated(tally(integer, literals), holds)


def neighbouring(random: Random, pool: Pool) -> Stated:
    (one, other, length), when = random.choices(pool.integers, k=3), a_condition(random, pool)

    def holds(world: World) -> bool:
        a, b, last = value_in(world, one), value_in(world, other), value_in(world, length) - 1
        return when not in world or abs(a - b) == 1 or (a, b) in {(0, last), (last, 0)}

    return Stated(cyclic_neighbours(one, other, length, when), holds)


def differing_in_part(random: Random, pool: Pool) -> Stated:
    integers = some_integers(random, pool)
    conditions = some_literals(random, pool, len(integers))

    def holds(world: World) -> bool:
        values = [value_in(world, one) for one, when in zip(integers, conditions, strict=True) if when in world]
        return len(set(values)) == len(values)

    return Stated(all_different_if(integers, conditions), holds)


def by_testing(random: Random, pool: Pool) -> Stated:
    """A structure means the same if it is only tested."""
    stated = random.choice((connection, routing, partial(rooting, bounded=False)))(random, pool)
    assert isinstance(stated.constraint, Connected | Route | Region)
    return Stated(by_test(stated.constraint), stated.holds)


def running(random: Random, pool: Pool) -> Stated:
    rays = [some_literals(random, pool, random.randint(0, 4)) for _ in range(random.randint(0, 4))]
    low, high, when = random.randint(-2, 7), random.choice((None, random.randint(-3, 9))), a_condition(random, pool)

    def holds(world: World) -> bool:
        length = sum(max(n for n in range(len(ray) + 1) if world.issuperset(ray[:n])) for ray in rays)
        return when not in world or (low <= length and (high is None or length <= high))

    return Stated(visible(rays, low, high, when), holds)


def spreading(random: Random, pool: Pool) -> Stated:
    whole = a_graph(random)
    vertices = random.sample(range(whole.size), random.randint(1, whole.size))
    owned, land = some_literals(random, pool, len(vertices)), some_literals(random, pool, whole.size)
    roots = tuple(random.sample(range(len(vertices)), random.randint(0, len(vertices))))
    beyond = a_literal(random, pool)
    owner = dict(zip(vertices, owned, strict=True))

    def holds(world: World) -> bool:
        on_land = {vertex for vertex in range(whole.size) if land[vertex] in world}
        mine = {vertex for vertex in vertices if owner[vertex] in world}
        steps = [step for one, other in whole.edges for step in ((one, other), (other, one))]
        reached = {other for one, other in steps if one in mine and other in on_land}
        fits = mine <= on_land and all(vertices[root] in mine for root in roots if vertices[root] in on_land)
        return fits and all(there in mine if there in owner else beyond in world for there in reached)

    return Stated(spread_ownership(whole.subgraph(vertices), owned, land, roots, beyond), holds)


def supporting(random: Random, pool: Pool) -> Stated:
    graph = a_graph(random)
    if random.random() < 0.5:
        graph = graph.subgraph(random.sample(range(graph.size), random.randint(1, graph.size)))
    literals = some_literals(random, pool, graph.size)

    def holds(world: World) -> bool:
        beside = {(one, other) for edge in graph.edges for one, other in (edge, edge[::-1]) if literals[other] in world}
        upheld = {one for one, _ in beside}
        on = {vertex for vertex, literal in enumerate(literals) if literal in world and literal != TRUE}
        return on <= upheld

    return Stated(no_isolated_vertex(graph, literals), holds)


def choosing(random: Random, pool: Pool) -> Stated:
    literals = some_literals(random, pool, random.randint(0, 4))
    rows = random.sample(range(2 ** len(literals)), random.randint(0, min(5, 2 ** len(literals))))

    def holds(world: World) -> bool:
        return sum((literal in world) << index for index, literal in enumerate(literals)) in rows

    return Stated(literal_rows(literals, rows), holds)


COUNTS: dict[str, Word] = {name: partial(count, name=name) for name in BOUNDS}
ON_BOOLEANS: dict[str, Word] = {
    "any_of": clause,
    "implies": implication,
    **COUNTS,
    "connected": connection,
    "route": routing,
    "region": rooting,
    "visible": running,
    "by_test": by_testing,
    "spread_ownership": spreading,
    "no_isolated_vertex": supporting,
    "choices": choosing,
}
ON_INTEGERS: dict[str, Word] = {
    "relation": relating,
    "table": tabling,
    "all_different": differing,
    "sum_equals": adding,
    "compare": comparing,
    "tally": tallying,
    "cyclic_neighbours": neighbouring,
    "all_different_if": differing_in_part,
}
WORDS = ON_BOOLEANS | ON_INTEGERS


def sentences(name: str, number: int) -> Iterator[tuple[Pool, Stated]]:
    """One word, drawn so many times, each alone in a model."""
    random = Random(name)
    for _ in range(number):
        pool = pool_of(random, 8, 0) if name in ON_BOOLEANS else pool_of(random, 2, 3)
        stated = WORDS[name](random, pool)
        pool.model.post("R", 0, stated.constraint)
        yield pool, stated


def solutions_of(engine: str, model: Model, variables: Sequence[int], guarded: bool = False) -> list[World]:
    """All solutions, in one job: that saves a thread for each."""
    with engines.open_session(engine, model, guarded=guarded) as session:
        solutions = run_job(lambda: list(session.solutions(variables)))
    return [frozenset((TRUE, *map(solution.signed, variables))) for solution in solutions]


def assert_each_once(solutions: list[World], expected: set[World], what: object) -> None:
    assert set(solutions) == expected, what
    assert len(solutions) == len(expected), what


def test_every_word_has_its_meaning_here() -> None:
    words = {name for name in modelling.__all__ if name.islower()} - {"skeleton", "template", "cell_graph"}
    tested_below = {"arrangements", "zero_or_two", "post_visible_cells", "post_isolated_shading"}
    assert words == set(WORDS) | tested_below | {reach.__name__ for reach in REACHES}


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


REACHES = [connected_by_graph, connected_by_paths, connected_by_test]
SMALL = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 3)]


@every_engine
@pytest.mark.parametrize("grid", [*(square(*size) for size in SMALL), square(2, 3, frozenset({1, 4}))], ids=repr)
def test_shaded_cells_are_single_and_the_others_connected(grid: SquareGrid, engine: str) -> None:
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
def test_a_clear_cell_sees_as_many_as_its_number_says(number: int, engine: str) -> None:
    grid = square(3, 3, frozenset({5}))
    m = Model()
    clear = m.add_marks("shade", grid.cells, "clear", "shaded")
    post_visible_cells(
        m, grid, 4, number, clear, too_many="A", too_few="B"
    )  # from the middle: up, down and to the left
    expected = set()
    for chosen in product((True, False), repeat=len(grid.cells)):
        on = {cell for cell, is_on in zip(grid.cells, chosen, strict=True) if is_on}
        if 4 not in on or 1 + len({1, 3, 7} & on) == number:
            expected.add(frozenset((TRUE, *(v if c in on else -v for c, v in clear.items()))))
    assert_each_once(solutions_of(engine, m, list(clear.values())), expected, number)


@every_engine
def test_what_a_test_looks_at_is_tried_though_nothing_else_mentions_it(engine: str) -> None:
    model = Model()
    one, other, link = model.new_literals(3)
    model.post("R", 0, any_of(one), any_of(other), by_test(connected(Graph(2, [(0, 1)]), [one, other], [link])))
    assert solutions_of(engine, model, [one, other]) == [frozenset((TRUE, one, other))]


@every_engine
@pytest.mark.parametrize("reach", REACHES)
def test_whichever_way_it_is_said_what_is_on_is_connected(reach: ConnectivityEncoding, engine: str) -> None:
    random = Random("reach")
    for _ in range(draws(engine, 150)):
        pool, graph = pool_of(random, 7, 0), a_graph(random)
        literals = some_literals(random, pool, graph.size)
        root = random.choice((None, random.randrange(graph.size)))
        steps = None if root is None else random.choice((None, graph.size - 1))
        if root is not None:  # then it is on, and so many steps are enough
            pool.model.post("root", 0, any_of(literals[root]))
        pool.model.post("R", 0, *reach(pool.model, graph, literals, root, steps))

        def holds(world: World, graph: Graph = graph, on: Sequence[int] = literals, root: int | None = root) -> bool:
            chosen = {vertex for vertex, literal in enumerate(on) if literal in world}
            rooted = root is None or root in chosen
            return rooted and hang_together(chosen, [edge for edge in graph.edges if chosen.issuperset(edge)])

        assert_each_once(solutions_of(engine, pool.model, pool.booleans), pool.where(holds), (graph.edges, literals))


@pytest.mark.parametrize("size", range(7))
def test_a_loop_passes_once_or_never(size: int) -> None:
    clauses = list(zero_or_two(range(2, size + 2)))
    for signs in product((1, -1), repeat=size):
        world = {sign * literal for sign, literal in zip(signs, range(2, size + 2), strict=True)}
        assert all(world.intersection(clause) for clause in clauses) == (signs.count(1) in (0, 2))


def test_connected_vertices_support_each_other_where_several_are_on() -> None:
    random = Random("no_isolated_vertex")
    for _ in range(trials(200)):
        graph = a_graph(random)
        literals = [random.choice((2 + vertex, TRUE)) for vertex in range(graph.size)]
        clauses = list(no_isolated_vertex(graph, literals).lower(compile_model(Model())))
        for signs in product((1, -1), repeat=graph.size):
            world = {TRUE, *(sign * (2 + vertex) for vertex, sign in enumerate(signs))}
            on = {vertex for vertex, literal in enumerate(literals) if literal in world}
            if len(on) > 1 and hang_together(on, [edge for edge in graph.edges if on.issuperset(edge)]):
                assert all(world.intersection(clause) for clause in clauses)
        assert len(clauses) == sum(literal != TRUE for literal in literals)


@every_engine
@pytest.mark.parametrize("name", WORDS)
def test_a_word_means_what_it_says(engine: str, name: str) -> None:
    for pool, stated in sentences(name, draws(engine, 250)):
        assert_each_once(solutions_of(engine, pool.model, pool.variables), pool.where(stated.holds), stated)


@pytest.mark.parametrize("name", [*COUNTS, "visible"])
def test_helper_variables_follow_from_the_literals(name: str) -> None:
    """So a model has no more solutions with them than without, whichever variables tell solutions apart."""
    for pool, stated in sentences(name, trials(40)):
        everything = range(pool.booleans[0], compile_model(pool.model).variables + 1)
        solutions = solutions_of("lazy", pool.model, everything)
        assert len(solutions) == len(pool.where(stated.holds)), stated


@pytest.mark.parametrize("word", [at_least, at_most, exactly])
def test_a_count_needs_one_weight_per_literal(word: Callable[[int, list[int], list[int]], Count]) -> None:
    with pytest.raises(ValueError, match="weight"):
        word(1, [2, 3], [1])


@every_engine
@pytest.mark.parametrize("size", [1, 2, 3, 16, 17, 18, 40])
def test_integers_are_one_value_and_differ_however_many_values_there_are(engine: str, size: int) -> None:
    """Where there are many, not every pair of them is told apart by a clause of its own."""
    model = Model()
    integers = [model.new_integer(5, 4 + size) for _ in range(size)]
    model.post("R", 0, all_different(integers))
    with engines.open_session(engine, model) as session:
        fixed = [integer.equals(5 + number) for number, integer in enumerate(integers[:-2])]
        variables = [literal for integer in integers for literal in integer.literals]
        for solution in (solutions := list(session.solutions(variables, fixed))):
            values = [[v for v in integer.domain if solution.true(integer.equals(v))] for integer in integers]
            assert sorted(values) == [[value] for value in integers[0].domain]
        assert len(solutions) == min(size, 2)
        assert all(session.solve([integer.equals(4)]).status is Status.UNSOLVABLE for integer in integers)


def test_words_refuse_what_they_cannot_mean() -> None:
    with pytest.raises(ValueError, match="single root"):
        region(Graph(2, []), [2, 3], roots=(0, 1), min_size=1)
    with pytest.raises(ValueError, match="single root"):
        region(Graph(2, []), [2, 3], roots=(), max_size=1)
    for domain in (range(0), range(0, 6, 2)):
        with pytest.raises(ValueError, match="without gaps"):
            Model().add_integers("digits", [0], domain)


@every_engine
def test_degrees_and_a_route_make_one_loop(engine: str) -> None:
    random = Random("loops")
    for _ in range(draws(engine, 60)):
        graph, model = a_graph(random, most_edges=9), Model()
        line = model.new_literals(len(graph.edges))
        for around in graph.adjacency:
            here = [line[edge] for _, edge in around]
            model.post("degree", 0, *(any_of(-a, -b, -c) for a, b, c in combinations(here, 3)))
            model.post("degree", 0, *(implies(one, *(x for x in here if x != one)) for one in here))
        model.post("loop", 0, any_of(*line), route(graph, line))
        expected = Pool(model, line, []).where(partial(is_one_loop, graph, line))
        assert_each_once(solutions_of(engine, model, line), expected, graph.edges)


def is_one_loop(graph: Graph, line: Sequence[int], world: World) -> bool:
    ends = [vertex for edge, literal in zip(graph.edges, line, strict=True) if literal in world for vertex in edge]
    return bool(ends) and {ends.count(vertex) for vertex in ends} == {2} and one_piece(graph, line, world)


@every_engine
def test_a_placement_is_there_just_if_all_its_parts_are(engine: str) -> None:
    random = Random("placements")
    for _ in range(draws(engine, 30)):
        pool = pool_of(random, 5, 0)
        placements = [some_literals(random, pool, random.randint(0, 4)) for _ in range(random.randint(0, 4))]
        placed = pool.model.define_placements(placements)
        solutions = solutions_of(engine, pool.model, [*pool.booleans, *placed])
        assert len(solutions) == 2 ** len(pool.booleans), placements
        for world in solutions:
            assert [literal in world for literal in placed] == [world.issuperset(parts) for parts in placements]


RULES = (RuleInstance("A", 0), RuleInstance("A", 1), RuleInstance("B", frozenset({0, 1})))
BOOKKEEPING, HELP = "define", "redundant"


class Rulebook(NamedTuple):
    """A model with several constraints, and for each who states it: a rule instance, BOOKKEEPING or HELP."""

    pool: Pool
    stated: list[tuple[RuleInstance | str, Stated]]

    @property
    def model(self) -> Model:
        return self.pool.model

    def meaning(self, left_out: Collection[RuleInstance | str]) -> set[World]:
        return self.pool.where(*(stated.holds for owner, stated in self.stated if owner not in left_out))


def rulebook(random: Random, names: Sequence[str] = tuple(WORDS)) -> Rulebook:
    """Constraints, some stated outright and some by templates, now and then on a model that has grown from another."""
    pool = pool_of(random, 4, 2)
    owners: list[list[RuleInstance | str]] = [[*RULES, BOOKKEEPING, HELP], [*RULES], [BOOKKEEPING, HELP]]
    book = Rulebook(pool, [])
    for owner in random.choices(random.choice(owners), k=random.randint(0, 5)):
        if random.random() < 0.2:
            book = Rulebook(pool._replace(model=Model(book.model)), book.stated)
        name, seed = random.choice(names), random.random()
        book.stated.append((owner, WORDS[name](Random(seed), book.pool)))
        rule, place = owner if isinstance(owner, RuleInstance) else (owner, 0)
        domains = tuple((integer.low, len(integer.literals)) for integer in pool.integers)
        state = by_template if random.random() < 0.5 else outright
        state(book.model, place, pool.variables, rule, name, seed, domains)
    return book


def outright(
    m: Model, place: Place, literals: Sequence[int], rule: str, name: str, seed: float, domains: Domains
) -> None:
    """State a word of a pool that has these literals: those of integers come last."""
    integers, rest = list[Integer](), list(literals)
    for low, size in reversed(domains):
        integers.insert(0, Integer(low, tuple(rest[-size:])))
        del rest[-size:]
    constraint = WORDS[name](Random(seed), Pool(m, rest, integers)).constraint
    if rule in (BOOKKEEPING, HELP):
        (m.define if rule == BOOKKEEPING else m.post_redundant)(constraint)
    else:
        m.post(rule, place, constraint)


by_template = template(outright)


@every_engine
def test_a_template_makes_literals_of_its_own_each_time(engine: str) -> None:
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
        assert {tuple(map(solution.true, (first, second, third))) for solution in found} == expected


def test_what_is_large_is_no_template() -> None:
    @template
    def all_on(m: Model, place: Place, literals: Sequence[int]) -> None:
        m.post("R", place, *((literal,) for literal in literals))

    m = Model()
    all_on(m, 0, m.new_literals(MOST_LITERALS))
    assert len(m.template_uses) == 1
    all_on(m, 0, m.new_literals(MOST_LITERALS + 1))
    assert len(m.template_uses) == 1
    assert len(m.instances) == 1
    assert compile_model(m).clauses.count(0) == 1 + 2 * MOST_LITERALS + 1


@every_engine
def test_a_plain_model_holds_all_that_was_stated(engine: str) -> None:
    """CountSupport that are redundant may be left out, if it takes too much to say them."""
    random = Random("plain")
    for book in (rulebook(random) for _ in range(draws(engine, 100))):
        solutions = solutions_of(engine, book.model, book.pool.variables)
        least, most = book.meaning(left_out=()), book.meaning(left_out=[HELP])
        if any(owner == HELP and isinstance(stated.constraint, Count) for owner, stated in book.stated):
            assert least <= set(solutions) <= most, book.stated
            least = set(solutions)
        assert_each_once(solutions, least, book.stated)


@every_engine
def test_a_guarded_model_holds_all_but_what_is_redundant(engine: str) -> None:
    random = Random("guarded")
    for book in (rulebook(random) for _ in range(draws(engine, 100))):
        solutions = solutions_of(engine, book.model, book.pool.variables, guarded=True)
        assert_each_once(solutions, book.meaning(left_out=[HELP]), book.stated)


def satisfiable(session: Session, pool: Pool, without: Collection[RuleInstance]) -> set[World]:
    return {world for world in pool.worlds() if session.solve(world, without=without).status is Status.SOLVED}


@every_engine
def test_what_is_left_out_might_never_have_been_stated(engine: str) -> None:
    """Whereas definitions hold whatever is left out."""
    random = Random("without")
    for book in (rulebook(random) for _ in range(draws(engine, 60))):
        with engines.open_session(engine, book.model, guarded=True) as session:
            for without in (random.sample(RULES, 1), random.sample(RULES, 2), RULES):
                holding = run_job(partial(satisfiable, session, book.pool, without))
                assert holding == book.meaning(left_out=[*without, HELP]), (book.stated, without)


@every_engine
def test_counts_of_the_same_literals_keep_apart(engine: str) -> None:
    """They may share what counts for them, if they agree in signs and weights; bound, condition and rule differ."""
    random = Random("same literals")
    for _ in range(draws(engine, 100)):
        pool, size = pool_of(random, 6, 0), random.randint(3, 9)
        one = some_literals(random, pool, size)
        signs = (one, one, [-literal for literal in one])
        weights = (some_weights(random, size), *([random.randint(1, 3) for _ in one] for _ in range(2)))
        stated = {
            rule: bounded(random, pool, random.choice(list(BOUNDS)), random.choice(signs), random.choice(weights))
            for rule in RULES
        }
        for rule, (constraint, _) in stated.items():
            pool.model.post(*rule, constraint)
        book = Rulebook(pool, [*stated.items()])
        assert_each_once(solutions_of(engine, pool.model, pool.variables), book.meaning(left_out=()), book.stated)
        with engines.open_session(engine, pool.model, guarded=True) as session:
            for without in ([], *([rule] for rule in RULES), RULES):
                holding = run_job(partial(satisfiable, session, pool, without))
                assert holding == book.meaning(left_out=without), (book.stated, without)


@pytest.mark.parametrize("guarded", [False, True])
def test_counts_can_be_kept_as_counts(guarded: bool) -> None:
    """For an engine that knows them: what is compiled then, clauses and counts, means the same."""
    random = Random("counts")
    for book in (rulebook(random, names=tuple(COUNTS)) for _ in range(trials(40))):
        made = compile_model(book.model, guarded=guarded, counts=CountSupport.ALL)
        helpers = set(range(TRUE + 1, made.variables + 1)).difference(book.pool.variables, made.selectors)
        choices = [World((*made.selectors, *chosen)) for chosen in product(*((v, -v) for v in helpers))]
        holding = {world for world in book.pool.worlds() if any(satisfied(made, world | more) for more in choices)}
        assert holding == book.meaning(left_out=[HELP] if guarded else []), book.stated


def satisfied(made: CompiledModel, world: World) -> bool:
    def fits(count: Count) -> bool:
        weight = sum(w for literal, w in zip(count.literals, count.weights, strict=True) if literal in world)
        return count.when not in world or count.low <= weight <= count.high

    return not any(world.isdisjoint(clause) for clause in made.iter_clauses()) and all(map(fits, made.counts))


def test_an_instance_is_numbered_once_however_often_it_is_posted() -> None:
    model = Model()
    for literal in model.new_literals(2):
        for instance in RULES:
            model.post(*instance, any_of(literal))
    assert tuple(model.instances) == RULES
    assert len(compile_model(model, guarded=True).selectors) == len(RULES)


GRAPH = Graph(2, [(0, 1)])


def outgrown(model: Model) -> None:
    """Do to a model all that can be done to it."""
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


def form(model: Model) -> tuple[object, ...]:
    """All that an engine or a caller can see of a model."""
    return dict(model.mark_literals), list(model.instances), compile_model(model), compile_model(model, guarded=True)


def test_a_copy_and_its_original_grow_on_their_own() -> None:
    random, comparable = Random("copies"), sorted(set(ON_INTEGERS) | set(COUNTS) | {"any_of", "implies", "visible"})
    for original in (rulebook(random, comparable).model for _ in range(trials(20))):
        before, twin = form(original), original.copy()
        assert form(twin) == before
        outgrown(twin)
        assert form(original) == before
        after = form(twin)
        outgrown(original)
        assert form(original) == after
        outgrown(original)
        assert form(twin) == after != before


def test_a_skeleton_is_built_once_per_grid_and_options() -> None:
    built: list[tuple[Grid, str]] = []

    @skeleton
    def bones(grid: Grid, options: Options) -> Model:
        """Some bones."""
        built.append((grid, str(options)))
        model = Model()
        model.post(*RULES[0], any_of(*model.add_marks("shade", grid.cells, "black", "white").values()))
        return model

    every: list[dict[str, Value]] = [{}, {"size": 1}, {"size": 2}]
    asked = list(product((square(2, 2), square(2, 3)), every))
    fresh = [form(bones(grid, options)) for grid, options in asked]
    for _ in range(2):
        for (grid, options), before in zip(asked, fresh, strict=True):
            model = bones(grid, dict(options))
            assert form(model) == before
            outgrown(model)
    assert built == [(grid, str(options)) for grid, options in asked]
    assert bones.__doc__ == "Some bones."


def marked_model(random: Random, most_places: int) -> Model:
    """A model with a layer of each sort."""
    model, low = Model(), random.randint(-1, 2)
    shaded, numbered = (sorted(random.sample(range(30), random.randint(0, most_places))) for _ in range(2))
    model.new_literals(random.randint(0, 2))
    model.add_marks("shade", shaded, "black", "white")
    model.add_integers("digits", numbered, range(low, low + random.randint(1, 4)))
    return model


def test_marks_that_are_said_are_read_again() -> None:
    random = Random("marks")
    for model in (marked_model(random, 6) for _ in range(trials(50))):
        marks: dict[str, dict[Place, Mark]] = {
            layer: {place: random.choice(marking.values) for place in marking.places}
            for layer, marking in model.mark_literals.items()
        }
        said = set(model.literals_of(marks))
        assert {abs(literal) for literal in said} <= set(model.answer_variables(marks))
        assert model.decode_marks([v if v in said else -v for v in range(1, model.variables + 1)]) == marks


def test_outside_a_layer_a_mark_is_the_last_of_two_values_and_no_number() -> None:
    random = Random("outside")
    for model in (marked_model(random, 6) for _ in range(trials(20))):
        shade, digits = model.mark_literals["shade"], model.mark_literals["digits"]
        for place in set(range(-1, 31)).difference(shade.places):
            assert shade.literals(place) == {"black": FALSE, "white": TRUE}
        for place in set(range(-1, 31)).difference(digits.places):
            assert digits.literals(place) == dict.fromkeys(digits.values, FALSE)


@every_engine
def test_a_mark_leaves_just_the_values_it_does_not_rule_out(engine: str) -> None:
    random = Random("ruled out")
    for model in (marked_model(random, 2) for _ in range(draws(engine, 10))):
        with engines.open_session(engine, model) as session:
            for layer, marking in model.mark_literals.items():
                for place, size in product(marking.places, range(len(marking.values) + 1)):
                    out = RuledOut(random.sample(marking.values, size))
                    said = model.literals_of({layer: {place: out}})
                    solutions = list(session.solutions(marking.variables, said))
                    left = [model.decode_marks(solution.values)[layer][place] for solution in solutions]
                    assert set(left) == set(marking.values) - out
                    assert len(left) == len(set(left)) * len(marking.values) ** (len(marking.places) - 1)


def test_arrangements_are_all_ways_to_choose_things_that_are_not_beside_each_other() -> None:
    random = Random("arrangements")
    for _ in range(trials(200)):
        size, number = random.randint(0, 7), random.randint(0, 4)
        pairs = [pair for pair in combinations(range(size), 2) if random.random() < 0.3]
        beside = [sum(1 << (a + b - one) for a, b in pairs if one in (a, b)) for one in range(size)]
        expected = {
            sum(1 << one for one in chosen)
            for chosen in combinations(range(size), number)
            if not any(a in chosen and b in chosen for a, b in pairs)
        }
        found = arrangements(size, number, beside, most=100)
        assert found is not None
        assert len(found) == len(expected)
        assert set(found) == expected
        assert (arrangements(size, number, beside, most=len(expected) - 1) is None) == bool(expected)
