"""The reasoner in Python and that of the extension return the same proofs, sizes and amounts of work."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

import masume
from effort import trials
from masume import engines
from masume.core.genre import Genre
from masume.core.outcome import Limits
from masume.core.square import square
from masume.explaining.reasoning import Reasoner
from masume.explaining.reasoning.annotated_model import (
    AnnotatedModel,
    ClosedRoute,
    ExplainableConstraint,
    Origin,
    OwnedConstraint,
    Parity,
    annotate_model,
)
from masume.explaining.reasoning.fallback import PythonReasoner
from masume.explaining.reasoning.native import NativeReasoner
from masume.explaining.reasoning.propagation import FIRST_CUT, MAX_REASONS
from masume.modelling import Model, RuleInstance
from masume.modelling.basic_constraints import TRUE, Connected, Count, Region, Route
from masume.modelling.graph import Graph, cell_graph
from masume.modelling.integers import Integer, Sum
from masume.modelling.literal_table import LiteralTable
from masume.modelling.visibility import Visibility
from masume.solving import build_model
from registry import all_genres, genre_ids, random_board, specimens_of

needs_extension = pytest.mark.skipif(
    engines.why_unavailable("native") is not None, reason="the extension is not installed"
)

DRAWS = int(os.environ.get("MASUME_DRAWS", "1"))
BOARDS = max(10, trials(30)) * DRAWS  # random boards per genre; with fewer, some genres give too few results
MODELS = trials(60) * DRAWS  # random models per kind of constraint
SHAPES = ((1, 4), (2, 2), (3, 3), (3, 5), (4, 4), (5, 5))
LIMITS = (-1, 0, 1, 2, 3, 5, 8, 14, MAX_REASONS, MAX_REASONS + 8)

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)


class ReasonerPair:
    """Both reasoners on one model; every call is made on both and must give the same result."""

    def __init__(self, model: AnnotatedModel, random: Random) -> None:
        self.model, self.random = model, random
        self.reasoners: tuple[Reasoner, Reasoner] = (NativeReasoner(model), PythonReasoner(model))
        self.answers: Counter[str] = Counter()  # per method: calls with a result that is not empty

    def compare(self, method: str, *arguments: Any) -> Any:
        native, python = ((getattr(reasoner, method)(*arguments), reasoner.work) for reasoner in self.reasoners)
        assert native == python, (method, arguments)
        result, _ = native
        self.answers[method] += bool(result)
        return result

    def compare_everything(self, facts: Sequence[int], owners: Sequence[int] = ()) -> None:
        """Call all methods, in an order in which state left behind by one would affect the next."""
        random, variables = self.random, range(2, self.model.variables + 1)
        literals = random_signs(random.sample(variables, min(8, len(variables))), random)
        self.compare("begin", facts, owners)
        self.compare("direct_inferences")
        for limit in random.sample(LIMITS, 3):
            self.compare("proof_sizes", literals, limit)
            self.compare("closure", limit)
        for number in (0, 1, 1, 1, 1, 2, 3):
            self.compare("refute", random.choices(literals, k=number) if literals else [], random.choice(LIMITS))
        for literal in literals[:2]:
            self.compare("refute_by_cases", literal, random.choices(variables, k=20), random.choice(LIMITS))
        self.compare_searches(literals, Random(str(facts)))
        self.compare("direct_inferences")

    def compare_searches(self, literals: Sequence[int], random: Random) -> None:
        variables = range(2, self.model.variables + 1)
        decisions = random_signs(random.sample(variables, min(12, len(variables))), random)
        counts = self.compare("count_consequences", literals)
        contradictory = self.compare("find_contradictory", literals)
        assert contradictory == [literal for literal, count in zip(literals, counts, strict=True) if count < 0]
        for number, depth in ((0, 1), (1, 1), (1, 2), (1, 100), (2, 3)):
            assumptions = random.sample(literals, min(number, len(literals)))
            self.compare("refute_by_search", assumptions, decisions, random.choice((0, 1, 3, 100)), depth)

    def compare_with_some_owners(self, facts: Sequence[int]) -> None:
        owners = sorted({owner for _, owner, _ in self.model.constraints} - {0})
        if owners:
            self.compare_everything(facts, self.random.sample(owners, self.random.randint(1, len(owners))))


def sample_literals(literals: Sequence[int], random: Random) -> list[int]:
    """Return some of the literals, sometimes with a few negated ones among them."""
    share, negated = random.choice((0, 0.1, 0.3, 0.6, 0.9)), random.choice((0, 0, 0, 0.1))
    chosen = [-literal if random.random() < negated else literal for literal in literals if random.random() < share]
    random.shuffle(chosen)
    return [*chosen, *(-literal for literal in chosen[:1] if random.random() < 0.05)]


def random_signs(variables: Iterable[int], random: Random) -> list[int]:
    return [random.choice((variable, -variable)) for variable in variables]


def compare_on_board(board: masume.Board, random: Random) -> ReasonerPair:
    model = build_model(board)
    solution = masume.solve(board, limits=Limits(solutions=1)).board
    pair = ReasonerPair(annotate_model(model, frozenset({"given"})), random)
    variables = range(2, model.variables + 1)
    goal = model.literals_of(solution.marks) if solution else random_signs(variables, random)
    pair.compare_everything(sample_literals(goal, random))
    pair.compare_with_some_owners(sample_literals(goal, random))
    if solution:
        follow_solution(pair, [*model.literals_of(board.given)], goal)
        switch_owners_on(pair, goal, random)
    return pair


def switch_owners_on(pair: ReasonerPair, goal: Sequence[int], random: Random) -> None:
    """Compare closing: at first with some owners, later with more; nothing false may follow."""
    owners = sorted({owner for _, owner, _ in pair.model.constraints} - {0})
    random.shuffle(owners)
    for limit in (0, 2, 5):
        half = len(owners) // 2
        pair.compare("begin", [], owners[:half] or [0])
        undecided: list[int] = pair.compare("close", goal, limit)
        groups = [owners[start : start + 2] for start in range(half, len(owners), 2)]
        gains = pair.compare("count_gains", groups, undecided)
        assert len(gains) == len(groups)
        for group in groups[:3]:
            assert pair.compare("settle", group)
            fewer = pair.compare("close", undecided, limit)
            assert set(fewer) <= set(undecided)
            undecided = fewer


def follow_solution(pair: ReasonerPair, facts: list[int], goal: Sequence[int], rounds: int = 8) -> None:
    """Compare on the way to a solution: what is found in one round is a fact in the next."""
    for _ in range(rounds):
        wanted = [literal for literal in goal if literal not in facts]
        pair.compare("begin", facts)
        pair.compare("direct_inferences")
        sizes = pair.compare("proof_sizes", [-literal for literal in wanted], 7)
        found = [literal for literal, size in zip(wanted, sizes, strict=True) if size == min(sizes)]
        for literal in found[:2]:
            pair.compare("refute", [-literal], min(sizes))
        if not found or min(sizes) > 7:
            pair.compare("refute_by_cases", -(wanted or [TRUE])[0], [abs(literal) for literal in wanted[:20]], 14)
        facts += found[:4]


@needs_extension
@every_genre
def test_both_agree_on_specimens(genre: Genre) -> None:
    for specimen in specimens_of(genre):
        compare_on_board(specimen.board, Random(str(specimen)))


@needs_extension
@every_genre
def test_both_agree_on_random_boards(genre: Genre) -> None:
    answers: Counter[str] = Counter()
    for seed in range(BOARDS):
        random = Random(f"{genre.name} {seed}")
        board = random_board(genre, square(*random.choice(SHAPES)), random, given=random.choice((0, 0, 0.2)))
        answers += compare_on_board(board, random).answers
    assert answers["direct_inferences"] > BOARDS, "too few results were compared"
    assert answers["refute"] > BOARDS, "too few results were compared"


class RandomConstraints:
    """Random constraints; their literals may repeat, be negated or be always true."""

    def __init__(self, variables: int, random: Random) -> None:
        self.variables, self.random = variables, random

    def literal(self) -> int:
        return self.random.choice((1, 1, -1)) * self.random.randint(1, self.variables)

    def literals(self, number: int) -> tuple[int, ...]:
        if number > self.variables or self.random.random() < 0.2:
            return tuple(self.literal() for _ in range(number))
        variables = self.random.sample(range(1, self.variables + 1), number)
        return tuple(self.random.choice((1, 1, -1)) * variable for variable in variables)

    def when(self) -> int:
        return self.random.choice((TRUE, TRUE, TRUE, self.literal()))

    def clause(self) -> ExplainableConstraint:
        return self.literals(self.random.choice((0, 1, 2, 2, 2, 3, 3, 4)))

    def count(self) -> ExplainableConstraint:
        literals = self.literals(self.random.randint(0, 7))
        unweighted = self.random.random() < 0.5
        weights = tuple(1 if unweighted else self.random.choice((1, 1, 2, 3, -1, -2, 0)) for _ in literals)
        low = self.random.randint(-3, 6)
        return Count(literals, weights, low, low + self.random.randint(-1, 5), self.when())

    def visibility(self) -> ExplainableConstraint:
        rays = tuple(self.literals(self.random.randint(0, 4)) for _ in range(self.random.randint(0, 4)))
        low = self.random.randint(-1, 6)
        return Visibility(rays, low, low + self.random.randint(0, 4), self.when())

    def sum(self) -> ExplainableConstraint:
        low, total = self.random.randint(-1, 3), self.random.randint(0, 14)
        size, number = self.random.randint(1, 5), self.random.randint(1, 4)
        literals = self.literals(size * number)
        integers = tuple(Integer(low, literals[start : start + size]) for start in range(0, size * number, size))
        return Sum(integers, total, True, self.when())

    def table(self) -> ExplainableConstraint:
        size = self.random.choice((1, 2, 3, 4, 5, 6, 64))
        rows = tuple(self.random.getrandbits(size) for _ in range(self.random.choice((0, 1, 2, 3, 5, 8))))
        return LiteralTable(self.literals(size), rows)

    def graph(self) -> Graph:
        """Return a graph, perhaps with parallel edges or several components, or a part of one."""
        size = self.random.randint(2, 7)
        tree = [(self.random.randrange(other), other) for other in range(1, size) if self.random.random() < 0.9]
        pairs = [(one, other) for one in range(size) for other in range(one + 1, size)]
        graph = Graph(size, [*tree, *self.random.choices(pairs, k=self.random.randint(0, 5))])
        vertices = self.random.sample(range(size), self.random.randint(1, size))
        return graph.subgraph(vertices) if self.random.random() < 0.2 else graph

    def connected(self) -> ExplainableConstraint:
        graph = self.graph()
        links = self.literals(len(graph.edges)) if self.random.random() < 0.5 else None
        return Connected(graph, self.literals(graph.size), links)

    def route(self) -> Route:
        graph = self.graph()
        return Route(graph, self.literals(len(graph.edges)))

    def closed_route(self) -> ExplainableConstraint:
        return ClosedRoute(self.route())

    def parity(self) -> ExplainableConstraint:
        return Parity(self.route())

    def region(self) -> ExplainableConstraint:
        graph = self.graph()
        roots = tuple(self.random.sample(range(graph.size), self.random.randint(1, graph.size)))
        if self.random.random() < 0.3:
            return Region(graph, self.literals(graph.size), roots)
        sizes = self.random.randint(0, 4), self.random.choice((None, 1, 2, 3, 5))
        return Region(graph, self.literals(graph.size), roots[:1], *sizes)


KINDS: dict[str, Callable[[RandomConstraints], ExplainableConstraint]] = {
    name: getattr(RandomConstraints, name)
    for name in (
        "clause",
        "count",
        "visibility",
        "sum",
        "table",
        "connected",
        "route",
        "closed_route",
        "parity",
        "region",
    )
}


Owned = tuple[int, ExplainableConstraint]  # an owner and its constraint


def make_model(variables: int, constraints: Sequence[Owned]) -> AnnotatedModel:
    """Return a model in which each constraint has another origin: statements 10, 11, 12 and so on."""
    last_owner = max((owner for owner, _ in constraints), default=0)
    instances = [RuleInstance("rule", number) for number in range(last_owner)]
    owned = [OwnedConstraint(Origin(10 + number, number % 3), *each) for number, each in enumerate(constraints)]
    return AnnotatedModel(Model(), variables, instances, owned)


def holds(constraint: Owned, assignment: Sequence[int]) -> bool:
    reasoner = NativeReasoner(make_model(len(assignment), [constraint]))
    return reasoner.begin(assignment) and reasoner.refute([], MAX_REASONS) is None


def random_constraints(kind: str, assignment: Sequence[int], random: Random) -> Iterator[Owned]:
    """Yield constraints, mostly of one kind; all, or all except a few, hold under the assignment."""
    factory, owners = RandomConstraints(len(assignment), random), random.choice((1, 3, 8, 40))
    other_kinds, broken = random.choice((0, 0.2, 0.5)), random.choice((0, 0, 0.01, 0.05))
    for _ in range(random.randint(3, 60)):
        constraint = KINDS[random.choice(("clause", *KINDS)) if random.random() < other_kinds else kind](factory)
        owned = random.choice((0, *[random.randint(1, owners) for _ in range(4)])), constraint
        if random.random() < broken or holds(owned, assignment):
            yield owned


@needs_extension
@pytest.mark.parametrize("kind", KINDS)
def test_both_agree_on_random_constraints(kind: str) -> None:
    answers: Counter[str] = Counter()
    for seed in range(MODELS):
        random = Random(f"{kind} {seed}")
        assignment = [TRUE, *random_signs(range(2, random.choice((4, 6, 10, 16, 24))), random)]
        pair = ReasonerPair(make_model(len(assignment), list(random_constraints(kind, assignment, random))), random)
        for _ in range(2):
            pair.compare_everything(sample_literals(assignment, random)[: random.choice((3, 24))])
            pair.compare_with_some_owners(sample_literals(assignment, random))
        answers += pair.answers
    assert min(answers[name] for name in ("begin", "direct_inferences", "refute")) > MODELS, (
        "too few results were compared"
    )


@needs_extension
def test_both_agree_on_cases() -> None:
    """Use clauses of three literals, from which propagation alone finds little."""
    answers: Counter[str] = Counter()
    for seed in range(MODELS):
        random = Random(seed)
        assignment = [TRUE, *random_signs(range(2, 16), random)]
        clauses = [tuple(random_signs(random.sample(assignment, 3), random)) for _ in range(80)]
        satisfied = [clause for clause in clauses if not set(assignment).isdisjoint(clause)]
        owners = random.choice((10, len(satisfied)))
        constraints: list[Owned] = [(number % owners, clause) for number, clause in enumerate(satisfied)]
        pair = ReasonerPair(make_model(len(assignment), constraints), random)
        variables = range(2, len(assignment) + 1)
        pair.compare("begin", sample_literals(assignment, random)[:2])
        for literal in assignment[1:]:
            pair.compare("refute_by_cases", -literal, variables, random.choice((4, 8, 14, MAX_REASONS)))
        pair.compare_everything([])
        answers += pair.answers
    assert answers["refute_by_cases"] > MODELS, "too few results were compared"


@needs_extension
@pytest.mark.parametrize("length", [1, 2, MAX_REASONS - 1, MAX_REASONS, MAX_REASONS + 1])
def test_both_agree_where_reasons_become_too_many(length: int) -> None:
    chain: list[Owned] = [(number, (-number - 1, number + 2)) for number in range(1, length + 1)]
    pair = ReasonerPair(make_model(length + 2, chain), Random(length))
    pair.compare("begin", [])
    for limit in (length - 1, length, length + 1, 2 * MAX_REASONS):
        proof = pair.compare("refute", [2, -length - 2], limit)
        assert (proof is not None) == (length <= min(limit, MAX_REASONS))


@needs_extension
def test_both_agree_on_inferences_with_few_reasons_that_are_found_late() -> None:
    """The loop's propagator finds something only when many literals are known, but needs few of them as reasons."""
    graph = cell_graph(square(4, 4))
    route = Route(graph, range(2, len(graph.edges) + 2))
    constraints: list[Owned] = [
        (1, ClosedRoute(route)),
        (1, Parity(route)),
        (2, (-15, -5)),
        (3, (-16, 11)),
        (4, (23, 16)),
    ]
    pair = ReasonerPair(make_model(len(graph.edges) + 1, constraints), Random(0))
    pair.compare("begin", [7, -17])
    assert pair.compare("refute", [5], 14)


@needs_extension
def test_both_agree_on_a_clause_that_repeats_a_literal() -> None:
    """In a row of four vertices the third needs the second; the fourth is too far away and has the second's literal."""
    row = Region(Graph(4, [(0, 1), (1, 2), (2, 3)]), (2, 3, 4, 3), (0,), max_size=3)
    pair = ReasonerPair(make_model(4, [(1, row)]), Random(0))
    pair.compare("begin", [2, 4])
    assert pair.compare("direct_inferences")[-4:] == [-2, -3, -4, -3]
    assert pair.compare("refute", [], 2)


def test_a_proof_as_integers() -> None:
    never_both = Count((3, 4), (1, 1), 0, 1)
    constraints: list[ExplainableConstraint] = [(2, 3), (-2, 4), never_both]  # bookkeeping, owner 1, owner 2
    reasoner = PythonReasoner(make_model(4, list(enumerate(constraints))))
    assert reasoner.begin([])
    assert reasoner.direct_inferences() == []
    assert reasoner.proof_sizes([2, -2, 3, -4], 5) == [6, 6, 6, 6]
    assert reasoner.refute([2, 3], 1) is None
    assert reasoner.refute([2, 3], 2) == [
        *(4, 11, 1, 0, 2, -2, 4),  # statement 11, of owner 1, infers 4 from 2
        *(0, 12, 2, 0, 3, -1, -3, -4),  # a contradiction by statement 12, of owner 2
    ]
    assert reasoner.begin([3])
    assert reasoner.direct_inferences() == [-4, 12, 2, 0, 3, -1, -3, -4]
    assert reasoner.proof_sizes([2, -2, 4], 5) == [2, 6, 1]
    assert reasoner.begin([-2])
    assert reasoner.direct_inferences() == [-4, 12, 2, 0, 3, -1, -3, -4], "3 follows from -2 by bookkeeping"
    assert not reasoner.begin([-2, -3])


def test_cuts_are_identified_by_their_boundaries() -> None:
    """In a row of five connected vertices, both ends are on."""
    row = Connected(Graph(5, [(0, 1), (1, 2), (2, 3), (3, 4)]), (2, 3, 4, 5, 6))
    reasoner = PythonReasoner(make_model(6, [(1, row)]))
    assert reasoner.begin([2, 6])
    direct = reasoner.direct_inferences()
    lines = [direct[start : start + 8] for start in range(0, len(direct), 8)]
    assert [line[0] for line in lines] == [5, 4, 3]
    assert [line[3] for line in lines] == [FIRST_CUT, FIRST_CUT + 1, FIRST_CUT + 2]
