"""Soundness is the law of explanations: whatever a step says follows from what it names, and from nothing else."""

from pathlib import Path
from random import Random

import pytest

import masume
from effort import sample, trials
from judge import judged
from masume.core.errors import InputError, NoSolutionError
from masume.core.genre import Genre
from masume.core.layers import Mark, RuledOut
from masume.core.places import Place
from masume.core.square import square
from masume.explaining.reasoning.fallback import PythonReasoner
from masume.explaining.sentences import STRENGTHS
from masume.explaining.steps import Step
from registry import Specimen, all_genres, clue_values, genre_ids, random_board, specimens

SMALL = [name for name in masume.examples.names() if name.endswith("-small")]
MEDIUM = [name for name in masume.examples.names() if not name.endswith(("-small", "-large"))]


def explained(board: masume.Board) -> list[Step]:
    return list(masume.explain(board))


@pytest.mark.parametrize("name", [*SMALL, *sample(MEDIUM, 3)])
def test_every_step_of_an_example_is_sound_and_the_last_one_ends_in_its_solution(name: str) -> None:
    board = masume.examples.find(name)
    steps = explained(board)
    assert judged(board, steps, closely=name in SMALL).faults == []
    assert steps[-1].after.marks == solved(board).marks


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_steps_on_random_boards_are_sound_and_end_in_what_all_solutions_share(genre: Genre) -> None:
    random = Random(genre.name)
    told = 0
    for _ in range(trials(60)):
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
def test_mistakes_of_specimens_are_found_with_a_sound_reason(specimen: Specimen) -> None:
    board = specimen.board
    found = masume.mistakes(board)
    outcome = masume.solve(board, limits=masume.Limits(solutions=2))
    with_marks = masume.count(board, limit=1, from_marks=True)
    assert bool(found.wrong or found.conflict) == (with_marks == 0)
    assert (len(found.solutions) == 2) == (len(outcome.boards) == 2)
    steps = [*found.steps, *([found.conflict] if found.conflict else [])]
    assert judged(board, steps, closely=True).faults == []
    assert found.in_words()


@pytest.mark.parametrize("name", SMALL)
def test_planted_mistakes_are_found_with_a_sound_reason(name: str) -> None:
    board, random = masume.examples.find(name), Random(name)
    (layer,) = board.genre.answer
    values = board.alphabet(board.genre.mark_layer(layer)).values
    answer = solved(board).decided_marks(layer)
    for _ in range(10):
        marked = random.sample(sorted(answer), random.randint(1, len(answer) // 2))
        wrong = set(marked[: random.randint(1, 3)])
        marks: dict[Place, Mark] = {place: answer[place] for place in marked}
        for place in wrong:
            other = random.choice([value for value in values if value != answer[place]])
            marks[place] = other if len(values) == 2 or random.random() < 0.5 else RuledOut({answer[place]})
        found = masume.mistakes(board.with_marks({layer: marks}))
        assert {claim.place for claim in found.wrong} == wrong
        assert {claim.place for step in found.steps for claim in step.wrong} == wrong
        assert judged(board, found.steps, closely=True).faults == []
        right = {place: mark for place, mark in marks.items() if place not in wrong}
        for step in found.steps:
            assert all(right.get(claim.place, claim.value) == claim.value for claim in step.known)
            assert all((answer[claim.place] == claim.value) == claim.holds for claim in step.claims)
        first = masume.hint(board.with_marks({layer: marks}))
        assert first is not None
        assert first.wrong


@pytest.mark.parametrize("name", SMALL)
def test_the_story_is_the_same_every_time_and_without_the_extension(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = masume.examples.find(name)
    told = explained(board)
    assert explained(board) == told
    monkeypatch.setattr("masume.explaining.step_search.open_reasoner", PythonReasoner)
    assert explained(board) == told


@pytest.mark.parametrize("name", SMALL)
def test_an_explanation_goes_on_from_the_marks_on_the_board(name: str) -> None:
    board = masume.examples.find(name)
    steps = explained(board)
    halfway = steps[len(steps) // 2]
    rest = explained(halfway.board)
    assert rest[-1].after == steps[-1].after
    known = {claim for step in steps[: len(steps) // 2] for claim in step.claims}
    assert known.isdisjoint(claim for step in rest for claim in step.claims)
    assert explained(steps[-1].after) == []
    assert masume.hint(steps[-1].after) is None


@pytest.mark.parametrize("name", SMALL)
def test_a_hint_is_a_sound_step_in_three_strengths(name: str) -> None:
    board = masume.examples.find(name)
    for seconds in (0.2, 0):
        step = masume.hint(board, seconds)
        assert step is not None
        assert judged(board, [step], closely=True).faults == []
        told = [step.in_words(strength) for strength in STRENGTHS]
        assert len(set(told)) == len(STRENGTHS)
        assert all(words[:1].isupper() or words.startswith("r") for words in told)
        with pytest.raises(InputError, match="unknown strength"):
            step.in_words("loud")
    with pytest.raises(InputError, match="expected 0 or more seconds"):
        masume.hint(board, -1)


@pytest.mark.parametrize("name", SMALL)
def test_what_a_step_says_of_itself_holds(name: str) -> None:
    for step in masume.explain(masume.examples.find(name)):
        assert step.size == len(step.reasons) == len(set(step.reasons))
        assert step.claims
        assert step.smallest == (step.size == 1)
        before = dict.fromkeys(step.known)
        assert all(claim not in before for claim in step.claims)
        assert step.after != step.board
        assert {place for marks in step.marks.values() for place in marks} == set(step.places)


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_every_rule_that_can_be_broken_says_what_would_be_wrong(genre: Genre) -> None:
    for rule in genre.all_rules:
        if rule.checks:
            told = rule.otherwise.format(place="there", line="here to there", clue=1, one="one", other="other")
            assert "{" not in told
            assert told == "" or not told.endswith(".")


def solved(board: masume.Board) -> masume.Board:
    found = masume.solve(board).board
    assert found is not None
    return found


def test_conflicts_of_changed_boards_are_sound_and_minimal_where_it_is_said() -> None:
    random, found = Random("conflicts"), 0
    for name in SMALL:
        board = masume.examples.find(name)
        (layer,) = board.genre.clue_layers
        for _ in range(6):
            clues = dict(board.clues[layer.name])
            place = random.choice(sorted(clues, key=str))
            alphabet = layer.alphabet(board.grid, board.options)
            clues[place] = random.choice(clue_values(layer, board.grid, board.options)[:9])
            assert alphabet.accepts(clues[place])
            changed = masume.Board(board.genre, board.grid, {layer.name: clues}, options=board.options)
            conflict = masume.mistakes(changed).conflict
            assert (conflict is not None) == (masume.count(changed, limit=1) == 0)
            if conflict is not None:
                assert judged(changed, [conflict], closely=True).faults == []
                assert all(conflict.in_words(strength) for strength in STRENGTHS)
                found += 1
    assert found > 10


def test_trials_name_all_they_rest_on() -> None:
    board = masume.load(Path(__file__).parent / "data" / "trials.json")
    assert judged(board, explained(board), closely=True).faults == []
