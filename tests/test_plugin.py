"""A genre in another package works like a built-in one, and is not imported until it is needed."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

import masume
from hexagon import hexagons
from masume import genres
from masume.core.board import Board, Marks
from masume.core.board_symmetry import symmetries_of
from masume.core.errors import InputError
from masume.core.grid import place_name
from masume.core.layers import RuledOut
from masume.core.square import SquareGrid, square
from registry import all_genres, specimens_of

NINE = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""
FOUR = """
1...
...3
.4..
..2.
"""


def sudoku(picture: str, boxes: int) -> Board:
    """Return the board with these given digits."""
    rows = [" ".join(line) for line in picture.split()]
    return masume.read("\n".join(["sudoku", f"boxes: {boxes}", "given", *rows]))


def fill(digits: list[int | None], high: int, wide: int) -> Iterator[list[int | None]]:
    """Yield every way to fill a square, by trying each digit in the first empty cell."""
    if None not in digits:
        yield digits
        return
    size, empty = high * wide, digits.index(None)

    def shares_unit(cell: int) -> bool:
        (row, col), (r, c) = divmod(empty, size), divmod(cell, size)
        return row == r or col == c or (row // high, col // wide) == (r // high, c // wide)

    used = {digit for cell, digit in enumerate(digits) if digit is not None and shares_unit(cell)}
    for digit in set(range(1, size + 1)) - used:
        yield from fill([*digits[:empty], digit, *digits[empty + 1 :]], high, wide)


def digits_of(board: Board) -> list[int | None]:
    decided = board.decided_marks("digits")
    return [digit if isinstance(digit := decided.get(cell), int) else None for cell in board.grid.cells]


@pytest.mark.parametrize("name", ["sudoku", "number place", "Number-Place", "数独"])
def test_the_genre_is_found_by_each_of_its_names(name: str) -> None:
    assert genres.find(name).title == "Sudoku"


def test_the_genre_is_listed() -> None:
    assert "sudoku" in genres.names()


@pytest.mark.parametrize(("picture", "boxes"), [(NINE, 3), (FOUR, 2)], ids=["9x9", "4x4"])
def test_a_simple_solver_finds_the_same_single_solution(picture: str, boxes: int) -> None:
    board = sudoku(picture, boxes)
    outcome = masume.solve(board)
    assert outcome.unique
    assert outcome.board is not None
    assert list(fill(digits_of(board), boxes, boxes)) == [digits_of(outcome.board)]
    assert masume.check(outcome.board) == []
    assert masume.common(board) == outcome.board


@pytest.mark.parametrize(
    ("size", "boxes", "solutions"), [((2, 2), 1, 2), ((3, 3), 1, 12), ((4, 4), 1, 576), ((4, 4), 2, 288)]
)
def test_the_number_of_latin_squares_is_the_known_one(size: tuple[int, int], boxes: int, solutions: int) -> None:
    assert masume.count(Board(genres.find("sudoku"), square(*size), options={"boxes": boxes})) == solutions


def test_a_grid_wider_than_high_has_no_solution() -> None:
    genre = genres.find("sudoku")
    assert masume.solve(Board(genre, square(2, 3))).status is masume.Status.UNSOLVABLE
    assert masume.count(Board(genre, square(3, 2))) == 12
    assert masume.count(Board(genre, square(2, 3, frozenset({0, 4})))) == 2


@pytest.mark.parametrize("format_name", ["text", "json"])
def test_given_marks_and_ruled_out_values_survive_a_format(format_name: str) -> None:
    plain = sudoku(FOUR, 2)
    given: Marks = {**plain.given["digits"], plain.grid.find("r2c1"): RuledOut({2})}
    marks: Marks = {
        plain.grid.find("r1c2"): 3,
        plain.grid.find("r2c1"): RuledOut({2, 3}),
        plain.grid.find("r2c2"): RuledOut({1}),
    }
    board = replace(plain, given={"digits": given}, marks={"digits": marks}, info={"title": "Four"})
    copy = masume.read(masume.write(board, format_name))
    assert copy == board
    assert (copy.given, copy.marks, copy.options) == (board.given, board.marks, board.options)


def test_ruling_out_all_values_but_one_sets_the_mark() -> None:
    board = Board(genres.find("sudoku"), square(2, 2), marks={"digits": {0: RuledOut({1})}})
    assert board.marks["digits"] == {0: 2}


def test_ruled_out_values_count_if_given_or_with_from_marks() -> None:
    board = Board(genres.find("sudoku"), square(3, 3))
    ruled_out: dict[str, Marks] = {"digits": {0: RuledOut({1})}}
    assert masume.count(replace(board, given=ruled_out)) == 8
    assert masume.count(replace(board, marks=ruled_out)) == 12
    assert masume.count(replace(board, marks=ruled_out), from_marks=True) == 8


def test_checks_report_each_broken_rule_with_its_places() -> None:
    board = masume.read("sudoku\nboxes: 2\ngiven\n1 . . .\n. 1 . .\n. . 3 .\n. . 3 4")
    names = {
        rule: [place_name(board.grid, place) for place in places]
        for rule, places in masume.check(board, finished=False)
    }
    assert names == {"D2": ["column3"], "D3": ["r1c1+r1c2+r2c1+r2c2", "r3c3+r3c4+r4c3+r4c4"]}
    assert [rule for rule, _ in masume.check(board)] == ["D1", "D2", "D3"]
    assert masume.check(board)[0].places == tuple(sorted(set(board.grid.cells) - set(board.given["digits"])))
    assert masume.solve(board).status is masume.Status.UNSOLVABLE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sudoku\ngiven\n1 3\n. .", "expected a number from 1 to 2"),
        ("sudoku\nboxes: 11\nsize: 4x4", "option boxes: expected a number from 1 to 10"),
        ("sudoku\n1 2\n2 1", "expected a heading"),
        ("sudoku\ngiven\n1 .\n. .\nmarks\n2 .\n. .", "contradicts the given mark"),
    ],
)
def test_an_invalid_board_is_refused(text: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        masume.read(text)


def test_numbers_of_any_length_fit_into_their_cells() -> None:
    """This includes given digits, which are in brackets."""
    size = 12
    digits = {cell: (cell // size + cell) % size + 1 for cell in range(size * size)}
    board = Board(genres.find("sudoku"), square(size, size), given={"digits": digits})
    for line in masume.render(board, ascii_only=True).splitlines()[1::2]:
        assert [len(cell) for cell in line.split("|")[1:-1]] == [len(line.split("|")[1])] * size


@pytest.mark.parametrize(
    ("size", "boxes", "expected"),
    [
        ((4, 4), 2, SquareGrid.symmetries),
        ((6, 6), 2, ("identity", "rot180", "horizontal", "vertical")),  # a quarter turn would need boxes of 3 rows
        ((3, 2), 1, ("identity", "rot180", "horizontal", "vertical")),  # and here another highest digit
        ((4, 5), 2, ("identity", "vertical")),  # the boxes on the right are cut off
    ],
)
def test_a_board_is_transformed_only_if_its_rules_remain(
    size: tuple[int, int], boxes: int, expected: Sequence[str]
) -> None:
    board = Board(genres.find("sudoku"), square(*size), options={"boxes": boxes})
    assert [symmetry.name for symmetry in symmetries_of(board)] == list(expected)
    for name in set(SquareGrid.symmetries).difference(expected):
        sentence = f"^the rules of this board would change under {name}: expected one of {', '.join(expected)}$"
        with pytest.raises(InputError, match=sentence):
            masume.transform(board, name)


def test_a_grid_without_rows_is_refused() -> None:
    with pytest.raises(InputError, match="sudoku needs a grid with rows, not a hexagon one"):
        Board(genres.find("sudoku"), hexagons(2, 2))


def test_other_packages_are_imported_only_for_names_that_are_not_built_in() -> None:
    built_in = (genre for genre in all_genres() if genre.package.startswith("masume."))
    boards = [(genre, masume.write(specimens_of(genre)[0].board)) for genre in built_in]
    sources = [text.replace(genre.name, name, 1) for genre, text in boards for name in genre.names]
    script = f"""
import sys, masume
for source in {sources!r}:
    masume.solve(masume.read(source))
assert not {{"importlib.metadata", "masume_sudoku"}} & set(sys.modules)
assert masume.solve(masume.read("number place\\nsize: 2x2")).board
assert "masume_sudoku" in sys.modules
"""
    path = os.pathsep.join(filter(None, sys.path))
    subprocess.run([sys.executable, "-c", script], check=True, env={**os.environ, "PYTHONPATH": path})
