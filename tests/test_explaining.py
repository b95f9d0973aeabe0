"""Explanations are sound: every claim of a step follows from the reasons and the known marks that the step names."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import masume
from effort import sample, trials
from judge import judge_steps
from masume import engines, explaining, genres
from masume.core.borders import track_of
from masume.core.errors import InputError, NoSolutionError, OutOfTimeError
from masume.core.genre import Genre
from masume.core.layers import Mark, RuledOut
from masume.core.phrases import name_place
from masume.core.places import Place, PlaceKind
from masume.core.square import square
from masume.core.tracks import drawn_loop
from masume.engines.session import Session
from masume.explaining import hint_or_mistakes
from masume.explaining.board_solver import BoardSolver
from masume.explaining.explainer import Explainer
from masume.explaining.reasoning.annotated_model import annotate_model
from masume.explaining.reasoning.fallback import PythonReasoner
from masume.explaining.sentences import STRENGTHS, joined_marks
from masume.explaining.step_search import StepSearch
from masume.explaining.steps import Step
from registry import Specimen, all_genres, clue_values, genre_ids, random_board, specimens

PATIENCE = 1e6  # seconds for a hint: the same result on every machine
SMALL = [name for name in masume.examples.names() if name.endswith("-small")]
MEDIUM = [name for name in masume.examples.names() if not name.endswith(("-small", "-large"))]

# On many random boards there is nothing to explain: they have no solution, or their solutions have no mark in common.
MIN_STEPS, MAX_BOARDS = 6, 2000


def explain_fully(board: masume.Board) -> list[Step]:
    return list(masume.explain(board))


@pytest.mark.parametrize("name", [*SMALL, *sample(MEDIUM, 3)])
def test_every_step_of_an_example_is_sound_and_the_last_one_ends_in_its_solution(name: str) -> None:
    board = masume.examples.find(name)
    steps = explain_fully(board)
    assert judge_steps(board, steps, closely=name in SMALL).faults == []
    assert steps[-1].after.marks == solve_board(board).marks


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_steps_on_random_boards_are_sound_and_end_in_what_all_solutions_share(genre: Genre) -> None:
    random, steps_judged = Random(genre.name), 0
    for drawn in range(MAX_BOARDS):
        if drawn >= trials(60) and steps_judged >= MIN_STEPS:
            break
        board = random_board(genre, square(random.randint(1, 4), random.randint(1, 4)), random, given=0.05)
        if masume.count(board, limit=1) == 0:
            with pytest.raises(NoSolutionError):
                explain_fully(board)
            continue
        steps, common = explain_fully(board), masume.common(board)
        verdict = judge_steps(board, steps, closely=True)
        assert verdict.faults == []
        assert (steps[-1].after if steps else board).marks == common.marks
        steps_judged += verdict.steps
    assert steps_judged >= MIN_STEPS, f"{MAX_BOARDS} random boards are not enough to judge {MIN_STEPS} steps"


@pytest.mark.parametrize("specimen", specimens(), ids=str)
def test_mistakes_of_specimens_are_found_with_a_sound_reason(specimen: Specimen) -> None:
    board = specimen.board
    found = masume.mistakes(board)
    outcome = masume.solve(board, limits=masume.Limits(solutions=2))
    with_marks = masume.count(board, limit=1, from_marks=True)
    assert bool(found.wrong or found.conflict) == (with_marks == 0)
    assert (len(found.solutions) == 2) == (len(outcome.boards) == 2)
    steps = [*found.steps, *([found.conflict] if found.conflict else [])]
    assert judge_steps(board, steps, closely=True).faults == []
    assert found.in_words()


class WorkCounter:
    """Counts the models that are built and the sessions that are opened with the default engine."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.builds = self.sessions = 0
        load_part, open_session = genres.load_part, engines.open_session

        def counting_load_part(genre: Genre, part: str, name: str) -> Any:
            self.builds += (part, name) == ("model", "build_model")
            return load_part(genre, part, name)

        def counting_open_session(name: str | None, *arguments: Any, **options: Any) -> Session:
            self.sessions += name is None
            return open_session(name, *arguments, **options)

        monkeypatch.setattr(genres, "load_part", counting_load_part)
        monkeypatch.setattr(engines, "open_session", counting_open_session)

    def count(self, question: Callable[[], object]) -> tuple[int, int]:
        """Ask a question, and return how many models and sessions the answer takes."""
        self.builds = self.sessions = 0
        with suppress(NoSolutionError):
            question()
        return self.builds, self.sessions


@pytest.mark.parametrize("specimen", specimens(), ids=str)
def test_a_question_builds_one_model_and_opens_few_sessions(
    specimen: Specimen, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, counter = specimen.board, WorkCounter(monkeypatch)
    assert counter.count(lambda: explain_fully(board)) == (1, 1)
    for question, max_sessions in (
        (lambda: masume.mistakes(board), 2),
        (lambda: masume.hint(board, seconds=PATIENCE), 2),
        (lambda: hint_or_mistakes(board, seconds=PATIENCE), 3),
    ):
        models, sessions = counter.count(question)
        assert models <= 1
        assert sessions <= max_sessions


@pytest.mark.parametrize("name", SMALL)
def test_mistakes_are_found_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board, counter = masume.examples.find(name), WorkCounter(monkeypatch)
    layer = board.genre.answer[0]
    place, value = next(iter(solve_board(board).decided_marks(layer).items()))
    wrong = board.with_marks({layer: {place: RuledOut({value})}})
    assert counter.count(lambda: masume.hint(board, seconds=PATIENCE)) == (1, 1)
    assert counter.count(lambda: masume.mistakes(board)) == (1, 1)
    assert counter.count(lambda: masume.hint(wrong, seconds=PATIENCE)) == (1, 2)  # with the marks, and without
    assert counter.count(lambda: hint_or_mistakes(wrong, seconds=PATIENCE)) == (1, 2)
    assert counter.count(lambda: masume.mistakes(wrong)) == (1, 1)


@pytest.mark.parametrize("name", SMALL)
def test_without_time_for_all_mistakes_a_hint_shows_one_of_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out_of_time(solver: object) -> None:
        raise OutOfTimeError("out of time")

    monkeypatch.setattr(explaining, "find_mistakes", run_out_of_time)
    board = masume.examples.find(name)
    layer, solution = board.genre.answer[0], solve_board(board)
    place, value = next(iter(solution.decided_marks(layer).items()))
    step = hint_or_mistakes(board.with_marks({layer: {place: RuledOut({value})}}), seconds=PATIENCE)
    assert isinstance(step, Step)
    assert [claim.place for claim in step.wrong] == [place]
    with pytest.raises(OutOfTimeError):  # nothing is wrong, but it is not known that the solution is unique
        hint_or_mistakes(solution, seconds=PATIENCE)


@pytest.mark.parametrize("name", SMALL)
def test_planted_mistakes_are_found_with_a_sound_reason(name: str) -> None:
    board, random = masume.examples.find(name), Random(name)
    layer = board.genre.answer[0]
    values = board.alphabet(board.genre.mark_layer(layer)).values
    answer = solve_board(board).decided_marks(layer)
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
        assert judge_steps(board, found.steps, closely=True).faults == []
        right = {place: mark for place, mark in marks.items() if place not in wrong}
        for step in found.steps:
            assert all(right.get(claim.place, claim.value) == claim.value for claim in step.known)
            assert all((answer[claim.place] == claim.value) == claim.holds for claim in step.claims)
        first = masume.hint(board.with_marks({layer: marks}))
        assert first is not None
        assert first.wrong


def drawn_marks(board: masume.Board) -> dict[str, dict[Place, Mark]]:
    """Return the marks that players draw: those without crosses, dots and the like."""
    defaults = {layer.name: layer.default for layer in board.genre.mark_layers}
    return {
        layer: {place: mark for place, mark in entries.items() if mark != defaults[layer]}
        for layer, entries in board.marks.items()
    }


@pytest.mark.parametrize("name", [*SMALL, *sample(MEDIUM, 2)])
def test_hints_are_sound_where_only_some_marks_are_drawn(name: str) -> None:
    board, random = masume.examples.find(name), Random(name)
    layer, answer = board.genre.answer[0], solve_board(board)
    drawn = drawn_marks(answer)[layer]
    for _ in range(6):
        some = {place: mark for place, mark in drawn.items() if random.random() < random.random()}
        step = masume.hint(board.with_marks({layer: some}), seconds=PATIENCE)
        if step is not None:
            assert judge_steps(board, [step], closely=True).faults == []
            assert all(
                answer.decided_marks(layer)[claim.place] == claim.value for claim in step.all_claims if claim.holds
            )


@pytest.mark.parametrize("name", SMALL)
def test_who_draws_no_crosses_gets_no_hint_for_each_of_them(name: str) -> None:
    """Of the marks in hints, only those that players draw are put in, and others only if a hint has none of these."""
    board = masume.examples.find(name)
    layer = board.genre.mark_layer(board.genre.answer[0])
    if layer.default is None:
        return  # all marks are drawn
    marks, hints = dict[Place, Mark](), 0
    while (step := masume.hint(board.with_marks({layer.name: marks}), seconds=PATIENCE)) is not None:
        drawn = drawn_marks(board.with_marks(step.marks))[layer.name]
        marks.update(drawn or step.marks[layer.name])
        hints += 1
    assert hints <= 1.5 * len(explain_fully(board))


@pytest.mark.parametrize("name", SMALL)
def test_explanations_are_the_same_every_time_and_without_the_extension(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = masume.examples.find(name)
    steps = explain_fully(board)
    assert explain_fully(board) == steps
    monkeypatch.setattr("masume.explaining.step_search.open_reasoner", PythonReasoner)
    assert explain_fully(board) == steps


@pytest.mark.parametrize("name", SMALL)
def test_an_explanation_starts_from_the_marks_on_the_board(name: str) -> None:
    board = masume.examples.find(name)
    steps = explain_fully(board)
    halfway = steps[len(steps) // 2]
    rest = explain_fully(halfway.board)
    assert rest[-1].after == steps[-1].after
    known = {claim for step in steps[: len(steps) // 2] for claim in step.claims}
    assert known.isdisjoint(claim for step in rest for claim in step.claims)
    assert explain_fully(steps[-1].after) == []
    assert masume.hint(steps[-1].after) is None


@pytest.mark.parametrize("name", SMALL)
def test_with_all_details_nothing_is_folded(name: str) -> None:
    board = masume.examples.find(name)
    steps = list(masume.explain(board, detail="all"))
    assert not any(step.folded for step in steps)
    assert judge_steps(board, steps, closely=True).faults == []
    assert steps[-1].after.marks == solve_board(board).marks
    assert len(steps) >= len(explain_fully(board))
    with pytest.raises(InputError, match="unknown detail 'few'"):
        masume.explain(board, detail="few")


@pytest.mark.parametrize("name", SMALL)
def test_the_story_of_a_mark_has_only_what_the_mark_needs(name: str) -> None:
    board, random = masume.examples.find(name), Random(name)
    layer = board.genre.answer[0]
    answer = solve_board(board).decided_marks(layer)
    clues = {place for entries in board.clues.values() for place in entries}
    for place in random.sample(sorted(set(answer) - clues), 4):
        steps = list(masume.explain(board, at=place))
        assert judge_steps(board, steps, closely=True).faults == []
        last = steps[-1]
        assert place in {claim.place for claim in last.all_claims}
        assert last.after.decided_marks(layer)[place] == answer[place]
        used = {claim for step in steps for claim in step.known}
        used |= {claim for step in steps for inference in step.folded for claim in inference.because}
        for step in steps[:-1]:
            assert used.intersection(step.all_claims), "a step that nothing needs"
        on_board = board.decided_marks(layer).items()
        for step in steps:
            assert on_board <= step.board.decided_marks(layer).items()
            on_board = step.after.decided_marks(layer).items()
        with pytest.raises(InputError, match="already"):
            masume.explain(last.after, at=place)


def test_a_story_needs_a_place_with_a_mark() -> None:
    board = masume.examples.find(SMALL[0])
    for place in ("r99c99", "board", "nowhere"):
        with pytest.raises(InputError):
            masume.explain(board, at=place)


def test_there_is_no_story_of_a_clue_or_where_solutions_differ() -> None:
    clues = differences = 0
    for board in map(masume.examples.find, SMALL):
        for place in clue_marks(board):
            clues += 1
            with pytest.raises(InputError, match="has a clue, which decides its mark"):
                next(masume.explain(board, at=place))
        empty = replace(board, clues={})
        for claim in masume.mistakes(empty).differences[:1]:
            differences += 1
            with pytest.raises(InputError, match="the solutions differ at"):
                next(masume.explain(empty, at=claim.place))
    assert clues > 10
    assert differences > 3


def clue_marks(board: masume.Board) -> set[Place]:
    """Return the places of clues where a rule states the mark."""
    return Explainer(board, BoardSolver(board).model).obvious_places


@pytest.mark.parametrize("name", SMALL)
def test_a_hint_is_a_sound_step_in_three_strengths(name: str) -> None:
    board = masume.examples.find(name)
    for seconds in (0.2, 0):
        step = masume.hint(board, seconds=seconds)
        assert step is not None
        assert judge_steps(board, [step], closely=True).faults == []
        sentences = [step.in_words(strength) for strength in STRENGTHS]
        assert len(set(sentences)) == len(STRENGTHS)
        assert all(sentence[:1].isupper() or sentence.startswith("r") for sentence in sentences)
        with pytest.raises(InputError, match="unknown strength"):
            step.in_words("loud")
    with pytest.raises(InputError, match="expected 0 or more seconds"):
        masume.hint(board, seconds=-1)


@pytest.mark.parametrize("name", SMALL)
def test_the_properties_of_a_step_are_consistent(name: str) -> None:
    for step in masume.explain(masume.examples.find(name)):
        assert step.size == len(step.reasons) == len(set(step.reasons))
        assert step.claims
        assert step.smallest == (step.size == 1)
        before = dict.fromkeys(step.known)
        assert all(claim not in before for claim in step.claims)
        assert step.after != step.board
        assert {place for marks in step.marks.values() for place in marks} == {c.place for c in step.all_claims}
        assert len(set(step.all_claims)) == len(step.all_claims)


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_every_rule_that_can_be_broken_has_a_phrase_for_it(genre: Genre) -> None:
    for rule in genre.all_rules:
        if rule.checks:
            fields = {"place": "there", "line": "here to there", "clue": 1, "clued": "the 1 there"}
            fields |= {"first": "the 1 here", "second": "there"}  # of a pair
            phrase = rule.otherwise.format(one="one", other="other", **fields)
            assert "{" not in phrase
            assert not phrase.endswith(".")


@pytest.mark.parametrize("name", SMALL)
def test_a_mistake_is_explained_by_clues_although_their_cells_have_no_marks(name: str) -> None:
    board, random = masume.examples.find(name), Random(name)
    layer = board.genre.mark_layer(board.genre.answer[0])
    answer = solve_board(board).decided_marks(layer.name)
    place = random.choice(sorted(set(answer) - clue_marks(board)))
    value = next(value for value in board.alphabet(layer).values if value != answer[place])
    wrong = masume.mistakes(board.with_marks({layer.name: {place: value}}))
    assert [claim.place for claim in wrong.wrong] == [place]
    for step in wrong.steps:
        assert clue_marks(board) <= step.board.decided_marks(layer.name).keys()
        assert judge_steps(step.board, [step], closely=True).faults == []
    is_edge = board.grid.kind_of(place) is PlaceKind.EDGE
    assert wrong.in_words(proof=True).startswith("The " if is_edge else board.grid.name(place))


@pytest.mark.parametrize("name", MEDIUM)
def test_what_a_sentence_claims_is_seen_before_anything_else_follows(name: str) -> None:
    for step in masume.explain(masume.examples.find(name)):
        folded = {each.claim for each in step.folded if each.because}
        for joined in joined_marks(step):
            assert folded.isdisjoint(joined.because), step.in_words()


@pytest.mark.parametrize("name", MEDIUM)
def test_a_line_that_goes_on_is_the_line_of_the_step(name: str) -> None:
    for step in masume.explain(masume.examples.find(name)):
        found = re.search(r"The line goes on to ([^.]+)[.]", step.in_words())
        if found is None:
            continue
        layer = step.board.genre.mark_layer(step.claims[0].layer)
        track, lines = track_of(step.board.grid, layer), drawn_loop(step.after, layer.name).lines
        reached = {end for claim in step.claims for end in track.ends[claim.cell]}
        while new := {end for edge in lines if reached & {*track.ends[edge]} for end in track.ends[edge]} - reached:
            reached |= new
        loose = {end for end in reached if len(lines.intersection(track.edges_at[end])) == 1}
        assert any(name_place(step.board, end) in found[1] for end in loose), step.in_words()


def solve_board(board: masume.Board) -> masume.Board:
    found = masume.solve(board).board
    assert found is not None
    return found


def test_conflicts_of_changed_boards_are_sound_and_minimal_if_they_claim_so() -> None:
    random, found = Random("conflicts"), 0
    for board in map(masume.examples.find, SMALL):
        if not board.genre.clue_layers:
            continue
        layer = board.genre.clue_layers[0]
        for _ in range(6):
            clues = dict(board.clues[layer.name])
            place = random.choice(sorted(clues, key=str))
            alphabet = layer.alphabet(board.grid, board.options)
            clues[place] = random.choice(clue_values(layer, board.grid, board.options)[:9])
            assert alphabet.accepts(clues[place])
            changed = replace(board, clues={**board.clues, layer.name: clues})
            conflict = masume.mistakes(changed).conflict
            assert (conflict is not None) == (masume.count(changed, limit=1) == 0)
            if conflict is not None:
                assert judge_steps(changed, [conflict], closely=True).faults == []
                assert all(conflict.in_words(strength) for strength in STRENGTHS)
                found += 1
    assert found > 10


@pytest.mark.thorough
def test_trials_name_everything_they_use() -> None:
    board = masume.load(Path(__file__).parent / "data" / "trials.json")
    assert judge_steps(board, explain_fully(board), closely=True).faults == []


@pytest.mark.parametrize("name", SMALL)
def test_a_step_says_whether_its_search_was_cut_off(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = masume.examples.find(name)
    assert not any(step.cut_off for step in masume.explain(board))
    late = masume.hint(board, seconds=0)
    assert late is not None
    assert late.cut_off == (not late.branches)
    assert "No short reason was found" not in late.in_words()
    monkeypatch.setattr(StepSearch, "find", lambda search, wanted, deadline: None)
    steps = explain_fully(board)
    unexplained = [step for step in steps if not step.branches and not step.minimal]
    assert all("No short reason was found" in step.in_words() for step in unexplained)
    assert steps[-1].after.marks == solve_board(board).marks


def test_without_any_reason_the_mark_from_which_most_follows_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StepSearch, "find", lambda search, wanted, deadline: None)
    for board in map(masume.examples.find, SMALL):
        solver = BoardSolver(board)
        explainer, goal = Explainer(board, solver.model), solver.find_goal()
        assert goal is not None
        step = explainer.find_step(goal)
        assert step is not None
        reasoner = PythonReasoner(annotate_model(solver.model))
        reasoner.begin([])
        counts = dict(zip(goal, reasoner.count_consequences(goal), strict=True))
        assert counts[explainer.literal_of(step.claims[0])] == max(counts.values())
