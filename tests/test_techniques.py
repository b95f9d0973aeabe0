"""Techniques: each has a name of its own and a tiny board that it solves alone."""

import pytest

import masume
from judge import judge_steps
from masume.core.genre import Genre
from masume.explaining.naming import TechniqueExample, techniques_of
from masume.explaining.reasoning.fallback import PythonReasoner
from registry import all_genres, genre_ids

EXAMPLES = [example for genre in all_genres() for example in masume.techniques(genre)]


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_techniques_have_different_names_and_cite_rules_of_the_genre(genre: Genre) -> None:
    declared = techniques_of(genre)
    assert len({technique.name for technique in declared}) == len(declared)
    for technique in declared:
        assert technique.name[:1].isupper()
        assert not technique.name.endswith(".")
        assert all(genre.find_rule(name.partition(".")[0]) for name in technique.rules)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: f"{each.board.genre.name}: {each.technique.name}")
def test_all_that_follows_on_the_example_of_a_technique_follows_by_this_technique_alone(
    example: TechniqueExample,
) -> None:
    technique, board = example
    explanation = masume.Explanation(board)
    assert {step.technique for step in explanation} == {technique.name}
    assert explanation.ending in (masume.Ending.SOLVED, masume.Ending.SEVERAL)
    assert judge_steps(board, explanation.steps, closely=True).faults == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: f"{each.board.genre.name}: {each.technique.name}")
def test_the_example_of_a_technique_is_explained_alike_without_the_extension(
    example: TechniqueExample, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = list(masume.explain(example.board))
    monkeypatch.setattr("masume.explaining.step_search.open_reasoner", PythonReasoner)
    assert list(masume.explain(example.board)) == steps
