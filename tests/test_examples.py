"""The shipped boards: each has one solution, and it is the answer shipped with it."""

import pytest

import masume
from masume import engines, examples


@pytest.mark.parametrize("name", examples.names())
@pytest.mark.parametrize("engine", engines.names())
def test_the_answer_is_the_only_solution(name: str, engine: str) -> None:
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    outcome = masume.solve(board, engine)
    assert outcome.unique is True
    assert outcome.board == answer
    assert masume.check(answer) == []


def test_an_unknown_example_is_refused() -> None:
    with pytest.raises(masume.MasumeError, match="unknown example 'nosuch': expected one of"):
        examples.find("nosuch")
