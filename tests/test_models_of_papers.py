"""Formulations as models: on every engine they find exactly the solutions, with each encoding of connectivity."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from click.testing import CliRunner

import masume
from agreement import AGREES, INEXPRESSIBLE, LATE, compare_with_lazy, is_expressible, list_tasks
from corpus import CORPUS
from effort import Effort, example_names, sample
from masume import engines, examples
from masume.cli.program import main
from masume.core.cancellation import run_job
from masume.core.errors import InputError, WrongAnswerError
from masume.core.genre import Genre
from masume.core.outcome import Limits, Status
from masume.formulations import models
from masume.modelling import Model
from masume.modelling.basic_constraints import CandidateTest
from masume.modelling.integers import Integer
from masume.solving.search import ModelSearch
from registry import all_genres, draws, labelled_blocks, model_engines, random_board, small_grids

DATA = Path(__file__).parent / "data"
EVERY = [(genre, name) for genre in all_genres() for name in models.names(genre)]
VOUCHED = [(genre, name) for genre, name in EVERY if models.find(genre, name).vouched]
OTHER_ENGINES = [engine for engine in model_engines() if engine != "lazy"]


def label(parameter: Genre | str) -> str:
    return parameter if isinstance(parameter, str) else parameter.name


every_formulation = pytest.mark.parametrize(("genre", "name"), EVERY, ids=label)
every_vouched_formulation = pytest.mark.parametrize(("genre", "name"), VOUCHED, ids=label)
every_engine = pytest.mark.parametrize("engine", model_engines())


def tiny_boards(genre: Genre, name: str) -> Iterator[masume.Board]:
    """Yield boards of all small sizes that a formulation can express."""
    random, grids = Random(genre.name), small_grids(genre)
    boards = (random_board(genre, grids[number % len(grids)], random) for number in range(400))
    return (board for board in boards if is_expressible(board, name, engines.default()))


@every_engine
@every_vouched_formulation
def test_a_vouched_model_has_exactly_the_solutions(genre: Genre, name: str, engine: str) -> None:
    number = draws(engine, 90)
    boards = list(islice(tiny_boards(genre, name), max(number, 6)))
    assert len(boards) > 5
    for board in boards[:number]:
        assert masume.count(board, engine=engine, formulation=name) == masume.count(board), masume.write(board, "text")


def shipped_boards() -> list[tuple[str, str, str]]:
    """Return small shipped boards with the names of their models, and with engines (some take long)."""
    small = [name for name in example_names() if len(examples.find(name).grid.cells) <= 36]
    chosen = model_engines() if Effort.thorough else [engines.default()]
    return [
        (name, model, engine)
        for name in small
        for model in models.names(examples.find(name).genre)
        for engine in chosen
    ]


@pytest.mark.parametrize(("example", "name", "engine"), shipped_boards())
def test_models_solve_the_shipped_boards(example: str, name: str, engine: str) -> None:
    board, answer = examples.find(example), examples.find(f"{example}.answer")
    formulation = models.find(board.genre, name)
    if formulation.vouched:
        outcome = masume.solve(board, engine=engine, limits=Limits(seconds=120), formulation=name)
        assert (outcome.status, outcome.unique, outcome.board) == (Status.SOLVED, True, answer)
        assert (outcome.statistics["engine"], outcome.formulation) == (engine, name)
    else:  # it may accept wrong answers, but must not reject the right one
        with ModelSearch(answer, engine, True, formulation) as search:
            assert run_job(lambda: list(search.answers(None))) == [answer]


@every_engine
@every_vouched_formulation
def test_marks_and_common_marks_agree_with_the_genres_own_model(genre: Genre, name: str, engine: str) -> None:
    random, grid = Random(name), small_grids(genre)[-1]
    solvable, unsolvable = list[masume.Board](), list[masume.Board]()
    for board in (random_board(genre, grid, random, marks=0.1, given=0.1) for _ in range(300)):
        if is_expressible(masume.Board(genre, grid, board.clues, options=board.options), name, engine):
            is_solvable = masume.solve(board, from_marks=True).board is not None
            (solvable if is_solvable else unsolvable).append(board)
        if len(solvable) >= 2 and unsolvable:
            break
    for board in solvable[:2]:
        found = masume.common(board, engine=engine, from_marks=True, formulation=name)
        assert found == masume.common(board, from_marks=True)
    for board in unsolvable[:1]:
        assert masume.solve(board, engine=engine, from_marks=True, formulation=name).status is Status.UNSOLVABLE


@pytest.mark.parametrize("genre", [g for g in all_genres() if models.names(g)], ids=lambda genre: genre.name)
def test_candidates_are_the_solutions_without_tested_structures(genre: Genre) -> None:
    """All engines visit every candidate when they prove that a solution is the only one."""
    for name in models.names(genre):
        for board in islice(tiny_boards(genre, name), 5 if Effort.thorough else 2):
            outcomes = [
                masume.solve(board, engine=engine, limits=Limits(solutions=1000), formulation=name)
                for engine in OTHER_ENGINES
            ]
            if any(outcome.status is Status.WRONG for outcome in outcomes):
                continue  # the search stops at a wrong answer
            counted = {outcome.statistics.get("candidates") for outcome in outcomes}
            assert len(counted) == 1, masume.write(board, "text")
            assert counted == {None} or counted == {_count_candidates(board, name)}


def _count_candidates(board: masume.Board, name: str) -> int:
    model = models.find(board.genre, name).build_model(board)
    model.posts = [
        (rule, place, tuple(each for each in constraints if not isinstance(each, CandidateTest)), explained_as)
        for rule, place, constraints, explained_as in model.posts
    ]
    with engines.open_session(None, model) as session:
        return len(list(session.solutions(range(1, model.variables + 1))))


class Misprint(NamedTuple):
    """A smallest board on which the model `wrong` is wrong: its number of answers, and a right model and its number."""

    wrong: str
    answers: int
    right: str
    solutions: int
    board: masume.Board

    def __str__(self) -> str:
        return f"{self.board.genre.name}-{self.wrong}-{self.answers}"


def misprints() -> list[Misprint]:
    """Return the boards of data/model-misprints.txt."""
    found = []
    for head, board in labelled_blocks((DATA / "model-misprints.txt").read_text(encoding="utf-8")):
        wrong, answers, right, solutions = head.split()
        found.append(Misprint(wrong, int(answers), right, int(solutions), masume.read(board)))
    return found


@every_engine
@pytest.mark.parametrize("misprint", sample(misprints(), 2), ids=str)
def test_misprints_give_wrong_answers_and_repairs_do_not(misprint: Misprint, engine: str) -> None:
    wrong, answers, right, solutions, board = misprint
    with ModelSearch(board, engine, False, models.find(board.genre, wrong)) as search:
        found = run_job(lambda: list(search.answers(None)))
    assert len(found) == answers
    assert sum(not masume.check(answer) for answer in found) == solutions
    assert masume.count(board, engine=engine, formulation=right) == masume.count(board) == solutions
    outcome = masume.solve(board, engine=engine, limits=Limits(solutions=answers + 1), formulation=wrong)
    assert (outcome.status, outcome.vouched) == (Status.WRONG, False)
    with pytest.raises(WrongAnswerError, match=f"{wrong} gives an answer that breaks"):
        masume.count(board, engine=engine, formulation=wrong)


def test_every_wrong_model_has_a_board_that_shows_it() -> None:
    shown = {(misprint.board.genre.name, misprint.wrong) for misprint in misprints()}
    assert shown == {(genre.name, name) for genre, name in set(EVERY) - set(VOUCHED)}


def label_literals(model: Model) -> list[int]:
    """Return the literals of all integers."""
    constraints = (constraint for statement in model.statements() for constraint in statement.constraints)
    return [literal for integer in constraints if isinstance(integer, Integer) for literal in integer.literals]


@pytest.mark.slow_in_children
@pytest.mark.parametrize("engine", OTHER_ENGINES)
def test_the_number_of_labellings_of_a_loop(engine: str) -> None:
    """There are two for each edge of the loop without symmetry breaking, and a single one with it."""
    (misprint,) = [misprint for misprint in misprints() if "all-different" in misprint.wrong]
    board, right = misprint.board, misprint.right
    for solution in masume.solve(board, limits=Limits(solutions=100)).boards:
        ((layer, marks),) = solution.marks.items()
        length = sum(mark == board.alphabet(board.genre.mark_layer(layer)).values[0] for mark in marks.values())
        for name, labellings in ((right, 1), (f"{right}-without-symmetry-breaking", 2 * length)):
            model = models.find(board.genre, name).build_model(solution)
            with engines.open_session(engine, model) as session:
                assumed = model.literals_of(solution.marks)
                assert len(list(session.solutions(label_literals(model), assumed))) == labellings


@pytest.mark.parametrize("engine", OTHER_ENGINES)
@pytest.mark.parametrize(
    ("genre", "name"), [(g, n) for g, n in EVERY if n not in masume.formulations.names(g)], ids=label
)
def test_every_command_takes_a_formulation_that_is_only_a_model(
    genre: Genre, name: str, engine: str, tmp_path: Path
) -> None:
    board = next(board for board in tiny_boards(genre, name) if masume.count(board) == 1)
    path = tmp_path / "board.txt"
    path.write_text(masume.write(board, "text"), encoding="utf-8")
    arguments = [str(path), "--engine", engine, "--formulation", name]
    for command in (["solve"], ["solve", "--common"], ["count"], ["solve", "--to", "json"]):
        result = CliRunner().invoke(main, [command[0], *arguments, *command[1:]])
        vouched = models.find(genre, name).vouched
        assert result.exit_code == 0 or not vouched, result.output
        assert result.exit_code in (0, 1)  # a formulation that masume does not vouch for may be wrong
        assert ("does not vouch" in result.output) <= (not vouched)


def test_an_unknown_name_is_refused_with_those_the_engine_can_take() -> None:
    genre, name = next((genre, name) for genre, name in EVERY if name not in masume.formulations.names(genre))
    board = masume.Board(genre, small_grids(genre)[-1])
    with pytest.raises(
        InputError, match=rf"^no formulation '{name}' of {genre.name} for the engine asp: (expected|did you mean) "
    ):
        masume.solve(board, engine="asp", formulation=name)
    with pytest.raises(InputError, match=rf"^no formulation 'tuned' of {genre.name} for the engine cp: .*{name}"):
        masume.solve(board, engine="cp", formulation="tuned")
    with pytest.raises(InputError, match=rf"^no formulation 'nosuch' of {genre.name} as a model: .*{name}"):
        models.find(genre, "nosuch")
    assert masume.solve(board, formulation=name).statistics["engine"] == engines.default()


@pytest.mark.skipif(not CORPUS, reason="MASUME_CORPUS is not set to a folder of boards")
@pytest.mark.parametrize("engine", OTHER_ENGINES)
def test_models_agree_with_the_genres_own_on_the_corpus(engine: str) -> None:
    """`make agreement` gives them more time and larger boards."""
    chosen = [task for task in list_tasks(Path(CORPUS), 25) if task.engine == engine]
    verdicts = {task: compare_with_lazy(task, 2).verdict for task in chosen}
    assert not {task: verdict for task, verdict in verdicts.items() if verdict not in (AGREES, INEXPRESSIBLE, LATE)}
    assert sum(verdict == AGREES for verdict in verdicts.values()) > len(verdicts) / 2
