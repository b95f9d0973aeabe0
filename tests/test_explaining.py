"""Soundness is the law of explanations: whatever a step says follows from what it names, and from nothing else."""

from random import Random

import pytest

import masume
from masume.core.errors import InputError, NoSolutionError
from masume.core.genre import Genre
from masume.core.layers import RuledOut
from masume.core.square import square
from masume.explaining import reasoners
from masume.explaining.reasoner import PythonReasoner
from masume.explaining.steps import Step
from masume.explaining.wording import STRENGTHS
from judge import judged
from registry import all_genres, genre_ids, random_board, specimens

SMALL = [name for name in masume.examples.names() if name.endswith("-small")]
MEDIUM = [name for name in masume.examples.names() if not name.endswith(("-small", "-large"))]


def explained(board: masume.Board) -> list[Step]:
    return list(masume.explain(board))


@pytest.mark.parametrize("name", [*SMALL, *MEDIUM])
def test_every_step_of_an_example_is_sound_and_the_last_one_ends_in_its_solution(name: str) -> None:
    board = masume.examples.find(name)
    steps = explained(board)
    assert judged(board, steps, closely=True).faults == []
    solution = masume.solve(board)
    assert solution.unique
    assert steps[-1].after.marks == solution.board.marks


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_steps_on_random_boards_are_sound_and_end_in_what_all_solutions_share(genre: Genre) -> None:
    random = Random(genre.name)
    told = 0
    for _ in range(60):
        board = random_board(genre, square(random.randint(1, 4), random.randint(1, 4)), random, given=0.05)
        if masume.count(board, limit=1) == 0:
            with pytest.raises(NoSolutionError):
                explained(board)
            continue
        steps, common = explained(board), masume.common(board)
        verdict = judged(board, steps, closely=True)
        assert verdict.faults == []
        assert (steps[-1].after if steps else board).marks == common.marks
        told += verdict.steps
    assert told > 5


@pytest.mark.parametrize("specimen", specimens(), ids=str)
def test_mistakes_of_specimens_are_found_with_a_sound_reason(specimen: object) -> None:
    board = specimen.board  # type: ignore[attr-defined]
    found = masume.mistakes(board)
    outcome = masume.solve(board, limits=masume.Limits(solutions=2))
    with_marks = masume.count(board, limit=1, from_marks=True)
    assert bool(found.wrong or found.conflict) == (with_marks == 0)
    assert (len(found.solutions) == 2) == (len(outcome.boards) == 2)
    steps = [*found.steps, *([found.conflict] if found.conflict else [])]
    assert judged(board, steps, closely=True).faults == []
    assert found.in_words()
