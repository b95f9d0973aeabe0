"""A model is one list of statements: all views of it name the same ones, and only explanations restate them."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

import pytest

from effort import sample
from masume import engines
from masume.core.genre import Genre
from masume.core.outcome import Status
from masume.core.places import Place
from masume.explaining.proofs import ProofReader
from masume.explaining.reasoning import open_reasoner
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, NO_STATEMENT, AnnotatedModel, annotate_model
from masume.modelling import (
    Model,
    Restatement,
    RuleInstance,
    Statement,
    any_of,
    at_most,
    exactly,
    not_all,
    template,
    zero_or_two,
)
from masume.modelling.basic_constraints import Clause
from masume.modelling.compiler import compile_model
from masume.modelling.statements import DEFINITION, REDUNDANT
from masume.solving.search import build_model
from registry import Specimen, all_genres, genre_ids, model_engines, specimens_of

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)


def models_of(genre: Genre) -> list[Model]:
    specimens: Sequence[Specimen] = sample(specimens_of(genre), 4)
    return [build_model(specimen.board) for specimen in specimens]


def without_functions(model: Model) -> list[tuple[object, ...]]:
    """Return the statements without `explained_as`, which may be another function each time."""
    return [statement[:3] for statement in model.statements()]


@every_genre
def test_a_statement_keeps_its_id(genre: Genre) -> None:
    for model in models_of(genre):
        before = without_functions(model)
        compile_model(model), compile_model(model, guarded=True), annotate_model(model)
        with engines.open_session(None, model) as session:
            session.solve()
        assert without_functions(model) == without_functions(model.copy()) == before


@every_genre
def test_plain_and_guarded_models_have_the_clauses_of_all_statements(genre: Genre) -> None:
    """In a guarded model, the selector of the rule instance that owns a statement guards its clauses."""
    for model in models_of(genre):
        plain, guarded = compile_model(model), compile_model(model, guarded=True)
        plain_clauses, guarded_clauses = (set(map(frozenset, view.iter_clauses())) for view in (plain, guarded))
        selectors = dict(zip(model.instances, guarded.selectors, strict=True))
        for statement in model.statements():
            for clause in (each for each in statement.constraints if isinstance(each, tuple)):
                assert frozenset(clause) in plain_clauses
                guard = () if statement.instance is None else (-selectors[statement.instance],)
                assert statement.rule == REDUNDANT or frozenset((*guard, *clause)) in guarded_clauses


@every_genre
def test_explanations_name_the_statements_and_their_owners(genre: Genre) -> None:
    for model in models_of(genre):
        statements, annotated = list(model.statements()), annotate_model(model)
        named: set[int] = set()
        for (number, _), owner, constraint in annotated.constraints:
            assert number != NO_STATEMENT or owner == BOOKKEEPING
            if number == NO_STATEMENT:
                continue
            statement = statements[number]
            assert is_owner(annotated, owner, statement)
            assert statement.instance is not None or statement.rule == DEFINITION
            if isinstance(constraint, tuple) and statement.explained_as is None:
                assert any(is_lowered_to(each, constraint) for each in statement.constraints)
            named.add(number)
        assert {number for number, each in enumerate(statements) if each.instance is not None} <= named
        assert len({origin for origin, _, _ in annotated.constraints if origin.statement != NO_STATEMENT}) == sum(
            origin.statement != NO_STATEMENT for origin, _, _ in annotated.constraints
        )


def is_owner(annotated: AnnotatedModel, owner: int, statement: Statement) -> bool:
    """Return whether a constraint's owner is that of its statement; a theorem rests on the statement."""
    if owner == BOOKKEEPING:
        return statement.instance is None
    behind = annotated.instances_behind(owner)
    is_theorem = owner > len(annotated.instances)
    return statement.instance in behind if is_theorem else statement.instance == behind[0]


def is_lowered_to(constraint: object, clause: tuple[int, ...]) -> bool:
    """Return whether a clause can be the constraint itself; other constraints become several clauses."""
    return tuple(dict.fromkeys(constraint)) == clause if isinstance(constraint, tuple) else True


@every_genre
def test_proofs_name_statements_of_the_owner(genre: Genre) -> None:
    for model in models_of(genre):
        statements, annotated = list(model.statements()), annotate_model(model)
        reader, reasoner = ProofReader(annotated), open_reasoner(annotated)
        reasoner.begin([])
        for line in reader.parse(reasoner.direct_inferences()):
            assert is_owner(annotated, line.owner, statements[line.origin.statement])


def refuse() -> Restatement:
    raise AssertionError("nobody asked for an explanation")


@pytest.mark.parametrize("engine", model_engines())
def test_solving_never_restates(engine: str) -> None:
    @template
    def post_pair(m: Model, place: Place, literals: Sequence[int]) -> None:
        m.post("B", place, at_most(1, literals), explained_as=refuse)

    model = Model()
    a, b, c = model.new_literals(3)
    model.post("A", 0, any_of(a, b), explained_as=refuse)
    post_pair(model, 1, [b, c])
    for guarded in (False, True):
        with engines.open_session(engine, model, guarded=guarded) as session:
            assert session.solve([b, c]).status is Status.UNSOLVABLE
            assert session.backbone([a, b, c], [-a]) == [-a, b, -c]
    with pytest.raises(AssertionError, match="nobody asked"):
        annotate_model(model)


def test_a_restatement_replaces_the_constraints_of_one_statement() -> None:
    @template
    def post_number(m: Model, place: tuple[Place, str], literals: Sequence[int]) -> None:
        cell, other_rule = place
        (helper,) = m.new_literals(1)
        m.post(
            "B",
            cell,
            any_of(helper, *literals),
            explained_as=lambda: Restatement(exactly(1, literals), rests_on=(RuleInstance(other_rule, cell),)),
        )

    model = Model()
    literals = model.new_literals(4)
    post_number(model, (7, "A"), [-literals[0], literals[1]])
    post_number(model, (8, "C"), literals[2:])
    model.post("B", 7, any_of(literals[3]))
    for _ in range(2):  # whatever is read once can be read again
        annotated = annotate_model(model)
        found = {(origin.statement, owner): constraint for origin, owner, constraint in annotated.constraints}
        assert found == {
            (0, BOOKKEEPING): (1,),
            (1, 1): (literals[3],),
            (2, 1): exactly(1, [-literals[0], literals[1]]),
            (3, 2): exactly(1, literals[2:]),
        }
        assert annotated.instances_behind(1) == (RuleInstance("B", 7), RuleInstance("A", 7))
        assert annotated.instances_behind(2) == (RuleInstance("B", 8), RuleInstance("C", 8))


def test_definitions_and_redundant_constraints_belong_to_no_instance() -> None:
    model = Model()
    (literal,) = model.new_literals(1)
    model.define(any_of(literal))
    model.post_redundant(any_of(literal))
    model.post("A", 3, any_of(literal), any_of(literal, -literal))
    always_true, definition, redundant, posted = model.statements()
    assert [each.instance for each in (always_true, definition, redundant)] == [None] * 3
    assert [each.rule for each in (always_true, definition, redundant)] == [DEFINITION, DEFINITION, REDUNDANT]
    assert posted == Statement("A", 3, ((literal,), (literal, -literal)))
    assert model.instances == [RuleInstance("A", 3)]


@pytest.mark.parametrize("build", [zero_or_two, not_all])
def test_a_series_is_one_statement_per_place(build: Callable[[Sequence[int]], Iterable[Clause]]) -> None:
    """Whether statements are posted one by one or all at once, every view is the same, clause by clause."""
    random = Random("series")
    one_by_one, at_once = Model(), Model()
    literals = [-literal if random.random() < 0.3 else literal for literal in one_by_one.new_literals(12)]
    at_once.new_literals(12)
    places: list[Place] = [(9, 8), 7, frozenset({5, 6}), 4, 3, 2]
    literals_at = [random.sample(literals, size) for size in (4, 3, 0, 1, 2, 4)]
    for place, here in zip(places, literals_at, strict=True):
        one_by_one.post("A", place, *build(here))
    at_once.post_each("A", places, literals_at, build)
    for model in (one_by_one, at_once):
        model.post("B", 1, any_of(*literals))
    assert list(at_once.statements()) == list(one_by_one.statements())
    assert at_once.instances == one_by_one.instances
    assert compile_model(at_once) == compile_model(one_by_one)
    assert compile_model(at_once, guarded=True) == compile_model(one_by_one, guarded=True)
    assert annotate_model(at_once).constraints == annotate_model(one_by_one).constraints


def test_literals_of_a_layer() -> None:
    random = Random("literals")
    places = sorted(random.sample(range(30), 6))
    base = Model()
    shaded = base.add_marks("shade", places, "black", "white")
    numbers = base.add_integers("digits", places, range(1, 4))
    model = Model(base)
    model.derive_marks("side", {place: -literal for place, literal in shaded.items()}, "in", "out")
    assert model.literals("shade") is base.literals("shade")
    assert list(model.literals("shade")) == places == list(numbers)
    for place in places:
        assert [model.literals("shade")[place]] == model.literals_of_mark("shade", place, "black")
        assert [model.literals("side")[place]] == model.literals_of_mark("side", place, "in")
    with pytest.raises(ValueError, match="one literal per value"):
        model.literals("digits")
