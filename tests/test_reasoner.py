"""The reasoner in Python says just what the extension's says: the same proofs, sizes and work, whatever is asked."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
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
from masume.explaining.reasoning.annotated_model import Loop, Reading, Statement, Word, read
from masume.explaining.reasoning.fallback import PythonReasoner
from masume.explaining.reasoning.native import NativeReasoner
from masume.explaining.reasoning.propagation import FIRST_CUT, MOST_INSTANCES
from masume.modelling import Model, RuleInstance
from masume.modelling.basic_constraints import TRUE, Connected, Count, Region, Route
from masume.modelling.graph import Graph, cell_graph
from masume.modelling.integers import Integer, Sum
from masume.modelling.literal_table import LiteralTable
from masume.modelling.visibility import Visibility
from masume.solving import build_model
from registry import all_genres, genre_ids, random_board, specimens_of

needs_extension = pytest.mark.skipif(
    engines.why_unavailable("native") is not None, reason="the engine native is not here"
)

DRAWS = int(os.environ.get("MASUME_DRAWS", "1"))
BOARDS = trials(30) * DRAWS  # of a genre, drawn by lot
READINGS = trials(60) * DRAWS  # of each sort
SHAPES = ((1, 4), (2, 2), (3, 3), (3, 5), (4, 4), (5, 5))
LIMITS = (-1, 0, 1, 2, 3, 5, 8, 14, MOST_INSTANCES, MOST_INSTANCES + 8)

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)


class Pair:
    """Both reasoners on a reading, which are asked the same and have to agree."""

    def __init__(self, reading: Reading, random: Random) -> None:
        self.reading, self.random = reading, random
        self.reasoners: tuple[Reasoner, Reasoner] = (NativeReasoner(reading), PythonReasoner(reading))
        self.answered: Counter[str] = Counter()  # questions that had an answer worth comparing

    def ask(self, name: str, *arguments: Any) -> Any:
        one, other = ((getattr(reasoner, name)(*arguments), reasoner.work) for reasoner in self.reasoners)
        assert one == other, (name, arguments)
        self.answered[name] += bool(one[0])
        return one[0]

    def ask_everything(self, facts: Sequence[int], instances: Sequence[int] = ()) -> None:
        """All questions, in an order in which the answer to one could spoil the next."""
        random, variables = self.random, range(2, self.reading.variables + 1)
        literals = [random.choice((one, -one)) for one in random.sample(variables, min(8, len(variables)))]
        self.ask("begin", facts, instances)
        self.ask("direct")
        for limit in random.sample(LIMITS, 3):
            self.ask("sizes", literals, limit)
        for number in (0, 1, 1, 1, 1, 2, 3):
            self.ask("refute", random.choices(literals, k=number) if literals else [], random.choice(LIMITS))
        for literal in literals[:2]:
            self.ask("refute_by_cases", literal, random.choices(variables, k=20), random.choice(LIMITS))
        self.ask("direct")

    def ask_with_some_instances(self, facts: Sequence[int]) -> None:
        owners = sorted({statement.owner for statement in self.reading.statements} - {0})
        if owners:
            self.ask_everything(facts, self.random.sample(owners, self.random.randint(1, len(owners))))


def some_of(literals: Sequence[int], random: Random) -> list[int]:
    """Some literals, now and then with wrong ones among them."""
    share, wrong = random.choice((0, 0.1, 0.3, 0.6, 0.9)), random.choice((0, 0, 0, 0.1))
    chosen = [-one if random.random() < wrong else one for one in literals if random.random() < share]
    random.shuffle(chosen)
    return [*chosen, *(-one for one in chosen[:1] if random.random() < 0.05)]


def asked_about_board(board: masume.Board, random: Random) -> Pair:
    model = build_model(board)
    solved = masume.solve(board, limits=Limits(solutions=1)).board
    pair = Pair(read(model, frozenset({"given"})), random)
    variables = range(2, model.variables + 1)
    goal = model.literals_of(solved.marks) if solved else [random.choice((one, -one)) for one in variables]
    pair.ask_everything(some_of(goal, random))
    pair.ask_with_some_instances(some_of(goal, random))
    if solved:
        follow(pair, [*model.literals_of(board.given)], goal)
    return pair


def follow(pair: Pair, facts: list[int], goal: Sequence[int], most: int = 8) -> None:
    """Go some steps of a solution: what is found becomes a fact."""
    for _ in range(most):
        wanted = [literal for literal in goal if literal not in facts]
        pair.ask("begin", facts)
        pair.ask("direct")
        sizes = pair.ask("sizes", [-literal for literal in wanted], 7)
        found = [literal for literal, size in zip(wanted, sizes, strict=True) if size == min(sizes)]
        for literal in found[:2]:
            pair.ask("refute", [-literal], min(sizes))
        if not found or min(sizes) > 7:
            pair.ask("refute_by_cases", -(wanted or [TRUE])[0], [abs(literal) for literal in wanted[:20]], 14)
        facts += found[:4]


@needs_extension
@every_genre
def test_both_agree_on_specimens(genre: Genre) -> None:
    for specimen in specimens_of(genre):
        asked_about_board(specimen.board, Random(str(specimen)))


@needs_extension
@every_genre
def test_both_agree_on_random_boards(genre: Genre) -> None:
    answered: Counter[str] = Counter()
    for seed in range(BOARDS):
        random = Random(f"{genre.name} {seed}")
        board = random_board(genre, square(*random.choice(SHAPES)), random, given=random.choice((0, 0, 0.2)))
        answered += asked_about_board(board, random).answered
    assert answered["direct"] > BOARDS, "the law was hardly tried"
    assert answered["refute"] > BOARDS, "the law was hardly tried"


class Words:
    """Words by lot, about literals that repeat, are negated, or are always true, too."""

    def __init__(self, variables: int, random: Random) -> None:
        self.variables, self.random = variables, random

    def literal(self) -> int:
        return self.random.choice((1, 1, -1)) * self.random.randint(1, self.variables)

    def literals(self, number: int) -> tuple[int, ...]:
        if number > self.variables or self.random.random() < 0.2:
            return tuple(self.literal() for _ in range(number))
        return tuple(
            self.random.choice((1, 1, -1)) * one for one in self.random.sample(range(1, self.variables + 1), number)
        )

    def when(self) -> int:
        return self.random.choice((TRUE, TRUE, TRUE, self.literal()))

    def clause(self) -> Word:
        return self.literals(self.random.choice((0, 1, 2, 2, 2, 3, 3, 4)))

    def count(self) -> Word:
        literals = self.literals(self.random.randint(0, 7))
        plain = self.random.random() < 0.5
        weights = tuple(1 if plain else self.random.choice((1, 1, 2, 3, -1, -2, 0)) for _ in literals)
        low = self.random.randint(-3, 6)
        return Count(literals, weights, low, low + self.random.randint(-1, 5), self.when())

    def run(self) -> Word:
        rays = tuple(self.literals(self.random.randint(0, 4)) for _ in range(self.random.randint(0, 4)))
        low = self.random.randint(-1, 6)
        return Visibility(rays, low, low + self.random.randint(0, 4), self.when())

    def sum(self) -> Word:
        low, total = self.random.randint(-1, 3), self.random.randint(0, 14)
        size, number = self.random.randint(1, 5), self.random.randint(1, 4)
        literals = self.literals(size * number)
        integers = tuple(Integer(low, literals[start : start + size]) for start in range(0, size * number, size))
        return Sum(integers, total, True, self.when())

    def choices(self) -> Word:
        size = self.random.choice((1, 2, 3, 4, 5, 6, 64))
        rows = tuple(self.random.getrandbits(size) for _ in range(self.random.choice((0, 1, 2, 3, 5, 8))))
        return LiteralTable(self.literals(size), rows)

    def graph(self) -> Graph:
        """With parallel edges, and parts that do not hang together; some are parts of others."""
        size = self.random.randint(2, 7)
        tree = [(self.random.randrange(other), other) for other in range(1, size) if self.random.random() < 0.9]
        pairs = [(one, other) for one in range(size) for other in range(one + 1, size)]
        graph = Graph(size, [*tree, *self.random.choices(pairs, k=self.random.randint(0, 5))])
        vertices = self.random.sample(range(size), self.random.randint(1, size))
        return graph.subgraph(vertices) if self.random.random() < 0.2 else graph

    def connected(self) -> Word:
        graph = self.graph()
        links = self.literals(len(graph.edges)) if self.random.random() < 0.5 else None
        return Connected(graph, self.literals(graph.size), links)

    def route(self) -> Route:
        graph = self.graph()
        return Route(graph, self.literals(len(graph.edges)))

    def loop(self) -> Word:
        return Loop(self.route())

    def region(self) -> Word:
        graph = self.graph()
        roots = tuple(self.random.sample(range(graph.size), self.random.randint(1, graph.size)))
        if self.random.random() < 0.3:
            return Region(graph, self.literals(graph.size), roots)
        sizes = self.random.randint(0, 4), self.random.choice((None, 1, 2, 3, 5))
        return Region(graph, self.literals(graph.size), roots[:1], *sizes)


SORTS: dict[str, Callable[[Words], Word]] = {
    name: getattr(Words, name)
    for name in ("clause", "count", "run", "sum", "choices", "connected", "route", "loop", "region")
}


def a_reading(variables: int, statements: Sequence[Statement]) -> Reading:
    most = max((statement.owner for statement in statements), default=0)
    return Reading(Model(), variables, [RuleInstance("rule", number) for number in range(most)], list(statements))


def holds(statement: Statement, world: Sequence[int]) -> bool:
    reasoner = NativeReasoner(a_reading(len(world), [statement]))
    return reasoner.begin(world) and reasoner.refute([], MOST_INSTANCES) is None


def statements(sort: str, world: Sequence[int], random: Random) -> Iterator[Statement]:
    """Statements by lot, many of one sort; all of them, or all but few, hold in a world."""
    words, owners = Words(len(world), random), random.choice((1, 3, 8, 40))
    others, wrong = random.choice((0, 0.2, 0.5)), random.choice((0, 0, 0.01, 0.05))
    for _ in range(random.randint(3, 60)):
        word = SORTS[random.choice(("clause", *SORTS)) if random.random() < others else sort](words)
        statement = Statement(random.choice((0, *[random.randint(1, owners) for _ in range(4)])), word)
        if random.random() < wrong or holds(statement, world):
            yield statement


@needs_extension
@pytest.mark.parametrize("sort", SORTS)
def test_both_agree_on_random_statements(sort: str) -> None:
    answered: Counter[str] = Counter()
    for seed in range(READINGS):
        random = Random(f"{sort} {seed}")
        world = [TRUE, *(random.choice((one, -one)) for one in range(2, random.choice((4, 6, 10, 16, 24))))]
        pair = Pair(a_reading(len(world), list(statements(sort, world, random))), random)
        for _ in range(2):
            pair.ask_everything(some_of(world, random)[: random.choice((3, 24))])
            pair.ask_with_some_instances(some_of(world, random))
        answered += pair.answered
    assert min(answered[name] for name in ("begin", "direct", "refute")) > READINGS, "the law was hardly tried"


@needs_extension
def test_both_agree_on_cases() -> None:
    """On clauses of three literals propagation alone finds little."""
    answered: Counter[str] = Counter()
    for seed in range(READINGS):
        random = Random(seed)
        world = [TRUE, *(random.choice((one, -one)) for one in range(2, 16))]
        clauses = [tuple(random.choice((one, -one)) for one in random.sample(world, 3)) for _ in range(80)]
        true = [clause for clause in clauses if not set(world).isdisjoint(clause)]
        owners = random.choice((10, len(true)))
        pair = Pair(
            a_reading(len(world), [Statement(number % owners, each) for number, each in enumerate(true)]), random
        )
        pair.ask("begin", some_of(world, random)[:2])
        for literal in world[1:]:
            pair.ask("refute_by_cases", -literal, range(2, len(world) + 1), random.choice((4, 8, 14, MOST_INSTANCES)))
        pair.ask_everything([])
        answered += pair.answered
    assert answered["refute_by_cases"] > READINGS, "the law was hardly tried"


@needs_extension
@pytest.mark.parametrize("length", [1, 2, MOST_INSTANCES - 1, MOST_INSTANCES, MOST_INSTANCES + 1])
def test_both_agree_where_reasons_become_too_many(length: int) -> None:
    chain = [Statement(number, (-number - 1, number + 2)) for number in range(1, length + 1)]
    pair = Pair(a_reading(length + 2, chain), Random(length))
    pair.ask("begin", [])
    for limit in (length - 1, length, length + 1, 2 * MOST_INSTANCES):
        proof = pair.ask("refute", [2, -length - 2], limit)
        assert (proof is not None) == (length <= min(limit, MOST_INSTANCES))


@needs_extension
def test_both_agree_on_what_is_found_late_by_few_instances() -> None:
    """A loop that sees something only when more is known, though it needs less of that than was taken by then."""
    graph = cell_graph(square(4, 4))
    around = Loop(Route(graph, range(2, len(graph.edges) + 2)))
    words: list[Word] = [around, (-15, -5), (-16, 11), (23, 16)]
    pair = Pair(a_reading(len(graph.edges) + 1, [Statement(*each) for each in enumerate(words, 1)]), Random(0))
    pair.ask("begin", [7, -17])
    assert pair.ask("refute", [5], 14)


@needs_extension
def test_both_agree_on_a_clause_that_repeats_a_literal() -> None:
    """In a row the third vertex needs the second, and the fourth, which is too far, has the same literal as that."""
    row = Region(Graph(4, [(0, 1), (1, 2), (2, 3)]), (2, 3, 4, 3), (0,), max_size=3)
    pair = Pair(a_reading(4, [Statement(1, row)]), Random(0))
    pair.ask("begin", [2, 4])
    assert pair.ask("direct")[-4:] == [-2, -3, -4, -3]
    assert pair.ask("refute", [], 2)


def test_a_proof_in_numbers() -> None:
    """One of 2 and 3 (nobody's statement); 2 needs 4 (the first's); 3 and 4 are never both (the second's, a count)."""
    never_both = Count((3, 4), (1, 1), 0, 1)
    reasoner = PythonReasoner(a_reading(4, [Statement(0, (2, 3)), Statement(1, (-2, 4)), Statement(2, never_both)]))
    assert reasoner.begin([])
    assert reasoner.direct() == []
    assert reasoner.sizes([2, -2, 3, -4], 5) == [6, 6, 6, 6]
    assert reasoner.refute([2, 3], 1) is None
    assert reasoner.refute([2, 3], 2) == [
        *(4, 1, 0, -1, 2, -2, 4),  # 4 by the first, because of 2
        *(0, 2, 0, 0, 3, -1, -3, -4),  # a contradiction by the second, in the structure 0
    ]
    assert reasoner.begin([3])
    assert reasoner.direct() == [-4, 2, 0, 0, 3, -1, -3, -4]
    assert reasoner.sizes([2, -2, 4], 5) == [2, 6, 1]
    assert reasoner.begin([-2])
    assert reasoner.direct() == [-4, 2, 0, 0, 3, -1, -3, -4], "that 3 follows from -2 is nobody's"
    assert not reasoner.begin([-2, -3])


def test_cuts_are_told_apart_by_their_boundaries() -> None:
    """A row of five vertices that are connected, of which both ends are on."""
    row = Connected(Graph(5, [(0, 1), (1, 2), (2, 3), (3, 4)]), (2, 3, 4, 5, 6))
    reasoner = PythonReasoner(a_reading(6, [Statement(1, row)]))
    assert reasoner.begin([2, 6])
    direct = reasoner.direct()
    lines = [direct[start : start + 8] for start in range(0, len(direct), 8)]
    assert [line[0] for line in lines] == [5, 4, 3]
    assert [line[2] for line in lines] == [FIRST_CUT, FIRST_CUT + 1, FIRST_CUT + 2]
