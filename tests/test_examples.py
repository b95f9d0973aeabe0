"""The shipped boards: each has one solution, and it is the answer shipped with it."""

import pytest

import masume
from effort import example_names
from masume import engines, examples
from registry import model_engines

LARGEST = 121  # cells, for engines that need not be fast


def searched() -> list[tuple[str, str]]:
    """The shipped boards with the engines for them: the large ones are for the default one alone."""
    small = [name for name in example_names() if len(examples.find(name).grid.cells) <= LARGEST]
    others = [engine for engine in model_engines() if engine != engines.default()]
    return [(name, engines.default()) for name in examples.names()] + [(name, one) for name in small for one in others]


@pytest.mark.parametrize(("name", "engine"), searched())
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
    assert name in examples.suggest(name[:2] + name[3:])
