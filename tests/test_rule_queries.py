"""The queries that checks share, compared with slow ones that follow from the definitions, on squares and hexagons."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from random import Random

import pytest

import masume
from effort import trials
from hexagon import hexagons
from masume.core import tracks
from masume.core.board_caching import cached_per_board, cached_per_puzzle
from masume.core.genre import Genre
from masume.core.grid import Grid
from masume.core.layers import Layer, Numbers, RuledOut, Symbols, Where
from masume.core.places import PlaceKind
from masume.core.rule_queries import (
    cells_with,
    cells_without,
    components,
    count_around,
    cut_off_components,
    neighbours_with,
    visible_cells,
)
from masume.core.square import square
from masume.core.tracks import LINE_OR_CROSS, Track, cell_track, corner_track, drawn_loop
from registry import Specimen, random_board, specimens

NUMBERS = Layer("numbers", PlaceKind.CELL, Numbers(0, 9, unknown=True))


def make_genre(marks: Layer) -> Genre:
    """Return a genre without rules that has numbers and these marks."""
    return Genre("masume.genres._template", title="Test", clues=(NUMBERS,), marks=(marks,), answer=(marks.name,))


SHADING = make_genre(Layer("shade", PlaceKind.CELL, Symbols({"shaded": "#", "white": "+"}), default="white"))
DIGITS = make_genre(Layer("digits", PlaceKind.CELL, Numbers(1, 9)))
ALONG_EDGES = make_genre(Layer("loop", PlaceKind.EDGE, LINE_OR_CROSS, default="cross"))
ACROSS_EDGES = make_genre(Layer("loop", PlaceKind.EDGE, LINE_OR_CROSS, default="cross", where=Where.ACROSS))
GRIDS: list[Grid] = [square(1, 1), square(4, 5), square(5, 5, frozenset({0, 7, 12, 13})), hexagons(3, 4)]
every_grid = pytest.mark.parametrize("grid", GRIDS, ids=str)


def random_boards(genre: Genre, grid: Grid) -> Iterator[masume.Board]:
    """Yield boards with many or few marks, some of them given."""
    random = Random(str(grid))
    for _ in range(trials(200)):
        yield random_board(genre, grid, random, random.choice((0.4, 0.8, 1.0)), given=0.1)


def join(places: Iterable[int], are_joined: Callable[[int, int], bool]) -> list[set[int]]:
    """Return the connected components of some places, by joining two of them as long as possible."""
    parts = [{place} for place in places]
    while pair := next((p for p in combinations(parts, 2) if any(are_joined(a, b) for a in p[0] for b in p[1])), None):
        parts.remove(pair[1])
        pair[0].update(pair[1])
    return sorted(parts, key=min)


def all_but_the_largest(parts: list[set[int]], certain: set[int]) -> list[set[int]]:
    """Return the certain places of each part, by size, without the last of the largest ones."""
    return sorted((part & certain for part in parts if part & certain), key=len)[:-1]


def count_in_sight(grid: Grid, cell: int, clear: set[int]) -> int:
    """Return how many cells a cell sees through clear cells, itself included."""
    count = 1
    for direction in grid.directions:
        other = grid.step(cell, direction)
        while other is not None and other in clear:
            count, other = count + 1, grid.step(other, direction)
    return count


def split_cells(board: masume.Board) -> tuple[set[int], set[int]]:
    """Return the cells that are white, and those that are not shaded."""
    cells, shade = board.grid.cells, board.decided_marks("shade")
    white = {cell for cell in cells if shade.get(cell) == "white"}
    return white, {cell for cell in cells if shade.get(cell) != "shaded"}


@every_grid
def test_queries_about_cells_follow_from_their_definitions(grid: Grid) -> None:
    for board in random_boards(SHADING, grid):
        white, open_cells = split_cells(board)
        assert cells_with(board, "shade", "white") == white
        assert cells_without(board, "shade", "shaded") == open_cells
        parts = join(open_cells, lambda one, other: other in grid.neighbours(one))
        assert list(components(board, frozenset(open_cells))) == parts
        assert cut_off_components(board, "shade", "white", blocked_by="shaded") == all_but_the_largest(parts, white)
        assert sorted(neighbours_with(board, "shade", "white")) == [
            pair for pair in combinations(sorted(white), 2) if pair[1] in grid.neighbours(pair[0])
        ]


@every_grid
def test_numbers_count_what_they_see(grid: Grid) -> None:
    for board in random_boards(SHADING, grid):
        (white, open_cells), numbers = split_cells(board), board.clues["numbers"]
        counts = visible_cells(board, "numbers", "shade", clear="white", blocked="shaded")
        cells = [cell for cell, clue in numbers.items() if clue != "?" and cell in white]
        assert list(counts.cells) == cells
        assert list(counts.numbers) == [numbers[cell] for cell in cells]
        for cell, certain, possible in zip(cells, counts.certain, counts.possible, strict=True):
            assert certain == count_in_sight(grid, cell, white)
            assert possible == count_in_sight(grid, cell, open_cells)


@every_grid
def test_numbers_count_what_is_around_them(grid: Grid) -> None:
    for board in random_boards(ALONG_EDGES, grid):
        loop, marks = drawn_loop(board, "loop"), board.decided_marks("loop")
        counts = count_around(board, "numbers", grid.edges_of, loop.lines, loop.usable)
        around = {
            cell: [marks.get(edge) for edge in grid.edges_of(cell)]
            for cell, clue in board.clues["numbers"].items()
            if clue != "?"
        }
        assert list(counts.cells) == list(around)
        assert list(counts.certain) == [each.count("line") for each in around.values()]
        assert list(counts.possible) == [len(each) - each.count("cross") for each in around.values()]
        for cell, number, certain, possible in zip(*counts, strict=True):
            assert number == board.clues["numbers"][cell]
            assert (cell in counts.cells_with_too_many()) == (certain > number)
            assert (cell in counts.cells_with_too_few()) == (possible < number)


@every_grid
@pytest.mark.parametrize(("genre", "track_of"), [(ALONG_EDGES, corner_track), (ACROSS_EDGES, cell_track)])
def test_queries_about_loops_follow_from_their_definitions(
    genre: Genre, track_of: Callable[[Grid], Track], grid: Grid
) -> None:
    track = track_of(grid)
    for board in random_boards(genre, grid):
        marks, loop = board.decided_marks("loop"), drawn_loop(board, "loop")
        lines = {edge for edge in track.edges if marks.get(edge) == "line"}
        usable = {edge for edge in track.edges if marks.get(edge) != "cross"}
        assert loop.lines == lines
        assert loop.usable == usable
        assert tracks.has_no_loop(loop) == (not usable)
        at = {vertex: {edge for edge in track.edges if vertex in track.ends[edge]} for vertex in track.vertices}
        assert tracks.unvisited_vertices(track, loop) == [vertex for vertex in at if not at[vertex] & usable]
        assert tracks.branches_and_ends(track, loop) == [
            vertex
            for vertex in at
            if len(at[vertex] & lines) > 2 or (len(at[vertex] & lines) == 1 and not at[vertex] & (usable - lines))
        ]
        parts = join(usable, lambda one, other: not set(track.ends[one]).isdisjoint(track.ends[other]))
        assert tracks.stray_pieces(track, loop) == all_but_the_largest(parts, lines)


@pytest.mark.parametrize("specimen", [each for each in specimens() if each.label == "solved"], ids=str)
def test_a_check_looks_at_the_marks_of_its_own_board(specimen: Specimen) -> None:
    solved = specimen.board.with_defaults()
    for layer in solved.genre.mark_layers:
        for place, mark in solved.marks[layer.name].items():
            other = next(value for value in solved.alphabet(layer).values if value != mark)
            changed = solved.with_marks({**solved.marks, layer.name: {**solved.marks[layer.name], place: other}})
            same = masume.Board(solved.genre, solved.grid, solved.clues, solved.given, changed.marks, solved.options)
            assert masume.check(changed) == masume.check(same)
            assert masume.check(solved) == masume.check(changed.with_marks(solved.marks)) == []


def test_decided_marks_include_given_ones_but_none_that_are_only_narrowed() -> None:
    board = masume.Board(DIGITS, square(1, 3), given={"digits": {2: 9}}, marks={"digits": {0: RuledOut({1}), 1: 4}})
    assert board.decided_marks("digits") == {1: 4, 2: 9}


def test_a_query_is_asked_once_until_its_results_are_dropped() -> None:
    asked = []

    @cached_per_board
    def ask(board: masume.Board, layer: str, *, mark: str) -> int:
        asked.append((board, layer, mark))
        return len(asked)

    board = masume.Board(SHADING, square(1, 2), marks={"shade": {0: "shaded", 1: "white"}})
    assert ask(board, "shade", mark="white") == ask(board, "shade", mark="white") == 1
    assert ask(board, "shade", mark="shaded") == 2
    assert ask(board.with_marks({}), "shade", mark="white") == 3
    masume.check(board)
    assert ask(board, "shade", mark="white") == 4


def test_a_puzzle_and_its_answers_share_what_does_not_depend_on_marks() -> None:
    asked = []

    @cached_per_puzzle
    def ask(board: masume.Board) -> int:
        asked.append(board)
        return len(asked)

    answer = masume.Board(SHADING, square(1, 2), {"numbers": {0: 1}}, marks={"shade": {1: "white"}})
    assert ask(answer) == ask(answer.with_marks({})) == 1
    assert not any(asked[0].marks.values())
    assert ask(masume.Board(answer.genre, answer.grid)) == 2
