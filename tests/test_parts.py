"""A model that is split into independent parts has the same solutions as the whole."""

from collections.abc import Sequence
from random import Random

import pytest

import masume
from effort import example_names, trials
from masume import engines
from masume.core.square import square
from masume.engines import native
from masume.engines.parts_session import PartsSession
from masume.engines.session import Session
from masume.modelling import Model, any_of, at_most, exactly, template
from masume.modelling.parts import split_model
from masume.solving.search import build_model
from registry import all_genres, random_board

pytestmark = pytest.mark.skipif(engines.why_unavailable("native") is not None, reason="needs the extension")


@template
def post_pieces(m: Model, place: int, literals: Sequence[int], number: int) -> Sequence[int]:
    """Post a count with a helper variable, which the template returns."""
    (helper,) = m.new_literals(1)
    m.post("count", place, at_most(number, literals), any_of(helper, *literals))
    return [helper]


def draw_model(random: Random) -> Model:
    """Return a random model of two to four parts, and perhaps variables that nothing mentions."""
    model = Model()
    for place in range(random.randint(2, 4)):
        literals = model.new_literals(random.randint(2, 5))
        (helper,) = post_pieces(
            model, place, [*literals, 1] if random.random() < 0.3 else literals, random.randint(1, 2)
        )
        for _ in range(random.randint(0, 4)):
            drawn = random.sample([*literals, helper], 2)
            model.post("clause", place, any_of(*(random.choice((-1, 1)) * literal for literal in drawn)))
    model.new_literals(random.randint(0, 2))
    return model


@pytest.fixture
def _split_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "_MIN_VARIABLES_TO_SPLIT", 0)


def open_both(model: Model) -> tuple[Session, Session]:
    """Open a session on the parts of a model, and one on the whole."""
    parts, whole = engines.open_session("native", model), native.NativeSession(model, guarded=False)
    assert isinstance(parts, PartsSession)
    return parts, whole


@pytest.mark.usefixtures("_split_everything")
@pytest.mark.parametrize("seed", range(trials(30)))
def test_a_clause_may_join_parts(seed: int) -> None:
    random = Random(seed)
    model = draw_model(random)
    variables = list(range(2, model.variables + 1))
    parts, whole = open_both(model)
    clause = [random.choice((-1, 1)) * variable for variable in random.sample(variables, 3)]
    for session in (parts, whole):
        session.add_clause(clause)
        both = session.new_literal()
        session.add_clause([-both, clause[0]])
        number = session.add_retractable_clause([both])
        assert all(solution.is_true(clause[0]) for solution in session.solutions(variables))
        session.retract(number)
    found, expected = (
        sorted(list(solution.values[: model.variables]) for solution in session.solutions(variables))
        for session in (parts, whole)
    )
    assert found == expected
    assert parts.backbone(variables) == whole.backbone(variables)


@pytest.mark.usefixtures("_split_everything")
@pytest.mark.parametrize("seed", range(trials(30)))
def test_a_bounded_backbone_of_parts_has_solutions_of_the_whole(seed: int) -> None:
    model = draw_model(Random(seed))
    variables = list(range(2, model.variables + 1))
    parts, whole = open_both(model)
    every = [list(solution.values[: model.variables]) for solution in whole.solutions(variables)]
    for max_searches in (None, 1, 4, 30):
        found = parts.find_backbone(variables, max_searches=max_searches)
        solutions = [list(solution.values) for solution in found.solutions]
        assert all(solution in every for solution in solutions)
        assert all(literal in solution for literal in found.literals for solution in solutions)
        if found.complete:
            common = whole.backbone(variables)
            assert sorted(found.literals) == sorted(common or ())


@pytest.mark.usefixtures("_split_everything")
@pytest.mark.parametrize("seed", range(trials(30)))
def test_parts_answer_as_the_whole_does(seed: int) -> None:
    random = Random(seed)
    model = draw_model(random)
    variables = list(range(2, model.variables + 1))
    parts, whole = open_both(model)
    for _ in range(3):
        assumptions = [random.choice((-1, 1)) * variable for variable in random.sample(variables, random.randint(0, 3))]
        found, expected = (
            sorted(list(solution.values[: model.variables]) for solution in session.solutions(variables, assumptions))
            for session in (parts, whole)
        )
        assert found == expected
        assert len(found) == len({tuple(values) for values in found})
        common = (session.backbone(variables, assumptions) for session in (parts, whole))
        first, second = (None if literals is None else sorted(literals, key=abs) for literals in common)
        assert first == second
        answer = parts.solve(assumptions)
        assert answer.status is whole.solve(assumptions).status
        if answer.core is not None:
            assert set(answer.core.assumptions) <= set(assumptions)
            assert whole.solve(answer.core.assumptions).solution is None


@pytest.mark.parametrize("seed", range(trials(30)))
def test_parts_share_no_variable_and_have_all(seed: int) -> None:
    model = draw_model(Random(seed))
    parts = split_model(model)
    assert len(parts) >= 2
    assert sorted(variable for part in parts for variable in part.variables[1:]) == list(range(2, model.variables + 1))
    assert sum(len(part.model.template_uses) for part in parts) == len(model.template_uses)


def test_models_with_other_constraints_or_a_single_part_are_not_split() -> None:
    counts, single = Model(), Model()
    counts.post("two", 0, exactly(1, counts.new_literals(2)))
    counts.post("more", 1, exactly(1, counts.new_literals(2)))
    single.post("all", 0, any_of(*single.new_literals(4)))
    assert split_model(counts) == split_model(single) == []
    skeletons = [model for model in map(build_model, map(masume.examples.find, example_names())) if model.base]
    assert skeletons
    assert not any(map(split_model, skeletons))


def test_boards_have_the_same_solutions_when_split(monkeypatch: pytest.MonkeyPatch) -> None:
    random, split = Random(0), 0
    for genre in all_genres():
        for _ in range(trials(150)):
            board = random_board(genre, square(4, 4), random)
            expected = masume.count(board, limit=30, engine="native"), masume.solve(board, engine="native").status
            with monkeypatch.context() as patch:
                patch.setattr(native, "_MIN_VARIABLES_TO_SPLIT", 0)
                assert (
                    masume.count(board, limit=30, engine="native"),
                    masume.solve(board, engine="native").status,
                ) == expected
                split += isinstance(engines.open_session("native", build_model(board)), PartsSession)
    assert split >= 10


@pytest.mark.usefixtures("_split_everything")
def test_many_parts() -> None:
    model = Model()
    for place in range(2000):
        first, second = model.new_literals(2)
        model.post("different", place, any_of(first, second), any_of(-first, -second))
        model.post("known", place, any_of(first))
    session = engines.open_session("native", model)
    assert isinstance(session, PartsSession)
    assert len(list(session.solutions(range(2, model.variables + 1)))) == 1
    assert session.statistics["parts"] == 2000
