"""Symmetries: laws of every grid, and laws of every genre's boards when they are rotated and mirrored."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import masume
from effort import sample, trials
from hexagon import hexagons
from masume import examples
from masume.core.board_symmetry import (
    ClueSymmetry,
    canonical_form,
    clue_symmetries,
    describe_symmetry,
    same_puzzle,
    symmetries_of,
    transform,
)
from masume.core.errors import UnknownNameError, WrongTypeError
from masume.core.genre import Genre
from masume.core.grid import Grid, places_of, rays, runs
from masume.core.layers import Layer, Numbers, RuledOut, Symbols, Value, Where
from masume.core.places import Place, PlaceKind
from masume.core.square import Compass, SquareGrid, square
from masume.core.symmetry import IDENTITY, Symmetry, find_symmetry
from processes import environment
from registry import Specimen, all_genres, genre_ids, random_board, specimens
from strategies import boards, deterministic

SQUARES: list[Grid] = [
    *(square(*size) for size in ((1, 1), (1, 4), (3, 1), (2, 2), (5, 7))),
    square(3, 4, frozenset({0, 3, 5, 10})),
    square(2, 2, frozenset({0})),
]
GRIDS: list[Grid] = [*SQUARES, *(hexagons(*size) for size in ((1, 1), (1, 3), (2, 2), (3, 5)))]
SYMMETRIES = [grid.symmetry(name) for grid in GRIDS for name in grid.symmetries]
NAMES = SquareGrid.symmetries
TEMPLATE = masume.genres.find("template")


def symmetry_id(symmetry: Symmetry) -> str:
    return f"{symmetry.grid!r}-{symmetry.name}"


every_symmetry = pytest.mark.parametrize("symmetry", SYMMETRIES, ids=symmetry_id)
every_specimen = pytest.mark.parametrize("specimen", specimens(), ids=str)
every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)


def template(picture: str, **layers: Any) -> masume.Board:
    """Return a board of the template's genre, whose clues are numbers in cells."""
    return masume.make_board("template", picture, **layers)


def solved_and_unsolved() -> Iterator[masume.Board]:
    """Yield the specimens, and examples with their answers."""
    yield from (specimen.board for specimen in specimens())
    for name in sample(examples.names(), 10):
        yield from (examples.find(name), examples.find(f"{name}.answer"))


# Grids


@every_symmetry
def test_places_of_each_kind_are_mapped_one_to_one_onto_those_of_the_image(symmetry: Symmetry) -> None:
    for kind in PlaceKind:
        images = [symmetry.numbers[place] for place in places_of(symmetry.grid, kind)]
        assert sorted(images) == sorted(places_of(symmetry.image, kind))


@every_symmetry
def test_relations_between_places_remain(symmetry: Symmetry) -> None:
    grid, image, numbers = symmetry.grid, symmetry.image, symmetry.numbers
    for cell in grid.cells:
        for relation in ("neighbours", "touching", "edges_of", "corners_of"):
            images = {numbers[place] for place in getattr(grid, relation)(cell)}
            assert images == set(getattr(image, relation)(numbers[cell]))
    for edge in grid.edges:
        assert {numbers[cell] for cell in grid.cells_beside(edge)} == set(image.cells_beside(numbers[edge]))
        assert {numbers[corner] for corner in grid.ends(edge)} == set(image.ends(numbers[edge]))
    for seat in grid.seats:
        assert symmetry.image_of(tuple(grid.view(seat))) == tuple(image.view(numbers[seat]))
    for index, line in enumerate(grid.lines):
        image_index = image.lines.index(numbers[line])
        seats = symmetry.image_of(frozenset(grid.seats[2 * index : 2 * index + 2]))
        assert seats == frozenset(image.seats[2 * image_index : 2 * image_index + 2])


@every_symmetry
def test_rays_in_a_direction_become_rays_in_its_image(symmetry: Symmetry) -> None:
    grid, image = symmetry.grid, symmetry.image
    for position, direction in enumerate(grid.directions):
        image_position = image.directions.index(symmetry.image_of_direction(direction))
        for cell in grid.cells:
            expected = rays(image, symmetry.numbers[cell])[image_position]
            assert symmetry.image_of(rays(grid, cell)[position]) == expected


@every_symmetry
def test_runs_become_runs(symmetry: Symmetry) -> None:
    images = symmetry.image_runs()
    assert list(images) == list(runs(symmetry.grid))
    assert sorted(images.values()) == sorted(runs(symmetry.image))
    for entry, run in runs(symmetry.grid).items():
        assert symmetry.image_of(frozenset(run)) == frozenset(runs(symmetry.image)[images[entry]])


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_the_symmetries_form_a_group(grid: Grid) -> None:
    def table(symmetry: Symmetry) -> list[int]:
        return [symmetry.numbers[place] for kind in PlaceKind for place in places_of(grid, kind)]

    tables = {name: table(grid.symmetry(name)) for name in grid.symmetries}
    assert grid.symmetries[0] == IDENTITY
    assert tables[IDENTITY] == [place for kind in PlaceKind for place in places_of(grid, kind)]
    assert len({tuple(each) for each in tables.values()}) == len(grid.symmetries)
    for name in grid.symmetries:
        first = grid.symmetry(name)
        assert first.image.symmetries == grid.symmetries
        assert first.inverse().image == grid
        both = {}
        for other in first.image.symmetries:
            second = first.image.symmetry(other)
            both[other] = [second.numbers[place] for place in tables[name]]
            assert both[other] in tables.values()
        assert both[first.inverse().name] == tables[IDENTITY]


@pytest.mark.parametrize(
    ("name", "picture"),
    [
        ("identity", "1 2 3 / 4 5 6"),
        ("rot90", "4 1 / 5 2 / 6 3"),
        ("rot180", "6 5 4 / 3 2 1"),
        ("rot270", "3 6 / 2 5 / 1 4"),
        ("horizontal", "3 2 1 / 6 5 4"),
        ("vertical", "4 5 6 / 1 2 3"),
        ("diagonal", "1 4 / 2 5 / 3 6"),
        ("antidiagonal", "6 3 / 5 2 / 4 1"),
    ],
)
def test_what_the_names_mean(name: str, picture: str) -> None:
    board = template("1 2 3\n4 5 6")
    assert transform(board, name) == template(picture.replace(" / ", "\n"))


def test_the_names_are_those_of_the_square() -> None:
    assert len(NAMES) == 8
    turn, grid = square(5, 7).symmetry("rot90"), square(5, 7)
    assert turn.image == square(7, 5)
    assert turn.inverse().name == "rot270"
    assert [
        turn.image.name(turn.numbers[grid.find(name)]) for name in ("row2", "column7.south", "r1c1nw", "r5c7e")
    ] == [
        "column4",
        "row7.west",
        "r1c5ne",
        "r7c1s",
    ]
    assert turn.image_of((0, 1, 8)) == (4, 9, 8)
    assert turn.image_of(frozenset({0, 1})) == frozenset({4, 9})


def test_other_names_are_refused_with_advice() -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown symmetry 'rotate90': did you mean rot90"):
        transform(template("1 2"), "rotate90")
    with pytest.raises(UnknownNameError, match=f"^unknown symmetry 90: expected one of {', '.join(NAMES)}$"):
        transform(template("1 2"), 90)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match=r"^unknown symmetry 'rot90': did you mean rot180\?$"):
        find_symmetry(hexagons(2, 2), "rot90")
    with pytest.raises(WrongTypeError, match="expected a Board"):
        transform("template/2/2/", "rot90")  # type: ignore[arg-type]


# Boards


@every_genre
@deterministic
@given(data=st.data())
def test_a_board_is_transformed_there_and_back(genre: Genre, data: st.DataObject) -> None:
    board = data.draw(boards(genre))
    for symmetry in symmetries_of(board):
        image = transform(board, symmetry.name)
        assert image.grid == symmetry.image
        assert transform(image, symmetry.inverse().name) == board
        for each in ("clues", "given", "marks"):
            assert {name: len(entries) for name, entries in getattr(image, each).items()} == {
                name: len(entries) for name, entries in getattr(board, each).items()
            }
        assert (image.options, image.info) == (board.options, board.info)


@every_genre
def test_two_symmetries_after_each_other_are_one(genre: Genre) -> None:
    for seed in range(trials(20)):
        board = random_board(genre, SQUARES[seed % len(SQUARES)], random.Random(seed), marks=0.3)
        images = [transform(board, symmetry.name) for symmetry in symmetries_of(board)]
        for image in images:
            assert all(transform(image, symmetry.name) in images for symmetry in symmetries_of(image))


@every_specimen
def test_a_transformed_board_breaks_the_same_rules(specimen: Specimen) -> None:
    for finished in (False, True):
        expected = [rule for rule, _ in masume.check(specimen.board, finished=finished)]
        for symmetry in symmetries_of(specimen.board):
            image = transform(specimen.board, symmetry.name)
            assert [rule for rule, _ in masume.check(image, finished=finished)] == expected


@pytest.mark.parametrize("name", sample(examples.names(), 10))
def test_a_transformed_answer_is_right(name: str) -> None:
    answer = examples.find(f"{name}.answer")
    for symmetry in symmetries_of(answer):
        assert masume.check(transform(answer, symmetry.name)) == []


@every_specimen
def test_a_transformed_puzzle_has_the_transformed_solutions(specimen: Specimen) -> None:
    limits = masume.Limits(solutions=20)
    puzzle = specimen.board.with_marks({})
    solutions = masume.solve(puzzle, limits=limits).boards
    for symmetry in symmetries_of(puzzle):
        images = masume.solve(transform(puzzle, symmetry.name), limits=limits).boards
        assert len(images) == len(solutions)
        if len(solutions) < 20:
            assert set(images) == {transform(solution, symmetry.name) for solution in solutions}


def runs_with_clues(board: masume.Board, layer: Layer) -> dict[frozenset[int], Value]:
    """Return the clues of runs by their cells; runs of one cell are left out, because two of them can share it."""
    found = {frozenset(runs(board.grid)[edge]): clue for edge, clue in board.clues[layer.name].items()}
    return {cells: clue for cells, clue in found.items() if len(cells) > 1}


def genres_with(where: Where) -> list[tuple[Genre, Layer]]:
    return [(genre, layer) for genre in all_genres() for layer in genre.clue_layers if layer.where is where]


@pytest.mark.parametrize(("genre", "layer"), genres_with(Where.RUNS), ids=str)
def test_the_clue_of_a_run_stays_with_its_cells(genre: Genre, layer: Layer) -> None:
    grid = square(4, 5, frozenset({0, 7, 13}))
    clues = {edge: number for number, edge in enumerate(runs(grid), 1)}
    board = masume.Board(genre, grid, {layer.name: clues})
    assert len(runs_with_clues(board, layer)) > 9
    for name in NAMES:
        symmetry, image = grid.symmetry(name), transform(board, name)
        expected = {symmetry.image_of(cells): clue for cells, clue in runs_with_clues(board, layer).items()}
        assert runs_with_clues(image, layer) == expected


# Values and places of every kind


def make_arrows(symmetry: Symmetry, place: Place, value: Value) -> Value:
    return symmetry.image_of_direction(Compass[str(value)]).name


ARROWS = Symbols({direction.name: direction.name[0] for direction in Compass})
NUMBERS = Numbers(0, 9, unknown=True)
EVERY_KIND = Genre(
    TEMPLATE.package,
    title="Every kind",
    clues=(
        Layer("arrows", PlaceKind.CELL, ARROWS, value_image=make_arrows),
        *(Layer(kind.value, kind, NUMBERS) for kind in PlaceKind),
    ),
    marks=(Layer("pointers", PlaceKind.EDGE, ARROWS, value_image=make_arrows),),
    answer=("pointers",),
)


def board_with_every_kind() -> masume.Board:
    grid = square(2, 3)
    clues: dict[str, dict[Any, Any]] = {
        kind.value: {places_of(grid, kind)[0]: 1} for kind in PlaceKind if places_of(grid, kind)
    }
    clues |= {"arrows": {"r1c1": "NORTH", "r2c3": "WEST"}, "area": {"r1c1+r1c2": 2}, "chain": {"r1c3>r1c2>r2c2": 3}}
    marks: dict[str, Any] = {"pointers": {"r1c1n": RuledOut({"NORTH", "EAST"}), "r2c3s": "SOUTH"}}
    return masume.Board(EVERY_KIND, grid, clues, marks=marks)


def test_places_of_every_kind_are_transformed_and_arrows_turn() -> None:
    data = transform(board_with_every_kind(), "rot90").to_dict()
    assert data["clues"] == {
        "arrows": {"r1c2": "EAST", "r3c1": "NORTH"},
        "cell": {"r1c2": 1},
        "edge": {"r1c2e": 1},
        "corner": {"r1c2ne": 1},
        "seat": {"column2.north": 1},
        "line": {"column2": 1},
        "board": {"board": 1},
        "area": {"r1c2+r2c2": 2},
        "chain": {"r3c2>r2c2>r2c1": 3},
    }
    assert data["marks"] == {"pointers": {"r1c2e": {"not": ["EAST", "SOUTH"]}, "r3c1w": "WEST"}}


def test_arrows_are_part_of_the_puzzle() -> None:
    board = board_with_every_kind()
    images = [transform(board, name) for name in NAMES]
    assert [
        transform(image, board.grid.symmetry(n).inverse().name) for n, image in zip(NAMES, images, strict=True)
    ] == [board] * 8
    assert {canonical_form(image) for image in images} == {canonical_form(board)}
    arrow = masume.Board(EVERY_KIND, square(1, 3), {"arrows": {"r1c2": "EAST"}})
    assert clue_symmetries(arrow) == [
        ClueSymmetry("rot180", with_values=False),
        ClueSymmetry("horizontal", with_values=False),
        ClueSymmetry("vertical", with_values=True),
    ]


# The same puzzle


def puzzle_of(board: masume.Board) -> masume.Board:
    return masume.Board(board.genre, board.grid, board.clues, board.given, options=board.options)


def test_all_images_of_a_board_have_one_canonical_form() -> None:
    for board in solved_and_unsolved():
        form = canonical_form(board)
        images = [transform(board, symmetry.name) for symmetry in symmetries_of(board)]
        assert {canonical_form(image) for image in images} == {form}
        assert form in map(puzzle_of, images)
        assert canonical_form(form) == form
        written = {masume.write(canonical_form(image), "json") for image in images}
        assert written == {masume.write(form, "json")}, "entries have the same order"


@every_genre
def test_canonical_forms_are_equal_exactly_if_an_image_is(genre: Genre) -> None:
    pool = []
    for seed in range(trials(200)):
        generator = random.Random(seed)
        grid = generator.choice((square(1, 2), square(2, 1), square(2, 2), square(2, 2, frozenset({1}))))
        pool.append(random_board(genre, grid, generator, given=generator.choice((0, 0.2))))
    for one, other in product(pool, repeat=2):
        by_hand = [s.name for s in symmetries_of(one) if transform(one, s.name) == other]
        assert (canonical_form(one) == canonical_form(other)) == bool(by_hand)
        assert same_puzzle(one, other) == (by_hand[0] if by_hand else None)


def test_marks_and_info_do_not_make_another_puzzle_but_given_marks_and_options_do() -> None:
    for board in solved_and_unsolved():
        bare = puzzle_of(board)
        assert same_puzzle(board, bare) == same_puzzle(bare, board) == IDENTITY
        assert canonical_form(board) == canonical_form(bare)
        for option in board.genre.options:
            other = next(value for value in option.values.values if value != board.options[option.name])
            changed = masume.Board(board.genre, board.grid, board.clues, options={option.name: other})
            assert same_puzzle(bare, changed) is None
    marked = template("1 .\n. .", given={"r1c2": "shaded"})
    assert same_puzzle(marked, template("1 .\n. .", marks={"r1c2": "shaded"})) is None
    assert same_puzzle(marked, template("1 .\n. .", given={"r2c1": "shaded"})) == "diagonal"
    assert canonical_form(marked) != canonical_form(template("1 .\n. ."))


def test_the_canonical_form_lies_on_its_side() -> None:
    board = template("\n".join(["1 2 . . ."] + [". . . . 3"] * 6))
    assert (len(board.grid.lines), board.grid.size) == (12, "7 rows and 5 columns")
    assert canonical_form(board).grid == square(5, 7)


@every_genre
def test_the_order_in_which_clues_are_given_does_not_matter(genre: Genre) -> None:
    board = random_board(genre, square(4, 4), random.Random(1), given=0.2)
    clues, given_marks = (
        {name: dict[Any, Any](reversed(list(entries.items()))) for name, entries in layers.items()}
        for layers in (board.clues, board.given)
    )
    reordered = masume.Board(genre, board.grid, clues, given_marks, options=board.options)
    assert masume.write(canonical_form(reordered), "json") == masume.write(canonical_form(board), "json")


@pytest.mark.parametrize(("genre", "layer"), genres_with(Where.ROOMS), ids=str)
def test_the_order_in_which_the_cells_of_a_room_are_given_does_not_matter(genre: Genre, layer: Layer) -> None:
    """Python lists the members of {0, 8} and of {8, 0} in different orders."""
    others = {frozenset((cell, cell + 8)): "?" for cell in range(1, 8)} | {frozenset(range(16, 24)): "?"}
    first, second = (
        masume.Board(genre, square(3, 8), {layer.name: {**others, frozenset(room): 1}}) for room in ((0, 8), (8, 0))
    )
    assert canonical_form(first) == canonical_form(second)


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_different_grids_have_different_order_keys(grid: Grid) -> None:
    images = [grid.symmetry(name).image for name in grid.symmetries]
    assert all((one == other) == (one.order_key == other.order_key) for one, other in product(images, repeat=2))
    bare = [masume.Board(EVERY_KIND, image) for image in images]
    assert len({canonical_form(board) for board in bare}) == 1


SCRIPT = """
import masume
from masume import examples
from masume.core.board_symmetry import clue_symmetries
for name in examples.names():
    board = examples.find(name)
    print(masume.write(masume.canonical_form(board), "json"), clue_symmetries(board))
"""


def test_the_canonical_form_does_not_depend_on_the_process() -> None:
    def run(seed: str) -> bytes:
        variables = {**environment(), "PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", SCRIPT], env=variables, capture_output=True, check=True).stdout

    printed = run("1")
    assert printed.count(os.linesep.encode()) >= len(examples.names()) > 0
    assert run("2") == printed


# The symmetry of the clues


@every_genre
def test_the_symmetries_of_the_clues_are_those_that_keep_their_places(genre: Genre) -> None:
    for seed in range(trials(60)):
        board = random_board(genre, SQUARES[seed % len(SQUARES)], random.Random(seed), given=0.1)
        found = {each.name: each.with_values for each in clue_symmetries(board)}
        for symmetry in symmetries_of(board):
            if symmetry.name == IDENTITY:
                assert symmetry.name not in found
                continue
            image = transform(board, symmetry.name)
            places = [
                [entries.keys() for layers in (each.clues, each.given) for entries in layers.values()]
                for each in (board, image)
            ]
            assert (symmetry.name in found) == (image.grid == board.grid and places[0] == places[1])
            assert found.get(symmetry.name, False) == (image == board)


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        ("1 . .\n. . .\n. 2 .", "The clues have no symmetry."),
        (
            "1 . .\n. . .\n. . 2",
            "The clues have mirror symmetry about both diagonals; with their values, they have "
            "mirror symmetry about the diagonal from the top left.",
        ),
        ("1 2 .\n. . .\n. 3 4", "The clues have half-turn symmetry."),
        ("1 2 .\n. . .\n. 2 1", "The clues have half-turn symmetry, values included."),
        ("1 . 2\n. . .\n. 3 .", "The clues have left-right mirror symmetry."),
        ("1 . .\n. . 1\n1 . .", "The clues have top-bottom mirror symmetry, values included."),
        (". 1 .\n2 . .\n. . .", "The clues have mirror symmetry about the diagonal from the top left."),
        (". 1 .\n. . 2\n. . .", "The clues have mirror symmetry about the diagonal from the top right."),
        ("1 2 3\n4 5 6", "The clues have left-right and top-bottom mirror symmetry."),
        (". 1 . .\n. . . 2\n3 . . .\n. . 4 .", "The clues have four-fold rotational symmetry."),
        ("1 . 2\n. 3 .\n4 . 5", "The clues have all symmetries of the square."),
        (". . .\n. . .", "The board has left-right and top-bottom mirror symmetry."),
    ],
)
def test_the_symmetry_in_words(picture: str, words: str) -> None:
    assert describe_symmetry(template(picture)) == words


def test_holes_and_given_marks_count() -> None:
    holes = masume.Board(TEMPLATE, square(3, 3, frozenset({0})))
    assert describe_symmetry(holes) == "The board has mirror symmetry about the diagonal from the top left."
    marked = template(". . .\n. . .", given={"r1c1": "shaded", "r1c3": "clear"})
    assert describe_symmetry(marked) == "The clues have left-right mirror symmetry."


@pytest.mark.parametrize(("genre", "layer"), genres_with(Where.ROOMS), ids=str)
def test_the_division_into_rooms_counts_and_not_which_rooms_have_a_number(genre: Genre, layer: Layer) -> None:
    grid = square(2, 3)
    rooms: dict[Any, Any] = {"r1c1+r1c2": 1, "r2c2+r2c3": "?", "r1c3+": "?", "r2c1+": "?"}
    board = masume.Board(genre, grid, {layer.name: rooms})
    assert clue_symmetries(board) == [ClueSymmetry("rot180", with_values=False)]
    same = masume.Board(genre, grid, {layer.name: {**rooms, "r2c2+r2c3": 1}})
    assert clue_symmetries(same) == [ClueSymmetry("rot180", with_values=True)]


def test_other_grids_are_described_by_the_same_words() -> None:
    grid = hexagons(2, 2)
    board = masume.Board(EVERY_KIND, grid, {"cell": {0: 1, 3: 1}})
    assert describe_symmetry(board) == "The clues have mirror symmetry about both diagonals, values included."
    assert canonical_form(masume.Board(EVERY_KIND, hexagons(3, 2), {"cell": {0: 1}})).grid == hexagons(2, 3)
