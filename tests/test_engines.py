"""Every engine implements the interface of sessions.

Their answers are compared with those of small random models whose solutions are found by trying all assignments.  A
world is one assignment: the set of its true literals.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, islice, product
from random import Random
from typing import NamedTuple, TypeAlias

import pytest

from effort import Effort, sample, trials
from masume import engines
from masume.core.errors import InputError, OutOfTimeError, UnknownNameError
from masume.core.outcome import Limits, Status
from masume.engines.session import Backbone, Core, Session, Solution
from masume.modelling import FALSE, TRUE, Graph, Model, RuleInstance, any_of, at_least, at_most, connected, exactly
from masume.modelling.compiler import compile_model
from masume.modelling.statements import Constraint
from registry import draws, model_engines

World: TypeAlias = frozenset[int]
SIZE = 7

every_engine = pytest.mark.parametrize("engine", model_engines())
plain_or_guarded = pytest.mark.parametrize("guarded", [False, True])


class Part(NamedTuple):
    """A rule instance of a model and the worlds it allows."""

    instance: RuleInstance
    constraint: Constraint
    allowed: set[World]


class KnownModel:
    """A small random model whose solutions are known, also without some of its rule instances."""

    def __init__(self, seed: int | str, parts: int = 6) -> None:
        random = Random(seed)
        self.model = Model()
        self.variables = self.model.new_literals(SIZE)
        self.worlds = [World((TRUE, *signs)) for signs in product(*((v, -v) for v in self.variables))]
        self.parts = [self._draw_part(random, number) for number in range(random.randint(1, parts))]
        for part in self.parts:
            self.model.post(*part.instance, part.constraint)

    def _draw_part(self, random: Random, number: int) -> Part:
        constraint, holds = random.choice((draw_clause, draw_clause, draw_count, draw_connected))(
            random, self.variables
        )
        return Part(RuleInstance("R", number), constraint, {world for world in self.worlds if holds(world)})

    def solutions(self, assumptions: Iterable[int] = (), without: Iterable[RuleInstance] = ()) -> list[World]:
        assumed, left_out = frozenset(assumptions), set(without)
        kept = [part.allowed for part in self.parts if part.instance not in left_out]
        return [world for world in self.worlds if assumed <= world and all(world in allowed for allowed in kept)]

    def status(self, assumptions: Iterable[int] = (), without: Iterable[RuleInstance] = ()) -> Status:
        return Status.SOLVED if self.solutions(assumptions, without) else Status.UNSOLVABLE

    def backbone(self, variables: Iterable[int], assumptions: Iterable[int] = ()) -> World | None:
        solutions = self.solutions(assumptions)
        if not solutions:
            return None
        return World.intersection(*solutions) & {literal for v in variables for literal in (v, -v)}

    def draw_assumptions(self, random: Random, limit: int = 4) -> list[int]:
        return [random.choice((1, -1)) * random.choice(self.variables) for _ in range(random.randint(0, limit))]


Drawn: TypeAlias = tuple[Constraint, Callable[[World], bool]]  # a constraint, and whether it holds in a world


def draw_clause(random: Random, variables: Sequence[int]) -> Drawn:
    literals = [random.choice((1, -1)) * v for v in random.sample(variables, random.randint(2, 4))]
    return any_of(*literals), lambda world: not world.isdisjoint(literals)


def draw_count(random: Random, variables: Sequence[int]) -> Drawn:
    literals = random.sample(variables, random.randint(2, SIZE))
    low = random.randint(0, len(literals) - 1)
    return at_least(low, literals), lambda world: len(world.intersection(literals)) >= low


def draw_connected(random: Random, variables: Sequence[int]) -> Drawn:
    pairs = list(combinations(range(len(variables)), 2))
    graph = Graph(len(variables), random.sample(pairs, random.randint(len(variables) - 2, len(variables) + 2)))

    def holds(world: World) -> bool:
        component = {vertex: vertex for vertex, literal in enumerate(variables) if literal in world}
        for a, b in graph.edges:
            if a in component and b in component:
                old, new = component[a], component[b]
                component = {vertex: new if part == old else part for vertex, part in component.items()}
        return len(set(component.values())) <= 1

    return connected(graph, variables), holds


def project(solutions: Iterable[Solution | World], variables: Iterable[int]) -> list[World]:
    """Return the values of the variables in each solution."""
    shown = list(variables)
    return [
        World(s.true_literal(v) if isinstance(s, Solution) else v if v in s else -v for v in shown) for s in solutions
    ]


def assert_each_once(found: list[World], expected: list[World]) -> None:
    assert set(found) == set(expected)
    assert len(found) == len(set(found))


def sessions(engine: str, guarded: bool, number: int, parts: int = 6) -> Iterator[tuple[KnownModel, Session, Random]]:
    """Yield models with known solutions, each with a session on it and a random generator."""
    for seed in range(draws(engine, number)):
        known = KnownModel(seed, parts)
        with engines.open_session(engine, known.model, guarded=guarded) as session:
            yield known, session, Random(seed)


@every_engine
@plain_or_guarded
def test_solve_finds_a_solution_if_and_only_if_there_is_one(engine: str, guarded: bool) -> None:
    for known, session, random in sessions(engine, guarded, 30):
        for assumptions in (known.draw_assumptions(random) for _ in range(6)):
            answer = session.solve(assumptions)
            assert answer.status is known.status(assumptions)
            assert (answer.solution is None) == (answer.status is Status.UNSOLVABLE) == (answer.core is not None)
            if answer.solution is not None:
                (world,) = project([answer.solution], [TRUE, *known.variables])
                assert world in known.solutions(assumptions)


@every_engine
def test_in_a_solution_either_a_variable_or_its_negation_is_true(engine: str) -> None:
    for known, session, _ in sessions(engine, True, 5):
        for solution in islice(session.solutions(known.variables), 5):
            assert solution.is_true(TRUE)
            assert not solution.is_true(FALSE)
            for variable in known.variables:
                assert solution.is_true(variable) != solution.is_true(-variable)
                assert solution.is_true(solution.true_literal(variable))
                assert abs(solution.true_literal(variable)) == variable


@every_engine
@plain_or_guarded
def test_solutions_yields_every_solution_once(engine: str, guarded: bool) -> None:
    for known, session, random in sessions(engine, guarded, 20):
        for assumptions in ([], known.draw_assumptions(random)):
            variables = random.sample(known.variables, random.randint(0, SIZE))
            expected = project(known.solutions(assumptions), variables)
            assert_each_once(project(session.solutions(variables, assumptions), variables), expected)


@every_engine
def test_solutions_stops_at_the_limit(engine: str) -> None:
    for known, session, random in sessions(engine, False, 10):
        limit = random.randint(1, 9)
        found = project(session.solutions(known.variables, limits=Limits(solutions=limit)), known.variables)
        assert len(set(found)) == len(found) == min(limit, len(known.solutions()))


@every_engine
def test_variables_that_no_rule_mentions_are_free(engine: str) -> None:
    model = Model()
    a, b, c = model.new_literals(3)
    with engines.open_session(engine, model) as session:
        assert len(list(session.solutions([a, b, c]))) == 8
        assert len(list(session.solutions([a, c], assumptions=[-b, c]))) == 2
        assert session.backbone([a, b, c], assumptions=[c, -a]) == [-a, c]
        assert list(session.solutions([], assumptions=[a, -a])) == []


@pytest.mark.slow_in_children
@every_engine
@plain_or_guarded
def test_an_abandoned_enumeration_does_not_affect_later_calls(engine: str, guarded: bool) -> None:
    """The iterator may be dropped, or paused during other calls."""
    for known, session, random in sessions(engine, guarded, 12):
        everything = project(known.solutions(), known.variables)
        for number in (1, random.randint(0, 5)):
            list(islice(session.solutions(known.variables), number))
        paused = session.solutions(known.variables)
        before = list(islice(paused, 1))
        assert_each_once(project(session.solutions(known.variables), known.variables), everything)
        assert session.solve().status is known.status()
        assert_each_once(project([*before, *paused], known.variables), everything)


@every_engine
@plain_or_guarded
def test_the_backbone_has_the_literals_common_to_all_solutions(engine: str, guarded: bool) -> None:
    for known, session, random in sessions(engine, guarded, 30):
        for assumptions in ([], *(known.draw_assumptions(random) for _ in range(3))):
            variables = random.sample(known.variables, random.randint(0, SIZE))
            found = session.backbone(variables, assumptions)
            assert (None if found is None else set(found)) == known.backbone(variables, assumptions)
            assert found is None or len(found) == len(set(found))
        assert_each_once(
            project(session.solutions(known.variables), known.variables),
            project(known.solutions(), known.variables),
        )


def instances_outside(known: KnownModel, core: Core) -> list[RuleInstance]:
    return [part.instance for part in known.parts if part.instance not in core.instances]


def cores(engine: str, guarded: bool) -> Iterator[tuple[KnownModel, Session, list[int], Core]]:
    """Yield models, sessions on them, assumptions that make them unsolvable, and the cores that the sessions find."""
    for known, session, random in sessions(engine, guarded, 40, parts=20):
        signs = ([random.choice((v, -v)) for v in known.variables] for _ in range(4))
        for assumptions in ([], *signs, *(known.draw_assumptions(random, limit=8) for _ in range(2))):
            if known.status(assumptions) is Status.UNSOLVABLE:
                core = session.solve(assumptions).core
                assert core is not None
                yield known, session, assumptions, core


@every_engine
@plain_or_guarded
def test_a_core_has_assumptions_and_instances_that_cannot_hold_together(engine: str, guarded: bool) -> None:
    seen = 0
    for known, session, assumptions, core in cores(engine, guarded):
        seen += 1
        assert set(core.assumptions) <= set(assumptions)
        assert set(core.instances) <= ({part.instance for part in known.parts} if guarded else set())
        left_out = instances_outside(known, core) if guarded else []
        assert known.status(core.assumptions, left_out) is Status.UNSOLVABLE
        assert session.solve(core.assumptions, without=left_out).status is Status.UNSOLVABLE
    assert seen > 5


@every_engine
@plain_or_guarded
def test_a_minimal_core_is_minimal(engine: str, guarded: bool) -> None:
    for known, session, assumptions, core in cores(engine, guarded):
        whole = Core(tuple(part.instance for part in known.parts if guarded), tuple(assumptions))
        for original in (core, whole):
            minimal = session.minimize_core(original)
            assert set(minimal.instances) <= set(original.instances)
            assert set(minimal.assumptions) <= set(original.assumptions)
            assert_minimal(known, minimal, guarded)


def assert_minimal(known: KnownModel, minimal: Core, guarded: bool) -> None:
    left_out = instances_outside(known, minimal) if guarded else []
    assert known.status(minimal.assumptions, left_out) is Status.UNSOLVABLE
    for instance in minimal.instances:
        assert known.status(minimal.assumptions, [*left_out, instance]) is Status.SOLVED
    for literal in minimal.assumptions:
        fewer = [other for other in minimal.assumptions if other != literal]
        assert known.status(fewer, left_out) is Status.SOLVED


@every_engine
@plain_or_guarded
def test_assumptions_may_contradict_each_other_and_the_constants(engine: str, guarded: bool) -> None:
    model = Model()
    a, b = model.new_literals(2)
    model.post("R", 0, any_of(a, b))
    with engines.open_session(engine, model, guarded=guarded) as session:
        assert session.solve([b, a, -a]).core == Core((), (a, -a)) or session.solve([b, a, -a]).core == Core(
            (), (-a, a)
        )
        assert session.solve([b, FALSE]).core == Core((), (FALSE,))
        assert session.solve([a, a, TRUE]).status is Status.SOLVED


@every_engine
@plain_or_guarded
def test_a_contradictory_model_has_an_empty_core(engine: str, guarded: bool) -> None:
    model = Model()
    a, b = model.new_literals(2)
    model.post("R", 0, any_of(b))
    model.define(any_of())
    with engines.open_session(engine, model, guarded=guarded) as session:
        assert session.solve([a]).status is Status.UNSOLVABLE
        assert session.solve([a]).core == session.minimize_core(Core((), (a,))) == Core((), ())
        assert list(session.solutions([a, b])) == []
        assert session.backbone([a, b]) is None


def make_random_call(known: KnownModel, session: Session, random: Random, guarded: bool) -> None:
    """Make one call of any kind, and check its result unless it ran out of time."""
    assumptions = known.draw_assumptions(random)
    match random.randrange(6):
        case 0:
            assert session.solve(assumptions).status is known.status(assumptions)
        case 1:
            without = [part.instance for part in known.parts if guarded and random.random() < 0.5]
            assert session.solve(assumptions, without=without).status is known.status(assumptions, without)
        case 2:
            short = session.solve(assumptions, Limits(seconds=random.choice((0, 1e-5, 1e-4))))
            assert short.status in (Status.TIMEOUT, known.status(assumptions))
        case 3:
            list(islice(session.solutions(known.variables, assumptions), random.randint(0, 4)))
        case 4:
            found = session.backbone(known.variables, assumptions)
            assert (None if found is None else set(found)) == known.backbone(known.variables, assumptions)
        case _:
            core = session.solve(assumptions).core
            if core is not None:
                session.minimize_core(core)


@pytest.mark.slow_in_children
@every_engine
@plain_or_guarded
def test_after_many_calls_a_session_answers_like_a_fresh_one(engine: str, guarded: bool) -> None:
    for known, session, random in sessions(engine, guarded, 3):
        for _ in range(draws(engine, 300)):
            make_random_call(known, session, random, guarded)
        with engines.open_session(engine, known.model, guarded=guarded) as fresh:
            for each in (session, fresh):
                assert_each_once(
                    project(each.solutions(known.variables), known.variables),
                    project(known.solutions(), known.variables),
                )
            for pair in sample([*combinations([*known.variables, *(-v for v in known.variables)], 2)], 15):
                assert session.solve(pair).status is fresh.solve(pair).status is known.status(pair)


def interleave_sessions(engine: str, seeds: Iterable[int]) -> int:
    """Open sessions on many models and use them in turn; return the number of solutions of all."""
    random = Random(0)
    known_models = [KnownModel(seed) for seed in seeds]
    opened = [
        engines.open_session(engine, known.model, guarded=seed % 2 == 1) for seed, known in enumerate(known_models)
    ]
    running = [session.solutions(known.variables) for known, session in zip(known_models, opened, strict=True)]
    found: list[list[Solution]] = [[] for _ in known_models]
    for _ in range(trials(10)):
        for number, (known, session) in enumerate(zip(known_models, opened, strict=True)):
            found[number] += islice(running[number], 2)
            make_random_call(known, session, random, guarded=number % 2 == 1)
    for known, solutions, some in zip(known_models, running, found, strict=True):
        everything = project(known.solutions(), known.variables)
        assert_each_once(project([*some, *solutions], known.variables), everything)
    for session in opened:
        session.close()
    return sum(len(known.solutions()) for known in known_models)


@pytest.mark.slow_in_children
@every_engine
def test_interleaved_sessions_are_independent(engine: str) -> None:
    assert interleave_sessions(engine, range(trials(8))) > 0


@pytest.mark.slow_in_children
@every_engine
def test_sessions_in_four_threads_are_independent(engine: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        sessions = 6 if Effort.thorough else 1
        seeds = (range(8 * thread, 8 * thread + sessions) for thread in range(4))
        jobs = [pool.submit(interleave_sessions, engine, each) for each in seeds]
    assert all(job.result() > 0 for job in jobs)


@every_engine
@plain_or_guarded
def test_a_session_does_not_change_its_model(engine: str, guarded: bool) -> None:
    for known in map(KnownModel, range(5)):
        before = compile_model(known.model), compile_model(known.model, guarded=True)
        with engines.open_session(engine, known.model, guarded=guarded) as session:
            session.backbone(known.variables)
        assert (compile_model(known.model), compile_model(known.model, guarded=True)) == before


@every_engine
@plain_or_guarded
def test_statistics_name_the_engine_and_count_its_work(engine: str, guarded: bool) -> None:
    model = Model()
    cells = model.new_literals(20)
    model.post("R", 0, exactly(7, cells), at_most(6, cells))
    with engines.open_session(engine, model, guarded=guarded) as session:
        for _ in range(2):
            assert session.statistics["engine"] == engine
            assert session.solve().status is Status.UNSOLVABLE
            statistics = session.statistics
            for count in ("variables", "conflicts"):
                assert isinstance(statistics[count], int)
        assert int(statistics["variables"]) >= len(cells)


@every_engine
def test_a_session_can_be_closed_twice(engine: str) -> None:
    known = KnownModel(0)
    with engines.open_session(engine, known.model) as session:
        paused = session.solutions(known.variables)
        next(paused, None)
        session.close()
    session.close()
    del paused  # ends the iterator, which must not use the closed session


@every_engine
def test_an_error_inside_a_with_statement_is_raised(engine: str) -> None:
    with pytest.raises(LookupError), engines.open_session(engine, KnownModel(0).model):
        raise LookupError


def test_the_default_engine_is_the_first_name() -> None:
    assert engines.names()[0] == engines.default()
    assert len(set(engines.names())) == len(engines.names())
    with engines.open_session(None, KnownModel(0).model) as session:
        assert session.statistics["engine"] == engines.default()


@every_engine
def test_an_engine_has_a_description(engine: str) -> None:
    assert engines.describe(engine).startswith(f"{engine}: ")


@pytest.mark.parametrize("engine", ["cp", "choco"])
def test_without_its_package_an_engine_reports_what_to_install(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    reason = rf"it needs the package \w+: pip install 'masume\[{engine}\]'"
    assert re.search(rf"\(unavailable: {reason}\)$", engines.describe(engine))
    with pytest.raises(InputError, match=rf"^the engine {engine} cannot be used here: {reason}$"):
        engines.open_session(engine, Model())


@pytest.mark.parametrize("name", ["", "no such engine", "x" * 1000])
def test_the_error_for_an_unknown_engine_lists_all_engines(name: str) -> None:
    with pytest.raises(UnknownNameError) as error:
        engines.open_session(name, Model())
    assert all(engine in str(error.value) for engine in engines.names())
    assert len(str(error.value)) < 200


@every_engine
def test_wrong_use_of_a_session_raises(engine: str) -> None:
    model = Model()
    (a,) = model.new_literals(1)
    model.post("R", 0, any_of(a))
    instance = RuleInstance("R", 0)
    with engines.open_session(engine, model) as session:
        with pytest.raises(ValueError, match="guarded"):
            session.solve(without=[instance])
        with pytest.raises(ValueError, match="guarded"):
            session.solve(only=[instance])
        with pytest.raises(ValueError, match="retractable"):
            session.retract(1)
    with pytest.raises(ValueError, match="no rule instance"):
        engines.open_session(engine, model, guarded=[instance, RuleInstance("R", 1)])
    with pytest.raises(ValueError, match="closed"):
        session.solve()


def chosen_sessions(engine: str, number: int) -> Iterator[tuple[KnownModel, Session, list[RuleInstance], Random]]:
    """Yield models with known solutions, sessions in which some rule instances are guarded, and these instances."""
    for seed in range(draws(engine, number)):
        known, random = KnownModel(seed, parts=20), Random(seed)
        guarded = [part.instance for part in known.parts if random.random() < 0.5]
        with engines.open_session(engine, known.model, guarded=guarded) as session:
            yield known, session, guarded, random


@every_engine
def test_only_guarded_instances_can_be_switched_off(engine: str) -> None:
    for known, session, guarded, random in chosen_sessions(engine, 30):
        off = [instance for instance in guarded if random.random() < 0.5]
        on = [instance for instance in guarded if instance not in off]
        for assumptions in ([], known.draw_assumptions(random)):
            for left_out, switches in (([], {}), (off, {"without": off}), (off, {"only": on}), (guarded, {"only": []})):
                assert session.solve(assumptions, **switches).status is known.status(assumptions, left_out)
        for instance in (part.instance for part in known.parts if part.instance not in guarded):
            with pytest.raises(ValueError, match="guarded"):
                session.solve(without=[instance])


@every_engine
def test_with_all_guarded_instances_switched_on_the_solutions_are_those_of_the_model(engine: str) -> None:
    for known, session, _, _ in chosen_sessions(engine, 20):
        found = project(session.solutions(known.variables), known.variables)
        assert_each_once(found, project(known.solutions(), known.variables))
        common = session.backbone(known.variables)
        assert (None if common is None else set(common)) == known.backbone(known.variables)


@every_engine
@pytest.mark.parametrize("core_effort", [0, 1, 8])
def test_a_core_names_only_guarded_instances(engine: str, core_effort: int) -> None:
    seen = 0
    for known, session, guarded, random in chosen_sessions(engine, 60):
        for assumptions in ([random.choice((v, -v)) for v in known.variables] for _ in range(6)):
            core = session.solve(assumptions, core_effort=core_effort).core
            if core is None:
                continue
            seen += bool(core.instances)
            assert set(core.instances) <= set(guarded)
            left_out = [instance for instance in guarded if instance not in core.instances]
            assert known.status(core.assumptions, left_out) is Status.UNSOLVABLE
            minimal = session.minimize_core(core)
            for instance in minimal.instances:
                others = [other for other in guarded if other not in minimal.instances or other == instance]
                assert known.status(minimal.assumptions, others) is Status.SOLVED
    assert seen


@pytest.mark.slow_in_children
@every_engine
@plain_or_guarded
def test_clauses_can_be_added_and_retracted(engine: str, guarded: bool) -> None:
    """The allowed worlds are always those of the model in which all clauses hold that were not retracted."""
    for known, session, random in sessions(engine, guarded, 8):
        active: dict[int, list[int]] = {}
        always: list[list[int]] = []
        for _ in range(8):
            clause = [random.choice((v, -v)) for v in random.sample(known.variables, 3)]
            if active and random.random() < 0.4:
                number = random.choice(list(active))
                session.retract(number)
                del active[number]
                with pytest.raises(ValueError, match="retractable"):
                    session.retract(number)
            elif random.random() < 0.3:
                session.add_clause(clause)
                always.append(clause)
            else:
                active[session.add_retractable_clause(clause)] = clause
            clauses = [*always, *active.values()]
            left = [world for world in known.solutions() if all(not world.isdisjoint(each) for each in clauses)]
            assert_each_once(
                project(session.solutions(known.variables), known.variables), project(left, known.variables)
            )
            core = session.solve().core
            assert (core is None) == bool(left)
            assert core is None or core.assumptions == ()
            common = session.backbone(known.variables)
            assert common == (
                None
                if not left
                else [v if v in left[0] else -v for v in known.variables if len({v in world for world in left}) == 1]
            )


@every_engine
def test_a_new_literal_means_what_its_clauses_say(engine: str) -> None:
    model = Model()
    a, b = model.new_literals(2)
    with engines.open_session(engine, model) as session:
        either = session.new_literal()
        for clause in ([-either, a, b], [either, -a], [either, -b]):
            session.add_clause(clause)
        solution = session.solve([either, -a]).solution
        assert solution is not None
        assert solution.is_true(b)
        assert session.solve([-either, b]).core is not None
        assert len(list(session.solutions([a, b], [either]))) == 3


@every_engine
def test_a_bounded_backbone_says_what_it_knows(engine: str) -> None:
    for known, session, _ in sessions(engine, False, 20):
        true, solutions = known.backbone(known.variables), known.solutions()
        for max_searches in (1, 2, 3, 50):
            found = session.find_backbone(known.variables, max_searches=max_searches)
            worlds = project(found.solutions, known.variables)
            assert set(worlds) <= set(project(solutions, known.variables))
            assert len(set(worlds)) == len(worlds) <= max_searches
            assert set(found.literals) == (set(World.intersection(*worlds)) if worlds else set())
            assert not found.complete or set(found.literals) == (true or set())
            assert found.complete or len(worlds) == max_searches
        assert found.complete


def pigeons(number: int) -> Model:
    """Return a model without a solution whose proof takes many conflicts: more pigeons than holes."""
    model = Model()
    holes = [model.new_literals(number - 1) for _ in range(number)]
    for pigeon, own in enumerate(holes):
        model.post("R", pigeon, any_of(*own))
    for hole in range(number - 1):
        for one, other in combinations(holes, 2):
            model.define(any_of(-one[hole], -other[hole]))
    return model


with_conflict_limits = pytest.mark.parametrize("engine", [e for e in model_engines() if e in ("native", "lazy")])


@with_conflict_limits
def test_a_limit_of_conflicts_stops_at_the_same_point_every_time(engine: str) -> None:
    def run() -> list[object]:
        spent: list[object] = []
        with engines.open_session(engine, pigeons(8), guarded=True) as session:
            for conflicts in (1, 10, 100, 10_000_000):
                before = session.statistics["conflicts"]
                spent.append(session.solve(limits=Limits(conflicts=conflicts)).status)
                spent.append(int(session.statistics["conflicts"]) - int(before))
        return spent

    first = run()
    assert first == run()
    assert first[0] is first[2] is first[4] is Status.TIMEOUT
    assert first[6] is Status.UNSOLVABLE
    for spent, conflicts in zip(first[1:6:2], (1, 10, 100), strict=True):
        assert isinstance(spent, int)
        assert spent >= conflicts
        assert spent < 2 * conflicts + 10 or engine == "lazy"  # Glucose looks at the limit only when it restarts


@with_conflict_limits
def test_a_backbone_stops_at_a_limit_of_conflicts(engine: str) -> None:
    with engines.open_session(engine, pigeons(8)) as session:
        assert session.find_backbone([2], limits=Limits(conflicts=1)) == Backbone((), (), complete=False)
        with pytest.raises(OutOfTimeError):
            session.backbone([2], limits=Limits(conflicts=1))


@with_conflict_limits
def test_a_limit_of_conflicts_counts_for_a_whole_call(engine: str) -> None:
    model = Model()
    literals = model.new_literals(12)
    model.post("R", 0, at_least(3, literals), at_most(4, literals), any_of(literals[0], literals[1]))
    with engines.open_session(engine, model) as session, pytest.raises(OutOfTimeError):
        list(session.solutions(literals, limits=Limits(conflicts=2)))


@pytest.mark.parametrize("engine", [e for e in model_engines() if e not in ("native", "lazy")])
def test_other_engines_refuse_a_limit_of_conflicts(engine: str) -> None:
    with engines.open_session(engine, KnownModel(0).model) as session, pytest.raises(InputError, match="conflicts"):
        session.solve(limits=Limits(conflicts=5))
