"""Every example has exactly one solution: the answer that comes with it."""

import pytest

import masume
from effort import example_names
from masume import engines, examples
from registry import model_engines

MAX_CELLS = 121  # for engines other than the default, which may be slow


def examples_and_engines() -> list[tuple[str, str]]:
    """Return all examples with the default engine, and the small ones with every other engine."""
    small = [name for name in example_names() if len(examples.find(name).grid.cells) <= MAX_CELLS]
    others = [engine for engine in model_engines() if engine != engines.default()]
    return [(name, engines.default()) for name in examples.names()] + [
        (name, engine) for name in small for engine in others
    ]


@pytest.mark.parametrize(("name", "engine"), examples_and_engines())
def test_the_answer_is_the_only_solution(name: str, engine: str) -> None:
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    outcome = masume.solve(board, engine=engine)
    assert outcome.unique is True
    assert outcome.board == answer
    assert masume.check(answer) == []


def test_an_unknown_example_is_refused() -> None:
    with pytest.raises(masume.MasumeError, match="unknown example 'nosuch': expected a name such as"):
        examples.find("nosuch")


@pytest.mark.parametrize("name", examples.names())
def test_a_misspelt_name_is_among_the_suggestions(name: str) -> None:
    assert name in examples.suggest(name[:2] + name[3:])
