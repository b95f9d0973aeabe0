"""Formulations as models: on every engine they have just the solutions, whichever way they say what is connected."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from click.testing import CliRunner

import masume
from agreement import AGREES, LATE, UNSAID, can_be_said, judged, tasks
from corpus import CORPUS
from effort import example_names, trials
from masume import engines, examples
from masume.cli import main
from masume.core.cancellation import run_job
from masume.core.errors import InputError, WrongAnswerError
from masume.core.genre import Genre
from masume.core.outcome import Limits, Status
from masume.formulations import models
from masume.modelling import Model
from masume.modelling.integers import Integer
from masume.solving.search import ModelSearch
from registry import all_genres, blocks, draws, model_engines, random_board, small_grids

DATA = Path(__file__).parent / "data"
EVERY = [(genre, name) for genre in all_genres() for name in models.names(genre)]
VOUCHED = [(genre, name) for genre, name in EVERY if models.find(genre, name).vouched]
OTHERS = [engine for engine in model_engines() if engine != "lazy"]  # with which they are compared


def label(part: Genre | str) -> str:
    return part if isinstance(part, str) else part.name


every_formulation = pytest.mark.parametrize(("genre", "name"), EVERY, ids=label)
every_vouched_formulation = pytest.mark.parametrize(("genre", "name"), VOUCHED, ids=label)
every_engine = pytest.mark.parametrize("engine", model_engines())


def tiny_boards(genre: Genre, name: str) -> Iterator[masume.Board]:
    """Boards that a formulation has words for, of all small sizes."""
    random, grids = Random(genre.name), small_grids(genre)
    boards = (random_board(genre, grids[number % len(grids)], random) for number in range(400))
    return (board for board in boards if can_be_said(board, name, engines.default()))


@every_engine
@every_vouched_formulation
def test_a_model_that_is_vouched_for_has_just_the_solutions(genre: Genre, name: str, engine: str) -> None:
    boards = list(islice(tiny_boards(genre, name), draws(engine, 90)))
    assert len(boards) > 5
    for board in boards:
        assert masume.count(board, engine=engine, formulation=name) == masume.count(board), masume.write(board, "text")


def shipped() -> list[tuple[str, str]]:
    small = [name for name in example_names() if len(examples.find(name).grid.cells) <= 36]
    return [(name, way) for name in small for way in models.names(examples.find(name).genre)]


@every_engine
@pytest.mark.parametrize(("example", "name"), shipped())
def test_models_solve_the_shipped_boards(example: str, name: str, engine: str) -> None:
    board, answer = examples.find(example), examples.find(f"{example}.answer")
    formulation = models.find(board.genre, name)
    if formulation.vouched:
        outcome = masume.solve(board, engine, Limits(seconds=120), formulation=name)
        assert (outcome.status, outcome.unique, outcome.board) == (Status.SOLVED, True, answer)
        assert (outcome.statistics["engine"], outcome.statistics["formulation"]) == (engine, name)
    else:  # it may take wrong answers for right, but not the right one for wrong
        with ModelSearch(answer, engine, True, formulation) as search:
            assert run_job(lambda: list(search.answers(None))) == [answer]


@every_engine
@every_vouched_formulation
def test_marks_and_common_marks_are_as_in_the_genre_s_own_model(genre: Genre, name: str, engine: str) -> None:
    random, grid = Random(name), small_grids(genre)[-1]
    boards = (random_board(genre, grid, random, marks=0.1, given=0.1) for _ in range(trials(300)))
    said = [b for b in boards if can_be_said(masume.Board(genre, grid, b.clues, options=b.options), name, engine)]
    solvable = [board for board in said if masume.solve(board, from_marks=True).board is not None]
    for board in solvable[:2]:
        found = masume.common(board, engine, from_marks=True, formulation=name)
        assert found == masume.common(board, from_marks=True)
    for board in [each for each in said if each not in solvable][:1]:
        assert masume.solve(board, engine, from_marks=True, formulation=name).status is Status.UNSOLVABLE


@pytest.mark.parametrize("genre", [g for g in all_genres() if models.names(g)], ids=lambda genre: genre.name)
def test_candidates_are_what_is_left_of_a_board_without_the_tests(genre: Genre) -> None:
    """Both constraint solvers go through all of them when they prove a solution to be the only one."""
    for name in models.names(genre):
        for board in islice(tiny_boards(genre, name), 5):
            told = [masume.solve(board, engine, Limits(solutions=1000), formulation=name) for engine in OTHERS]
            if any(outcome.status is Status.WRONG for outcome in told):
                continue  # the search ends there
            counted = {outcome.statistics.get("candidates") for outcome in told}
            assert len(counted) == 1, masume.write(board, "text")
            assert counted == {None} or counted == {_without_tests(board, name)}


def _without_tests(board: masume.Board, name: str) -> int:
    model = models.find(board.genre, name).build_model(board)
    model.posts = [
        (rule, place, tuple(word for word in words if type(word).__name__ != "TestedStructure"))
        for rule, place, words in model.posts
    ]
    with engines.open_session(None, model) as session:
        return len(list(session.solutions(range(1, model.variables + 1))))


class Misprint(NamedTuple):
    """A smallest board on which a model is wrong, how many answers it has there, and how many the right one."""

    wrong: str
    answers: int
    right: str
    solutions: int
    board: masume.Board

    def __str__(self) -> str:
        return f"{self.board.genre.name}-{self.wrong}-{self.answers}"


def misprints() -> list[Misprint]:
    found = []
    for head, board in blocks((DATA / "model-misprints.txt").read_text(encoding="utf-8")):
        wrong, answers, right, solutions = head.split()
        found.append(Misprint(wrong, int(answers), right, int(solutions), masume.read(board)))
    return found


@every_engine
@pytest.mark.parametrize("misprint", misprints(), ids=str)
def test_where_print_is_wrong(misprint: Misprint, engine: str) -> None:
    wrong, answers, right, solutions, board = misprint
    with ModelSearch(board, engine, False, models.find(board.genre, wrong)) as search:
        found = run_job(lambda: list(search.answers(None)))
    assert len(found) == answers
    assert sum(not masume.check(answer) for answer in found) == solutions
    assert masume.count(board, engine=engine, formulation=right) == masume.count(board) == solutions
    outcome = masume.solve(board, engine, Limits(solutions=answers + 1), formulation=wrong)
    assert (outcome.status, outcome.vouched) == (Status.WRONG, False)
    with pytest.raises(WrongAnswerError, match=f"{wrong} takes for a solution what breaks"):
        masume.count(board, engine=engine, formulation=wrong)


def test_every_model_that_is_wrong_has_a_board_that_shows_it() -> None:
    shown = {(misprint.board.genre.name, misprint.wrong) for misprint in misprints()}
    assert shown == {(genre.name, name) for genre, name in set(EVERY) - set(VOUCHED)}


def labels(model: Model) -> list[int]:
    """The literals of all integers."""
    return [
        one for _, _, words in model.all_posts() for word in words if isinstance(word, Integer) for one in word.literals
    ]


@pytest.mark.parametrize("engine", OTHERS)
def test_a_loop_has_as_many_labellings_as_ways_to_go_round(engine: str) -> None:
    """Two for each edge without symmetry breaking, and one with it."""
    (misprint,) = [one for one in misprints() if "all-different" in one.wrong]
    board, right = misprint.board, misprint.right
    for solution in masume.solve(board, limits=Limits(solutions=100)).boards:
        ((layer, marks),) = solution.marks.items()
        length = sum(mark == board.alphabet(board.genre.mark_layer(layer)).values[0] for mark in marks.values())
        for name, labellings in ((right, 1), (f"{right}-without-symmetry-breaking", 2 * length)):
            model = models.find(board.genre, name).build_model(solution)
            with engines.open_session(engine, model) as session:
                assumed = model.literals_of(solution.marks)
                assert len(list(session.solutions(labels(model), assumed))) == labellings


@pytest.mark.parametrize("engine", OTHERS)
@pytest.mark.parametrize(
    ("genre", "name"), [(g, n) for g, n in EVERY if n not in masume.formulations.names(g)], ids=label
)
def test_every_command_takes_a_model_that_is_no_text(genre: Genre, name: str, engine: str, tmp_path: Path) -> None:
    board = next(board for board in tiny_boards(genre, name) if masume.count(board) == 1)
    path = tmp_path / "board.txt"
    path.write_text(masume.write(board, "text"), encoding="utf-8")
    words = [str(path), "--engine", engine, "--formulation", name]
    for command in (["solve"], ["solve", "--common"], ["count"], ["solve", "--to", "json"]):
        done = CliRunner().invoke(main, [command[0], *words, *command[1:]])
        vouched = models.find(genre, name).vouched
        assert done.exit_code == 0 or not vouched, done.output
        assert done.exit_code in (0, 1)  # one that is not vouched for may be wrong
        assert ("does not vouch" in done.output) <= (not vouched)


def test_names_are_refused_with_those_that_the_engine_can_take() -> None:
    genre, name = next((genre, name) for genre, name in EVERY if name not in masume.formulations.names(genre))
    board = masume.Board(genre, small_grids(genre)[-1])
    with pytest.raises(InputError, match=rf"^no formulation '{name}' of {genre.name} for the engine asp: expected"):
        masume.solve(board, engine="asp", formulation=name)
    with pytest.raises(InputError, match=rf"^no formulation 'tuned' of {genre.name} for the engine cp: .*{name}"):
        masume.solve(board, engine="cp", formulation="tuned")
    with pytest.raises(InputError, match=rf"^{genre.name} has no formulation 'nosuch' as a model: .*{name}"):
        models.find(genre, "nosuch")
    assert masume.solve(board, formulation=name).statistics["engine"] == engines.default()


@pytest.mark.skipif(not CORPUS, reason="MASUME_CORPUS names no folder of boards")
@pytest.mark.parametrize("engine", OTHERS)
def test_models_agree_with_the_genre_s_own_on_the_corpus(engine: str) -> None:
    """`make agreement` gives them more time and larger boards."""
    chosen = [task for task in tasks(Path(CORPUS), 25) if task.engine == engine]
    verdicts = {task: judged(task, 2).verdict for task in chosen}
    assert not {task: verdict for task, verdict in verdicts.items() if verdict not in (AGREES, UNSAID, LATE)}
    assert sum(verdict == AGREES for verdict in verdicts.values()) > len(verdicts) / 2
