"""Techniques: each has a name of its own and a tiny board that it solves alone."""

import pytest

import masume
from judge import judge_steps
from masume.core.genre import Genre
from masume.explaining.naming import TechniqueExample, techniques_of
from registry import all_genres, genre_ids

EXAMPLES = [example for genre in all_genres() for example in masume.techniques(genre)]


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_techniques_have_different_names_and_cite_rules_of_the_genre(genre: Genre) -> None:
    declared = techniques_of(genre)
    assert len({technique.name for technique in declared}) == len(declared)
    for technique in declared:
        assert technique.name[:1].isupper()
        assert not technique.name.endswith(".")
        assert {name.partition(".")[0] for name in technique.rules} <= {rule.id for rule in genre.all_rules}


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda example: f"{example.board.genre.name}: {example.technique.name}"
)
def test_the_example_of_a_technique_needs_no_other_but_for_steps_with_one_reason(example: TechniqueExample) -> None:
    technique, board = example
    explanation = masume.Explanation(board)
    assert next(iter(explanation)).technique == technique.name
    assert all(step.technique == technique.name or (step.technique and step.size == 1) for step in explanation)
    assert explanation.ending is masume.Ending.SOLVED
    assert judge_steps(board, explanation.steps, closely=True).faults == []
