"""Clues that can be dropped: what is left of a board, and that nothing more can be dropped."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import masume
from command import error_lines, output, run_command
from effort import sample, trials
from hexagon import hexagons
from masume import engines
from masume.core.genre import Genre
from masume.core.places import Place
from masume.core.symmetry import find_clue_symmetry
from masume.setting import CLUE_SYMMETRIES
from masume.setting.clue_guards import find_clue_guards
from masume.setting.minimising import Image, image_of_clues, orbits
from registry import all_genres, draws, genre_ids, model_engines, random_board, specimens

SMALL = [masume.examples.find(name) for name in masume.examples.names() if name.endswith("-small")]
UNIQUE = [board for board in SMALL if board.droppable_clues and masume.solve(board).unique]
SOLVABLE = [
    specimen.board for specimen in specimens() if specimen.board.droppable_clues and masume.solve(specimen.board).board
]
every_unique_board = pytest.mark.parametrize("board", UNIQUE, ids=lambda board: board.genre.name)
WITH_CLUES = [genre for genre in all_genres() if any(layer.dropped is not None for layer in genre.clue_layers)]
every_genre = pytest.mark.parametrize("genre", WITH_CLUES, ids=genre_ids)


def droppable(genre: Genre) -> list[masume.Board]:
    return [board for board in SOLVABLE if board.genre is genre]


def solutions(board: masume.Board, engine: str | None = None) -> set[masume.Board]:
    """Return up to 60 solutions, without the clues that the board has."""
    found = masume.solve(board, engine=engine, limits=masume.Limits(solutions=60)).boards
    return {masume.Board(each.genre, each.grid, marks=each.marks, options=each.options) for each in found}


@every_genre
def test_a_solution_stays_one_without_any_clue(genre: Genre) -> None:
    seen = 0
    for board in droppable(genre):
        for solution in masume.solve(board, limits=masume.Limits(solutions=5)).boards:
            for clue in board.droppable_clues:
                seen += 1
                smaller = solution.without_clues([clue])
                assert masume.check(smaller) == []
                assert set(smaller.droppable_clues) == set(solution.droppable_clues) - {clue}
    assert seen


@every_genre
@pytest.mark.parametrize("engine", model_engines())
def test_switching_clues_off_is_like_dropping_them(genre: Genre, engine: str) -> None:
    """A session in which only the rule instances of some clues are on has the solutions of the board with these."""
    random = Random(genre.name)
    for board in sample(droppable(genre), draws(engine, 6)):
        clues = board.droppable_clues
        guards = find_clue_guards(board, clues)
        if guards is None:
            continue
        answer = guards.model.answer_variables(genre.answer)
        guarded = [instance for own in guards.instances.values() for instance in own]
        with engines.open_session(engine, guards.model, guarded=guarded) as session:
            for dropped in (clues, clues[:1], random.sample(clues, len(clues) // 2)):
                on = [instance for clue in clues if clue not in dropped for instance in guards.instances[clue]]
                expected = solutions(board.without_clues(dropped))
                if len(expected) == 60:
                    continue
                found = set()
                blocked = []
                while (solution := session.solve(only=on).solution) is not None:
                    marks = guards.model.decode_marks(solution.values)
                    found.add(masume.Board(genre, board.grid, marks=marks, options=board.options))
                    blocked.append(session.add_retractable_clause(-solution.true_literal(v) for v in answer))
                for number in blocked:
                    session.retract(number)
                assert found == expected


def test_most_genres_can_switch_clues_off() -> None:
    guarded = {board.genre.name for board in UNIQUE if find_clue_guards(board, board.droppable_clues) is not None}
    assert len(guarded) >= len({board.genre.name for board in UNIQUE}) - 1


def neighbours(board: masume.Board) -> Iterator[tuple[Place, masume.Board]]:
    """Yield each clue, and the board without it."""
    for clue in board.droppable_clues:
        yield clue, board.without_clues([clue])


@every_unique_board
@pytest.mark.parametrize("engine", ["lazy", "asp"])
def test_after_minimising_every_clue_is_needed(board: masume.Board, engine: str) -> None:
    smaller = masume.minimise(board)
    assert set(smaller.droppable_clues) <= set(board.droppable_clues)
    before, after = masume.solve(board).board, masume.solve(smaller, engine=engine)
    assert before is not None
    assert after.board is not None
    assert after.unique
    assert after.board.marks == before.marks
    for _, without_one in neighbours(smaller):
        assert masume.solve(without_one, engine=engine).unique is False
    assert masume.superfluous_clues(smaller) == []


@every_unique_board
def test_superfluous_clues_are_those_that_can_be_dropped_alone(board: masume.Board) -> None:
    expected = {clue for clue, smaller in neighbours(board) if masume.solve(smaller, engine="lazy").unique}
    assert set(masume.superfluous_clues(board)) == expected


@every_unique_board
def test_clues_can_be_kept(board: masume.Board) -> None:
    random = Random(0)
    keep = random.sample(board.droppable_clues, len(board.droppable_clues) // 3)
    smaller = masume.minimise(board, keep=keep)
    assert set(keep) <= set(smaller.droppable_clues)
    for clue, without_one in neighbours(smaller):
        assert clue in keep or masume.solve(without_one).unique is False
    by_name = [board.place_name(place) for place in keep]
    assert masume.minimise(board, keep=by_name) == smaller


@every_unique_board
@pytest.mark.parametrize("symmetry", [name for name in CLUE_SYMMETRIES if name != "none"])
def test_symmetric_clues_are_dropped_together(board: masume.Board, symmetry: str) -> None:
    if board.grid.symmetry({"rot2": "rot180", "rot4": "rot90"}.get(symmetry, symmetry)).image != board.grid:
        with pytest.raises(masume.InputError, match="does not have the symmetry"):
            masume.minimise(board, symmetry=symmetry)
        return
    image = image_of_clues(board, find_clue_symmetry(board.grid, symmetry))
    clues = set(board.droppable_clues)
    smaller = masume.minimise(board, symmetry=symmetry)
    left = set(smaller.droppable_clues)
    assert {clue for clue in clues if not left.isdisjoint(orbit_of(clue, image))} == left
    for group in orbits(smaller.droppable_clues, image):
        assert masume.solve(smaller.without_clues(group)).unique is False


def orbit_of(clue: Place, image: Image) -> list[Place]:
    """Return a clue and all its images."""
    orbit = [clue]
    while (following := image(orbit[-1])) != clue:
        orbit.append(following)
    return orbit


def test_a_grid_that_cannot_have_a_symmetry_is_refused() -> None:
    board = next(board for board in UNIQUE if "rot90" in board.grid.symmetries)
    oblong = masume.make_board(board.genre.name, (2, 3))
    with pytest.raises(masume.InputError, match=r"^the grid of this board, 2 rows and 3 columns, does not"):
        masume.minimise(oblong, symmetry="rot4")
    with pytest.raises(masume.UnknownNameError, match="did you mean rot4"):
        masume.minimise(board, symmetry="rot5")


def test_an_orbit_has_the_images_of_images() -> None:
    images: dict[Place, Place] = {place: (place + 2) % 8 for place in range(8)}
    assert orbits([1, 2, 3, 5, 7], images.__getitem__) == [(1, 3, 5, 7), (2,)]


@every_unique_board
def test_a_board_stays_within_its_level(board: masume.Board) -> None:
    before = masume.rate(board)
    smaller = masume.minimise(board, level=before.level)
    assert masume.rate(smaller).level <= before.level
    for _, without_one in neighbours(smaller):
        assert not masume.solve(without_one).unique or masume.rate(without_one).level > before.level
    assert masume.minimise(board, level=before.name) == smaller


def test_a_board_that_is_too_hard_already_is_refused() -> None:
    board = next(board for board in UNIQUE if masume.rate(board).level > 1)
    with pytest.raises(masume.InputError, match=r"^the board is harder than beginner already$"):
        masume.minimise(board, level="beginner")
    with pytest.raises(masume.UnknownNameError, match="unknown level 'beginer': did you mean beginner"):
        masume.minimise(board, level="beginer")


@every_unique_board
def test_the_order_of_the_clues_does_not_matter(board: masume.Board) -> None:
    reversed_clues = {name: dict(reversed([*layer.items()])) for name, layer in board.clues.items()}
    assert masume.minimise(board.with_clues(reversed_clues)) == masume.minimise(board)


def test_the_hash_seed_does_not_matter() -> None:
    code = (
        "import masume\n"
        "for name in masume.examples.names():\n"
        "    if name.endswith('-small'):\n"
        "        board = masume.examples.find(name)\n"
        "        print(masume.write(masume.minimise(board), 'json'))"
    )

    def run(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True).stdout

    assert run("1") == run("2") != ""


@every_genre
def test_boards_without_exactly_one_solution_are_refused(genre: Genre) -> None:
    for specimen in specimens():
        if specimen.board.genre is genre and specimen.label in ("unsolvable", "two"):
            error = masume.NoSolutionError if specimen.label == "unsolvable" else masume.InputError
            for function in (masume.minimise, masume.superfluous_clues):
                with pytest.raises(error, match="no clue of it is superfluous"):
                    function(specimen.board)


def test_at_the_time_limit_the_clues_dropped_so_far_are_known() -> None:
    board = max(UNIQUE, key=lambda board: len(board.droppable_clues))
    with pytest.raises(masume.OutOfTimeError) as error:
        masume.minimise(board, limits=masume.Limits(seconds=0))
    smaller = error.value.board
    assert smaller is not None
    assert set(smaller.droppable_clues) <= set(board.droppable_clues)
    assert masume.solve(smaller).unique
    with pytest.raises(masume.OutOfTimeError):
        masume.superfluous_clues(board, limits=masume.Limits(seconds=0))


def test_ctrl_c_stops_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(board: masume.Board, level: int) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("masume.setting.minimising.is_within_level", interrupt)
    with pytest.raises(KeyboardInterrupt):
        masume.minimise(max(UNIQUE, key=lambda board: len(board.droppable_clues)), level=6)


def unique_boards_on_hexagons(genre: Genre) -> Iterator[masume.Board]:
    random, grid = Random(genre.name), hexagons(2, 2)
    for _ in range(trials(150)):
        board = random_board(genre, grid, random, given=0.0)
        if board.droppable_clues and masume.solve(board).unique:
            yield board


def test_boards_on_hexagons_can_be_minimised() -> None:
    minimised = set()
    for genre in WITH_CLUES:
        if genre.needs <= hexagons(2, 2).abilities:
            for board in islice(unique_boards_on_hexagons(genre), 3):
                smaller = masume.minimise(board)
                assert masume.solve(smaller).unique
                assert all(masume.solve(other).unique is False for _, other in neighbours(smaller))
                minimised.add(genre.name)
    assert len(minimised) > 2


def test_a_genre_without_clues_that_can_be_dropped_is_refused() -> None:
    others = [specimen.board for specimen in specimens() if specimen.board.genre not in WITH_CLUES]
    assert others
    for board in others:
        assert board.droppable_clues == []
        with pytest.raises(masume.InputError, match=r"has no clues that can be dropped$"):
            masume.minimise(board)


def test_wrong_places_get_one_clear_sentence() -> None:
    board = UNIQUE[0]
    empty = next(cell for cell in board.grid.cells if cell not in board.droppable_clues)
    with pytest.raises(masume.InputError, match=r"^there is no clue that can be dropped at r\d+c\d+$"):
        masume.minimise(board, keep=[empty])


def test_the_command_says_what_was_dropped(tmp_path: Path) -> None:
    board = next(
        board for board in UNIQUE if len(board.droppable_clues) - len(masume.minimise(board).droppable_clues) > 1
    )
    text, smaller = masume.write(board, "json").encode(), masume.minimise(board)
    before, after = len(board.droppable_clues), len(smaller.droppable_clues)
    result = run_command("minimise", "-", "--to", "json", text=text)
    assert masume.read(output(result)).clues == smaller.clues
    assert error_lines(result) == [f"Dropped {before - after} of {before} clues; {after} left."]
    path = tmp_path / "smaller.txt"
    keep = ",".join(map(board.place_name, board.droppable_clues))
    kept = run_command("minimise", "-", "--keep", keep, "-o", str(path), text=text)
    assert error_lines(kept) == [f"No clue can be dropped: all {before} stay."]
    assert masume.load(path).clues == board.clues
    late = run_command("minimise", "-", "--time-limit", "0", "--to", "json", text=text)
    assert late.returncode == 3
    assert run_command("minimise", "-", "--json", "--to", "text", text=text).returncode == 2
