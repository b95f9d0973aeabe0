"""Completion and loop formulas: the same stable models as clingo finds, and as the definition says."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from clingo import Control, Function
from clingo.ast import ProgramBuilder

from agreement import can_be_said
from effort import trials
from masume import formulations
from masume.core.genre import Genre
from masume.engines.asp_worker import ParsedProgram
from masume.engines.completion import Completion
from masume.engines.ground import GroundProgram, components
from masume.formulations.exchange import exchange
from registry import all_genres, random_board, small_grids

Answers = set[frozenset[str]]
Loading = Callable[[Control], None]

TIGHT = {
    "nothing": "",
    "facts": "a. b :- a.",
    "negation": "a :- not b. b :- not c.",
    "an even loop": "a :- not b. b :- not a.",
    "choice": "{ a; b } :- not c. { c }.",
    "a choice that is also a fact": "{ a; b }. a.",
    "bounds": "2 { a; b; c; d } 3.",
    "weights": "{ a; b; c }. d :- #sum { 3,a : a; 2,b : b; 2,c : c } >= 4. :- not d, a.",
    "many in a count": "{ p(1..9) }. :- #count { X : p(X) } != 2.",
    "double negation": "a :- not not a. b :- not not b, a.",
    "an external": "#external a. [free] #external b. [true] #external c. c1 :- c. a1 :- a. b1 :- b.",
    "an external that a rule defines": "#external a. [free] { b }. a :- b. c :- a.",
}
LOOPING = {
    "a loop": "a :- b. b :- a. c :- not a.",
    "a loop that must hold": "a :- b. b :- a. :- not a.",
    "on itself": "a :- a. { b }.",
    "support from outside": "{ c; d }. a :- b. b :- a. a :- c, not d. b :- d.",
    "two loops that meet": "{ x }. a :- b. b :- a. b :- c. c :- b. c :- x.",
    "a choice in a loop": "{ a } :- b. { b } :- a. { a } :- c. { c }.",
    "an odd loop through a loop": "a :- b, not c. b :- a. c :- not a. b :- not c.",
    "a count in a loop": "{ x; y }. a :- 2 { x; b; c }. b :- a. c :- b. b :- y, x.",
    "weights in a loop": "{ x; y; z }. a :- #sum { 2,x : x; 3,b : b; 1,y : y } >= 3. b :- a. b :- z, not x.",
    "reaching": "{ e(1..4,1..4) }. r(1). r(Y) :- r(X), e(X,Y). :- not r(4). :- #count { X,Y : e(X,Y) } > 3. :- e(X,X).",
}
UNSATISFIABLE = {
    "an odd loop": "a :- not a.",
    "a constraint on a fact": "a. :- a.",
    "what loops cannot give": "a :- b. b :- a. :- not b.",
}


def text(program: str) -> Loading:
    return lambda control: control.add("base", [], program)


def completed(load: Loading, simplified: bool = True) -> tuple[Completion, dict[int, str]]:
    """The completion of a program, and its atoms."""
    ground, control = GroundProgram(), Control(["--warn=none"])
    control.register_observer(ground, replace=True)
    load(control)
    control.ground([("base", [])])
    return Completion(ground, simplified), {atom.literal: str(atom.symbol) for atom in control.symbolic_atoms}


def listed(completion: Completion, atoms: dict[int, str], most: int = 0) -> list[frozenset[str]]:
    found = completion.models(list(atoms), most)
    return [frozenset(name for literal, name in atoms.items() if true(literal)) for true in found]


def answers(completion: Completion, atoms: dict[int, str]) -> Answers:
    found = listed(completion, atoms)
    assert len(found) == len(set(found))
    return set(found)


def by_clingo(load: Loading, chosen: set[str] | None = None, most: int = 0) -> Answers:
    found: Answers = set()
    control = Control([str(most), "--warn=none"])
    load(control)
    control.ground([("base", [])])
    atoms = {atom.literal: str(atom.symbol) for atom in control.symbolic_atoms}
    asked = [(literal, name) for literal, name in atoms.items() if chosen is None or name in chosen]
    with control.solve(yield_=True) as handle:
        for model in handle:
            found.add(frozenset(name for literal, name in asked if model.is_true(literal)))
    return found


@pytest.mark.parametrize("simplified", [True, False])
@pytest.mark.parametrize(
    "program", [*(TIGHT | LOOPING | UNSATISFIABLE).values()], ids=[*TIGHT | LOOPING | UNSATISFIABLE]
)
def test_small_programs_have_the_answers_that_clingo_finds(program: str, simplified: bool) -> None:
    assert answers(*completed(text(program), simplified)) == by_clingo(text(program))


@pytest.mark.parametrize("program", TIGHT.values(), ids=TIGHT)
def test_a_tight_program_needs_no_loop_formula(program: str) -> None:
    completion, atoms = completed(text(program))
    assert listed(completion, atoms)
    assert completion.statistics["loop_formulas"] == 0
    assert completion.statistics["sat_calls"] == len(by_clingo(text(program))) + 1


def test_loop_formulas_are_counted_and_kept() -> None:
    completion, atoms = completed(text(LOOPING["reaching"]))
    first = answers(completion, atoms)
    counted = dict(completion.statistics)
    assert counted["loop_formulas"] > 0
    assert counted["loop_clauses"] >= counted["loop_formulas"]
    assert answers(completion, atoms) == first
    again = completion.statistics
    assert again["loop_formulas"] == counted["loop_formulas"]
    assert again["sat_calls"] == counted["sat_calls"] + len(first) + 1


def test_the_size_is_that_of_the_clauses() -> None:
    completion, _ = completed(text("{ a; b; c }. d :- a, b. d :- b, c. e :- a, c."))
    assert completion.statistics["completion_atoms"] == 7  # two bodies of d; that of e is e itself
    assert completion.statistics["clauses"] == 2 * 3 + 3 + 3


def test_answers_differ_in_what_is_asked_for() -> None:
    completion, atoms = completed(text("{ a; b; c }. :- not a, not b, not c."))
    (a,) = [literal for literal, name in atoms.items() if name == "a"]
    assert sorted(true(a) for true in completion.models([a])) == [False, True]
    assert len([*completion.models([])]) == 1
    assert len([*completion.models(atoms, 3)]) == 3
    assert len([*completion.models(atoms)]) == 7
    for true in completion.models([999]):
        assert (true(999), true(-999), true(a)) == (False, True, not true(-a))


@pytest.mark.parametrize("program", ["a ; b.", "{ a }. #minimize { 1 : a }.", "{ a }. #edge (1,2) : a."])
def test_what_is_not_supported_is_refused(program: str) -> None:
    with pytest.raises(ValueError, match="not supported: expected"):
        completed(text(program))


def test_long_loops_are_found() -> None:
    program = "{ x }. a(N) :- a(N+1), N < 5000, n(N). a(5000) :- a(1). a(7) :- x. n(1..4999). :- not a(1)."
    assert len(answers(*completed(text(program)))) == 1


def test_components_are_the_classes_of_mutual_reach() -> None:
    random = Random(5)
    for _ in range(trials(300)):
        size = random.randint(1, 8)
        graph = {v: [random.randrange(size) for _ in range(random.randint(0, 2))] for v in range(size)}
        reach = {v: {v} for v in graph}
        for _ in graph:
            reach = {v: reach[v].union(*(reach[w] for w in graph[v])) for v in graph}
        expected = {frozenset(w for w in reach[v] if v in reach[w]) for v in graph}
        assert sorted(map(sorted, components(graph))) == sorted(map(sorted, expected))


class Rule(NamedTuple):
    """A ground rule: a plain one if there is no bound."""

    choice: bool
    head: list[int]
    bound: int | None
    body: list[tuple[int, int]]


def random_rules(random: Random, size: int, choosing_by_weight: bool) -> Iterator[Rule]:
    def literals(most: int) -> list[tuple[int, int]]:
        signs, chosen = random.choices((1, 1, -1), k=most), random.choices(range(1, size + 1), k=most)
        return [(sign * atom, random.randint(1, 3)) for sign, atom in zip(signs, chosen, strict=True)]

    for _ in range(random.randint(2, 3 * size)):
        head = random.choices(range(1, size + 1), k=random.choice((0, 1, 1, 1, 1, 2)))
        choice, weighed = len(head) > 1 or random.random() < 0.2, random.random() < 0.4
        if weighed and not choosing_by_weight:
            choice, head = False, head[:1]
        bound = random.randint(0, 6) if weighed else None
        yield Rule(choice, head, bound, literals(random.randint(0, 8 if random.random() < 0.1 else 4)))


def given(rules: list[Rule], size: int) -> Loading:
    def load(control: Control) -> None:
        with control.backend() as backend:
            for atom in range(1, size + 1):
                assert backend.add_atom(Function(f"a{atom}")) == atom
            for rule in rules:
                if rule.bound is None:
                    backend.add_rule(rule.head, [literal for literal, _ in rule.body], rule.choice)
                else:
                    backend.add_weight_rule(rule.head, rule.bound, rule.body, rule.choice)

    return load


def by_definition(rules: list[Rule], size: int) -> Answers:
    """The sets of atoms that are closed under the rules and derived by them, what is negated being read off the set."""
    found: Answers = set()
    for bits in product((False, True), repeat=size):
        guess = {atom for atom, bit in enumerate(bits, 1) if bit}
        derived: set[int] = set()
        for _ in range(size + 1):
            for rule in rules:
                if holds(rule, derived, guess):
                    derived |= guess.intersection(rule.head)
        broken = any(
            not rule.choice and holds(rule, guess, guess) and not guess.intersection(rule.head) for rule in rules
        )
        if derived == guess and not broken:
            found.add(frozenset(f"a{atom}" for atom in guess))
    return found


def holds(rule: Rule, derived: set[int], guess: set[int]) -> bool:
    true = [weight for literal, weight in rule.body if literal in derived or (literal < 0 and -literal not in guess)]
    return len(true) == len(rule.body) if rule.bound is None else sum(true) >= rule.bound


@pytest.mark.parametrize("seed", range(10))
def test_random_programs_have_the_answers_that_clingo_finds(seed: int) -> None:
    random, loops = Random(seed), 0
    for _ in range(trials(100)):
        size = random.randint(1, 8)
        rules = [*random_rules(random, size, choosing_by_weight=False)]
        completion, atoms = completed(given(rules, size), simplified=random.random() < 0.7)
        assert answers(completion, atoms) == by_clingo(given(rules, size)), rules
        loops += completion.statistics["loop_formulas"]
    assert loops > 0


@pytest.mark.parametrize("seed", range(5))
def test_random_programs_have_the_answers_that_the_definition_gives(seed: int) -> None:
    """Also with choices by weight, which clingo never makes of a text, and where clingo 5.8.2 loses answers."""
    random = Random(seed)
    for _ in range(trials(100)):
        size = random.randint(1, 6)
        rules = [*random_rules(random, size, choosing_by_weight=True)]
        assert answers(*completed(given(rules, size))) == by_definition(rules, size), rules


MOST_ANSWERS = 500  # of one board; empty ones have very many
EVERY = [(genre, name) for genre in all_genres() for name in formulations.names(genre)]


@pytest.mark.parametrize(("genre", "name"), EVERY, ids=lambda part: getattr(part, "name", part))
def test_formulations_have_the_answers_that_clingo_finds(genre: Genre, name: str) -> None:
    random, formulation = Random(name), formulations.find(genre, name)
    boards = [random_board(genre, random.choice(small_grids(genre)[-3:]), random) for _ in range(trials(60))]
    for board in [board for board in boards if can_be_said(board, name)][:4]:
        talk = exchange(board, formulation)
        load = stripped(formulation.program, talk.facts())
        completion, atoms = completed(load)
        predicates = {signature.split("/")[0] for signature in talk.answer}
        asked = {literal: atom for literal, atom in atoms.items() if atom.split("(")[0] in predicates}
        expected = by_clingo(load, set(asked.values()), MOST_ANSWERS)
        if len(expected) < MOST_ANSWERS:
            assert answers(completion, asked) == expected


def stripped(program: str, facts: str) -> Loading:
    """A program whose tagged rules are constraints."""

    def load(control: Control) -> None:
        parsed = ParsedProgram(program, lambda code, message: None)
        parsed.strip_heads()
        with ProgramBuilder(control) as builder:
            for statement in parsed.statements:
                builder.add(statement)
        control.add("base", [], facts)

    return load
