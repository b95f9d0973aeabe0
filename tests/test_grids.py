"""Laws that hold on every grid, and genres solved on a grid of hexagons.

Slitherlink must work on hexagons as it does on squares; the tests find it by its declarations, not by its name.
"""

import pickle
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain, combinations, pairwise, product

import pytest

import masume
from effort import Effort
from hexagon import hexagons
from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.genre import Genre
from masume.core.grid import (
    Grid,
    connected_components,
    edge_towards,
    find_place,
    inner_edges,
    opposite,
    place_name,
    places_of,
    ray,
    rays,
    runs,
)
from masume.core.grids import grid_from_json
from masume.core.layers import Numbers, Value
from masume.core.places import Area, Place, PlaceKind
from masume.core.square import square
from masume.core.tracks import cell_track, corner_track
from registry import all_genres, default_options, fillings, genre_ids, random_board

HEXAGONS: list[Grid] = [hexagons(*size) for size in ((1, 1), (1, 4), (3, 1), (2, 2), (3, 5))]
WHOLE: list[Grid] = [*(square(*size) for size in ((1, 1), (1, 5), (5, 1), (2, 2), (3, 4))), *HEXAGONS]
HOLED: list[Grid] = [
    square(3, 3, frozenset({4})),
    square(2, 3, frozenset({0, 1})),
    square(3, 4, frozenset({0, 3, 5, 10})),
    square(2, 2, frozenset({0, 3})),
]
GRIDS = [*WHOLE, *HOLED]
every_grid = pytest.mark.parametrize("grid", GRIDS, ids=repr)
every_whole_grid = pytest.mark.parametrize("grid", WHOLE, ids=repr)


def places(grid: Grid) -> Iterator[tuple[PlaceKind, int]]:
    """Yield every place that is an integer, with its kind."""
    return ((kind, place) for kind in PlaceKind for place in places_of(grid, kind))


def pairs(places: Iterable[int], related: Callable[[int], Iterable[int]]) -> list[tuple[int, int]]:
    """Return each place with each of its related places."""
    return sorted((place, other) for place in places for other in related(place))


def swap(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted((second, first) for first, second in pairs)


@every_grid
def test_neighbours_share_an_edge_and_touching_cells_a_corner(grid: Grid) -> None:
    for cell, other in product(grid.cells, repeat=2):
        edges = set(grid.edges_of(cell)) & set(grid.edges_of(other))
        corners = set(grid.corners_of(cell)) & set(grid.corners_of(other))
        assert (other in grid.neighbours(cell)) == (cell != other and bool(edges))
        assert (other in grid.touching(cell)) == (cell != other and bool(corners))


@every_grid
def test_relations_between_kinds_of_places_agree_in_both_directions(grid: Grid) -> None:
    assert pairs(grid.cells, grid.edges_of) == swap(pairs(grid.edges, grid.cells_beside))
    assert pairs(grid.cells, grid.corners_of) == swap(pairs(grid.corners, grid.cells_at))
    assert pairs(grid.edges, grid.ends) == swap(pairs(grid.corners, grid.edges_at))


@every_grid
def test_the_edges_and_corners_of_a_cell_form_a_ring(grid: Grid) -> None:
    for cell in grid.cells:
        edges, corners = set(grid.edges_of(cell)), set(grid.corners_of(cell))
        assert len(edges) == len(corners) == len(grid.edges_of(cell)) <= grid.sides
        assert Counter(chain.from_iterable(map(grid.ends, edges))) == dict.fromkeys(corners, 2)


@every_grid
def test_an_edge_has_two_cells_or_one_at_the_frame(grid: Grid) -> None:
    shared = sum(len(grid.neighbours(cell)) for cell in grid.cells) // 2
    beside = Counter(len(grid.cells_beside(edge)) for edge in grid.edges)
    assert beside == Counter({1: len(grid.edges) - shared, 2: shared})


@every_whole_grid
def test_corners_edges_and_cells_satisfy_eulers_formula(grid: Grid) -> None:
    assert len(grid.corners) - len(grid.edges) + len(grid.cells) + 1 == 2


@every_grid
def test_every_place_has_its_own_number_kind_and_name(grid: Grid) -> None:
    known = {place: kind for kind, place in places(grid)}
    assert len(known) == len(list(places(grid)))
    assert {place: grid.kind_of(place) for place in known} == known
    assert [grid.find(grid.name(place)) for place in known] == list(known)
    assert len({grid.name(place) for place in known}) == len(known)
    assert all(list(listed) == sorted(listed) for listed in (grid.cells, grid.edges, grid.corners))


@every_grid
def test_areas_and_chains_have_kinds_and_names(grid: Grid) -> None:
    for cell in grid.cells:
        around = grid.corners_of(cell)
        composites: list[Place] = [frozenset(around), frozenset({cell}), tuple(around), (cell,)]
        assert [find_place(grid, place_name(grid, place)) for place in composites] == composites
        assert [grid.kind_of(place) for place in composites] == [PlaceKind.AREA] * 2 + [PlaceKind.CHAIN] * 2


@every_grid
def test_invalid_places_and_names_are_refused(grid: Grid) -> None:
    known = {place for _, place in places(grid)}
    others = [number for number in range(-5, grid.board + 5) if number not in known]
    composites: list[Place] = [(), frozenset(), (grid.board + 1,), frozenset({-1})]
    for place in [*others, *composites]:
        with pytest.raises(InputError):
            grid.kind_of(place)
    in_holes = [grid.name(number) for number in others if 0 <= number < grid.board]
    wrong = ["", "x", "r0c1", "h0.1", "r1c", "row0", "row1.up", "r1c1x", "h1.1-n", " board", "r1001c1", "h1001.1"]
    for name in in_holes + wrong:
        with pytest.raises(InputError):
            grid.find(name)


@every_grid
def test_every_direction_has_an_edge_and_an_opposite(grid: Grid) -> None:
    for cell, direction in product(grid.cells, grid.directions):
        step, back = grid.step(cell, direction), opposite(grid, direction)
        assert opposite(grid, back) == direction != back
        assert set(grid.cells_beside(edge_towards(grid, cell, direction))) == {cell, *([] if step is None else [step])}
        assert step is None or grid.step(step, back) == cell


@every_grid
def test_runs_cover_every_cell_once_per_axis_from_frame_to_frame(grid: Grid) -> None:
    covered = Counter(cell for run in runs(grid).values() for cell in run)
    assert covered == dict.fromkeys(grid.cells, len(grid.directions) // 2)
    for edge, run in runs(grid).items():
        assert list(grid.cells_beside(edge)) == [run[0]]
        back = next(direction for direction in grid.directions if edge_towards(grid, run[0], direction) == edge)
        assert list(run[1:]) == list(ray(grid, run[0], opposite(grid, back)))


@every_grid
def test_tracks_join_corners_along_edges_or_cells_across_edges(grid: Grid) -> None:
    for track, vertices, edges, edges_at in (
        (corner_track(grid), grid.corners, grid.edges, grid.edges_at),
        (cell_track(grid), grid.cells, inner_edges(grid), lambda c: set(grid.edges_of(c)) & set(inner_edges(grid))),
    ):
        assert list(track.vertices) == list(vertices)
        assert list(track.edges) == list(edges)
        assert {vertex: set(track.edges_at[vertex]) for vertex in vertices} == {
            vertex: set(edges_at(vertex)) for vertex in vertices
        }
        assert all(edge in track.edges_at[vertex] for edge, ends in track.ends.items() for vertex in ends)


@every_grid
def test_a_step_leads_to_a_neighbour_and_a_ray_consists_of_steps(grid: Grid) -> None:
    for cell in grid.cells:
        steps = [grid.step(cell, direction) for direction in grid.directions]
        assert sorted(step for step in steps if step is not None) == sorted(grid.neighbours(cell))
        for direction, step in zip(grid.directions, steps, strict=True):
            onward = [] if step is None else [step, *ray(grid, step, direction)]
            assert list(ray(grid, cell, direction)) == onward
        assert list(rays(grid, cell)) == [tuple(ray(grid, cell, direction)) for direction in grid.directions]


@every_grid
def test_the_two_seats_of_a_line_see_it_from_its_two_ends(grid: Grid) -> None:
    for line, (near, far) in zip(grid.lines, zip(grid.seats[::2], grid.seats[1::2], strict=True), strict=True):
        assert list(grid.view(near)) == list(grid.cells_on(line)) == list(grid.view(far))[::-1]
    on_lines = Counter(chain.from_iterable(map(grid.cells_on, grid.lines)))
    assert on_lines == dict.fromkeys(grid.cells, len(grid.directions) // 2)


@every_whole_grid
def test_a_line_runs_straight_from_frame_to_frame(grid: Grid) -> None:
    for line in grid.lines:
        first, *rest = grid.cells_on(line)
        assert not rest or rest in [list(ray(grid, first, direction)) for direction in grid.directions]
        assert all(other in grid.neighbours(cell) for cell, other in pairwise((first, *rest)))


@every_grid
def test_a_grid_equals_its_copies_and_no_other_grid(grid: Grid) -> None:
    copies = [grid_from_json(grid.to_dict()), pickle.loads(pickle.dumps(grid))]
    assert copies == [grid, grid]
    assert {hash(copy) for copy in copies} == {hash(grid)}
    assert GRIDS.count(grid) == 1


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (-1, 1), (1001, 1), (1, 1001)])
def test_sizes_out_of_bounds_are_refused(size: tuple[int, int]) -> None:
    for make in (square, hexagons):
        with pytest.raises(InputError, match="expected 1 to 1000"):
            make(*size)


@pytest.mark.parametrize("holes", [{4}, {-1}, {0, 1, 2, 3}])
def test_holes_lie_on_the_grid_and_leave_a_cell(holes: set[int]) -> None:
    with pytest.raises(InputError, match="holes"):
        square(2, 2, frozenset(holes))


def counts_sides(genre: Genre) -> bool:
    """Return whether a genre has marks on edges, and numbers in cells from 0 to the number of their edges."""
    kinds = [layer.kind for layer in (*genre.clue_layers, *genre.mark_layers)]
    alphabets = [layer.alphabet(hexagons(1, 1), default_options(genre)) for layer in genre.clue_layers]
    return kinds == [PlaceKind.CELL, PlaceKind.EDGE] and alphabets == [Numbers(0, 6, unknown=True)]


SUITABLE = [genre for genre in all_genres() if genre.needs <= hexagons(1, 1).abilities]
BUILT_IN = [genre for genre in SUITABLE if genre.package.startswith("masume.")]  # a genre elsewhere may be similar
[LOOPS] = filter(counts_sides, BUILT_IN)


def loop_board(grid: Grid, numbers: Mapping[Place, Value]) -> Board:
    return Board(LOOPS, grid, clues={"numbers": numbers})


def draw_lines(board: Board, lines: Area) -> Board:
    """Return the board with these edges as lines and the others crossed out."""
    return board.with_marks({"loop": {edge: "line" if edge in lines else "cross" for edge in board.grid.edges}})


def edges_with(board: Board, mark: str) -> Area:
    """Return the edges with this mark."""
    return frozenset(edge for edge in board.grid.edges if board.decided_marks("loop").get(edge) == mark)


def numbers_around(grid: Grid, lines: Area) -> dict[Place, Value]:
    """Return for every cell the number of its edges that are lines."""
    return {cell: len(lines.intersection(grid.edges_of(cell))) for cell in grid.cells}


def outline(grid: Grid, inside: Collection[int]) -> Area:
    """Return the edges with one of these cells on exactly one side."""
    return frozenset(edge for edge in grid.edges if sum(cell in inside for cell in grid.cells_beside(edge)) == 1)


def random_loop(grid: Grid, size: int, seed: int) -> Area:
    """Return the outline of `size` cells, added one by one so that they are connected and enclose no other cell."""
    rng, inside = random.Random(seed), {grid.cells[0]}
    frame = {grid.cells_beside(edge)[0] for edge in grid.edges if len(grid.cells_beside(edge)) == 1}
    while len(inside) < size:
        grown = inside | {rng.choice([n for cell in sorted(inside) for n in grid.neighbours(cell)])}
        if all(component & frame for component in connected_components(set(grid.cells) - grown, grid.neighbours)):
            inside = grown
    return outline(grid, inside)


@pytest.fixture(scope="module", params=[1, 2, 3] if Effort.thorough else [1, 2])
def loops(request: pytest.FixtureRequest) -> tuple[Grid, list[Area]]:
    """Return a row of hexagons and all sets of their edges that the checks accept as a loop."""
    grid: Grid = hexagons(1, request.param)
    board = loop_board(grid, {})
    subsets = chain.from_iterable(combinations(grid.edges, size) for size in range(len(grid.edges) + 1))
    return grid, [lines for lines in map(frozenset, subsets) if not masume.check(draw_lines(board, lines))]


def test_the_loops_on_hexagons_in_a_row_are_the_outlines_of_stretches(loops: tuple[Grid, list[Area]]) -> None:
    grid, accepted = loops
    stretches = (grid.cells[start:stop] for start, stop in combinations(range(len(grid.cells) + 1), 2))
    assert sorted(map(sorted, accepted)) == sorted(sorted(outline(grid, cells)) for cells in stretches)


def test_solving_on_hexagons_agrees_with_the_checks(loops: tuple[Grid, list[Area]]) -> None:
    grid, accepted = loops
    for numbers in product((None, "?", *range(grid.sides + 1)), repeat=len(grid.cells)):
        board = loop_board(grid, {cell: n for cell, n in zip(grid.cells, numbers, strict=True) if n is not None})
        expected = {lines for lines in accepted if not masume.check(draw_lines(board, lines))}
        outcome = masume.solve(board, limits=masume.Limits(solutions=100))
        assert {edges_with(solved, "line") for solved in outcome.boards} == expected
        assert len(outcome.boards) == masume.count(board) == len(expected)
        if expected:
            common = masume.common(board)
            assert edges_with(common, "line") == frozenset.intersection(*expected)
            assert edges_with(common, "cross") == frozenset(grid.edges) - frozenset.union(*expected)


@pytest.mark.parametrize("seed", range(5))
def test_a_loop_on_hexagons_is_found_from_its_numbers(seed: int) -> None:
    grid = hexagons(6, 6)
    loop = random_loop(grid, 18, seed)
    board = loop_board(grid, numbers_around(grid, loop))
    assert masume.check(draw_lines(board, loop)) == []
    outcome = masume.solve(board)
    assert outcome.unique
    assert outcome.board == draw_lines(board, loop)


def test_json_can_hold_hexagons_and_text_cannot() -> None:
    grid = hexagons(3, 3)
    loop = random_loop(grid, 4, seed=0)
    board = draw_lines(loop_board(grid, numbers_around(grid, loop)), loop)
    assert masume.read(masume.write(board, "json")) == board
    with pytest.raises(InputError, match="square grids only"):
        masume.write(board, "text")


@pytest.mark.parametrize("genre", SUITABLE, ids=genre_ids)
def test_a_genre_that_does_not_need_squares_is_solved_on_hexagons(genre: Genre) -> None:
    for seed in range(5):
        board = random_board(genre, hexagons(1, 2), random.Random(seed))
        expected = {filling for filling in fillings(board) if not masume.check(filling)}
        outcome = masume.solve(board, limits=masume.Limits(solutions=len(expected) + 1))
        assert set(outcome.boards) == expected


@pytest.mark.parametrize("genre", [genre for genre in all_genres() if genre not in SUITABLE], ids=genre_ids)
def test_a_genre_refuses_a_grid_that_lacks_what_it_needs(genre: Genre) -> None:
    with pytest.raises(InputError, match=f"{genre.name} needs a grid with .*, not a hexagon one"):
        Board(genre, hexagons(3, 3))


def test_hexagons_have_no_blocks() -> None:
    assert any("blocks" in genre.needs for genre in all_genres())
    with pytest.raises(InputError, match="no blocks"):
        hexagons(3, 3).blocks(2, 2)
