"""The shipped boards: each has one solution, and it is the answer shipped with it."""

import pytest

import masume
from masume import examples
from registry import model_engines


@pytest.mark.parametrize("name", examples.names())
@pytest.mark.parametrize("engine", model_engines())
def test_the_answer_is_the_only_solution(name: str, engine: str) -> None:
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    outcome = masume.solve(board, engine)
    assert outcome.unique is True
    assert outcome.board == answer
    assert masume.check(answer) == []


def test_an_unknown_example_is_refused() -> None:
    with pytest.raises(masume.MasumeError, match="unknown example 'nosuch': expected a name such as"):
        examples.find("nosuch")


@pytest.mark.parametrize("name", examples.names())
def test_a_misspelt_example_is_found_among_those_that_look_like_it(name: str) -> None:
    assert name in examples.alike(name[:2] + name[3:])
