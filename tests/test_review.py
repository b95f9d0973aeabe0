"""Reviews: what they say agrees with what solving, explaining and dropping clues say, for every genre."""

import json
import pickle
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import masume
from command import error_lines, output, run_command
from effort import sample
from hexagon import hexagons
from json_schemas import validator
from masume.core.board_symmetry import clue_symmetries, symmetries_of
from masume.reviewing.finder import OF_EVERY_BOARD, PARTS, WITH_ONE, WITH_SEVERAL, WITHOUT_SOLUTION
from masume.reviewing.puzzle_findings import find_same_boards
from registry import all_genres, specimens

SMALL = [name for name in masume.examples.names() if name.endswith("-small")]
LABELLED = [specimen for specimen in specimens() if specimen.label in ("solved", "two", "unsolvable")]
BOARDS = [*map(masume.examples.find, SMALL), *(specimen.board for specimen in LABELLED)]
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.genre.name)
UNIQUE = [board.with_marks({}) for board in BOARDS if masume.solve(board).unique]
SEVERAL = [board.with_marks({}) for board in BOARDS if masume.solve(board).unique is False]


def text_of(review: masume.Review, name: str) -> str:
    finding = review.find(name)
    assert finding is not None
    return finding.text


def two_of(several: bool) -> masume.Board:
    """Return the largest board with one solution, or with several."""
    return max(SEVERAL if several else UNIQUE, key=lambda board: (len(board.droppable_clues), len(board.grid.cells)))


@every_board
def test_the_verdict_agrees_with_solve_and_decides_what_follows(board: masume.Board) -> None:
    review, outcome = masume.review(board), masume.solve(board)
    sentences = {True: "The solution is unique.", False: "The solution is not unique.", None: "There is no solution."}
    following = {True: WITH_ONE, False: WITH_SEVERAL, None: WITHOUT_SOLUTION}[outcome.unique]
    assert next(iter(review)).text == sentences[outcome.unique]
    found = [finding.name for finding in review]
    dropped = [] if "dropped_together" in found else ["dropped_together"]
    assert found == [name for name in (*OF_EVERY_BOARD, *following) if name not in dropped]
    assert review.missing == []
    assert review.board == board.with_marks({})


@every_board
def test_every_sentence_ends_and_every_finding_is_plain_data(board: masume.Board) -> None:
    review = masume.review(board)
    for finding in review:
        assert all(line and line[-1] in ".:" for line in finding.text.splitlines()), finding
        assert finding.complete
        assert all(str(picture.render("svg")).startswith("<svg") for picture in finding.pictures)
    data = json.loads(json.dumps(review.to_dict()))
    assert data == review.to_dict()
    assert masume.read(json.dumps(data["board"])) == review.board
    validator("review.json").validate(data)


@pytest.mark.parametrize("board", UNIQUE, ids=lambda board: board.genre.name)
def test_superfluous_clues_agree_with_a_second_engine(board: masume.Board) -> None:
    review = masume.review(board)
    superfluous = review.find("superfluous")
    assert superfluous is not None
    places = list(superfluous.data["places"])
    for clue in board.droppable_clues:
        is_unique = masume.solve(board.without_clues([clue]), engine="lazy").unique
        assert is_unique == (board.place_name(clue) in places)
    together = review.find("dropped_together")
    assert (together is None) == (not places)
    if together is not None:
        assert set(together.data["places"]) <= set(places)
        smaller = board.without_clues(
            [each for each in board.droppable_clues if board.place_name(each) in set(together.data["places"])]
        )
        assert masume.solve(smaller, engine="lazy").unique
        assert masume.read(json.dumps(together.data["board"])) == smaller


@pytest.mark.parametrize("board", SEVERAL, ids=lambda board: board.genre.name)
def test_boards_with_several_solutions(board: masume.Board) -> None:
    review = masume.review(board, max_solutions=5)
    common, difference, count = (review.find(name) for name in ("common_marks", "difference", "count"))
    assert common is not None
    assert difference is not None
    assert count is not None
    shared = masume.common(board, engine="lazy")
    assert common.data["marks"] == shared.to_dict()["marks"]
    one, another = map(board.with_marks, difference.data["solutions"])
    assert masume.check(one) == masume.check(another) == []
    assert one != another
    decided = {board.place_name(place) for layer in board.genre.answer for place in shared.decided_marks(layer)}
    if len(board.genre.answer) == 1:
        assert not decided & set(difference.data["places"])
        assert common.data["shared"] + len(board.decided_marks(board.genre.answer[0])) == len(decided)
    number = masume.count(board, engine="lazy", limit=6)
    assert (count.data["count"], count.data["search"]) == ((5, "limit") if number > 5 else (number, "complete"))


def test_a_conflict_is_a_step_with_a_picture() -> None:
    for specimen in LABELLED:
        if specimen.label == "unsolvable":
            conflict = masume.review(specimen.board).find("conflict")
            assert conflict is not None
            assert conflict.text.startswith(("The puzzle has no solution", "It cannot be"))
            assert len(conflict.pictures) == 1


@pytest.mark.parametrize("name", SMALL)
def test_images_of_shipped_boards_are_recognised(name: str) -> None:
    board = masume.examples.find(name)
    for symmetry in symmetries_of(board):
        same = masume.review(masume.transform(board, symmetry.name)).find("same_board")
        assert same is not None
        (found,) = same.data["boards"]
        assert (found["id"], found["shipped"]) == (name, True)
        assert masume.transform(board, found["symmetry"]) == masume.transform(board, symmetry.name)


def test_what_was_done_to_a_board_is_named() -> None:
    board = next(board for board in map(masume.examples.find, SMALL) if not clue_symmetries(board))
    name = next(name for name in SMALL if masume.examples.find(name) == board)
    words = {
        "identity": "",
        "rot90": ", turned by 90 degrees clockwise",
        "rot180": ", turned by 180 degrees",
        "rot270": ", turned by 90 degrees counterclockwise",
        "horizontal": ", mirrored, with left and right exchanged",
    }
    for symmetry, image in words.items():
        review = masume.review(masume.transform(board, symmetry))
        assert text_of(review, "same_board") == f"It is the shipped board {name}{image}."


def test_other_boards_to_compare_with() -> None:
    board, *others = UNIQUE[-4:]
    half_turn = masume.transform(board, "rot180")
    boards: list[tuple[str | int, masume.Board]] = [("a", half_turn), *enumerate(others)]
    same = masume.review(board, against=iter(boards)).find("same_board")
    assert same is not None
    assert same.data["compared"] == 4
    assert [each["id"] for each in same.data["boards"] if not each["shipped"]] == ["a"]
    assert same.text.splitlines()[-1].startswith("It is the board a")
    different = text_of(masume.review(masume.make_board(board.genre, (7, 3)), against=boards), "same_board")
    assert different == "It is none of the shipped boards, and none of the 4 boards to compare with."


def test_time_that_runs_out_while_boards_are_compared() -> None:
    """A board that was found by then is kept."""
    clock = SimpleNamespace(is_over=False)

    def boards(first: masume.Board) -> Iterator[tuple[int, masume.Board]]:
        clock.is_over = False
        yield 1, first
        clock.is_over = True
        for number in count(2):  # endless: only the time limit stops it
            yield number, first

    empty = masume.make_board(UNIQUE[0].genre, (7, 3))
    found = find_same_boards(empty, boards(empty), cast(Any, clock))
    assert [each["id"] for each in found.data["boards"]] == [1]
    assert not found.complete
    with pytest.raises(masume.OutOfTimeError):
        find_same_boards(empty, boards(UNIQUE[1]), cast(Any, clock))


def test_density_counts_the_places_that_can_have_a_clue() -> None:
    for board in BOARDS:
        density = masume.review(board).find("density")
        assert density is not None
        for layer in density.data["layers"]:
            assert 0 <= layer["clues"] <= (layer["places"] or layer["clues"])
        if board.genre.clue_layers and not any(board.given.values()):
            number = sum(layer["clues"] for layer in density.data["layers"])
            assert f"{number} clue" in board.in_words()


def test_a_genre_without_clues_that_can_be_dropped_says_so() -> None:
    solved = [specimen.board for specimen in LABELLED if specimen.label == "solved"]
    boards = [board for board in solved if all(layer.dropped is None for layer in board.genre.clue_layers)]
    assert boards
    for board in boards:
        given = masume.Board(board.genre, board.grid, given=board.marks, options=board.options)
        review = masume.review(given)
        assert text_of(review, "superfluous") == "The board has no clues that can be dropped."
        assert review.find("dropped_together") is None


@pytest.mark.parametrize("board", [two_of(False), two_of(True)], ids=["unique", "several"])
def test_without_time_a_review_names_what_is_missing(board: masume.Board) -> None:
    review = masume.review(board, limits=masume.Limits(seconds=0))
    found = {finding.name for finding in review if finding.complete}
    assert "verdict" in review.missing
    assert found | set(review.missing) == set(OF_EVERY_BOARD)
    assert (
        review.in_words()
        .splitlines()[-1]
        .startswith("Out of time. Missing: whether there is exactly one solution, and all that depends on it")
    )
    assert "Missing" in review.to_html()
    assert review.to_dict()["status"] == "timeout"


def parts_of(board: masume.Board) -> tuple[str, ...]:
    return (*OF_EVERY_BOARD, *(WITH_ONE if masume.solve(board).unique else WITH_SEVERAL))


@pytest.mark.parametrize("board", [two_of(False), two_of(True)], ids=["unique", "several"])
def test_time_that_runs_out_after_the_verdict(board: masume.Board) -> None:
    """The findings of before are kept; parts that have a part of their result are incomplete."""
    review = masume.review(board)
    for finding in review:
        if finding.name == "same_board":
            review._finder._deadline = masume.Limits(seconds=0).deadline()
    instant = {"difference"}  # known already
    assert set(review.missing) == set(parts_of(board)) - set(OF_EVERY_BOARD) - instant
    assert all(PARTS[name].in_words in review.describe_missing() for name in review.missing)
    validator("review.json").validate(review.to_dict())


def test_ctrl_c_stops_and_the_next_call_goes_on() -> None:
    interruptions = 1

    class Interrupting:
        def __iter__(self) -> Iterator[tuple[str, masume.Board]]:
            nonlocal interruptions
            if interruptions:
                interruptions -= 1
                raise KeyboardInterrupt
            yield "again", UNIQUE[0]

    review = masume.review(UNIQUE[0], against=Interrupting())
    with pytest.raises(KeyboardInterrupt):
        review.find_all()
    assert [finding.name for finding in review.findings] == ["verdict", "symmetry", "density"]
    assert "It is the board again." in text_of(review, "same_board")
    assert review.missing == []


def test_marks_are_ignored() -> None:
    for name in SMALL[:2]:
        answer = masume.examples.find(f"{name}.answer")
        assert masume.review(answer).in_words() == masume.review(masume.examples.find(name)).in_words()


def test_boards_on_hexagons_can_be_reviewed() -> None:
    reviewed = 0
    for genre in all_genres():
        if genre.needs <= hexagons(2, 3).abilities:
            review = masume.review(masume.Board(genre, hexagons(2, 3)))
            assert review.missing == []
            assert review.to_html()
            reviewed += 1
    assert reviewed > 2


def test_copies_and_notebooks() -> None:
    review = masume.review(UNIQUE[0], against=iter([("a", UNIQUE[0])]))
    copy = pickle.loads(pickle.dumps(review))
    assert copy.to_dict() == review.to_dict()
    assert "srcdoc" in review._repr_html_()
    assert repr(review).startswith("<Review: ")
    assert "The solution is unique" in repr(review)


def test_the_page_has_everything() -> None:
    for board in (two_of(False), two_of(True)):
        review = masume.review(board)
        page = review.to_html()
        assert all(PARTS[finding.name].title in page for finding in review)
        assert page.count("<svg") == 1 + bool(masume.solve(board).unique) + sum(len(each.pictures) for each in review)
        assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("board", sample(BOARDS, 6), ids=lambda board: board.genre.name)
def test_the_command_prints_the_findings(board: masume.Board) -> None:
    result = run_command("review", "-", text=masume.write(board, "json").encode())
    review = masume.review(board)
    printed = output(result).splitlines()
    assert [line for finding in review for line in finding.text.splitlines() if line not in printed] == []
    assert result.returncode == (1 if masume.solve(board).board is None else 0)


def test_the_command_compares_with_a_file_and_reports_bad_lines(tmp_path: Path) -> None:
    board = masume.examples.find(SMALL[0])
    path = tmp_path / "boards.jsonl"
    lines = [{"id": "mine", "board": masume.transform(board, "rot180").to_dict()}, {"id": "bad", "url": "no/board"}]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = run_command("review", SMALL[0], "--against", str(path))
    assert result.returncode == 0
    assert "It is the board mine" in output(result)
    (message,) = error_lines(result)
    assert message.startswith("masume: boards.jsonl, line 2: ")
    missing = run_command("review", SMALL[0], "--against", str(tmp_path / "nosuch"))
    assert (missing.returncode, len(error_lines(missing))) == (2, 1)


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    assert run_command("review", SMALL[0], "-o", str(path)).returncode == 0
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    late = run_command("review", SMALL[0], "--to", "html", "--time-limit", "0")
    assert late.returncode == 3
    assert error_lines(late)[0].startswith("masume: out of time. Missing: whether")
    for arguments in (["--json", "--to", "html"], ["-o", str(tmp_path / "review.txt")], ["--limit", "0"]):
        assert run_command("review", SMALL[0], *arguments).returncode == 2


def test_a_list_has_one_line_per_board(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    boards = [next(each.board for each in LABELLED if each.label == label) for label in ("solved", "two", "unsolvable")]
    path.write_text("\n".join(json.dumps({"id": i, "board": b.to_dict()}) for i, b in enumerate(boards)))
    result = run_command("review", str(path))
    assert [line.partition(";")[0] for line in output(result).splitlines()] == [
        "0: The solution is unique",
        "1: The solution is not unique",
        "2: There is no solution.",
    ]
    assert result.returncode == 1
    assert run_command("review", str(path), "--time-limit", "0").returncode == 3
    assert run_command("review", str(path), "--to", "html").returncode == 2
