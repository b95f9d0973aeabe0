"""Grid: the geometry of a board.

Genres ask the grid for neighbours, edges, runs and so on and never compute with rows and columns themselves, so that
their rules work on any grid with the abilities they need.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from masume.core.caching import cached
from masume.core.errors import FormatError, InputError, WrongTypeError
from masume.core.messages import quote
from masume.core.numbers import to_integer
from masume.core.places import Area, Chain, Place, PlaceKind

if TYPE_CHECKING:
    from masume.core.symmetry import Symmetry

LARGEST_SIDE = 1000
T = TypeVar("T")


class Direction(Protocol):
    """A direction in which one can go straight on; each kind of grid defines its own."""

    @property
    def name(self) -> str: ...


class Grid(Protocol):
    """A grid: its places and how they are connected.

    Every grid has cells, neighbours, lines and seats.  Other methods work only on grids with the right abilities, and a
    genre lists in its `needs` those that it uses:

    - "edges": cells have edges (`edges`, `edges_of`, `cells_beside`).
    - "corners": edges have ends (`corners`, `corners_of`, `ends`, `edges_at`, `cells_at`).
    - "rays": one can go straight on from cell to cell (`directions`, `step`, `straight_runs`, and the functions
      `ray`, `rays`, `runs`).
    - "blocks": there are rectangles of cells (`blocks`).
    - "rows": the lines are rows and columns, and nothing else (`cell`).
    - "planar": edges meet only at corners, and every loop of edges has an inside.
    """

    @property
    def kind(self) -> str:
        """The name of this kind of grid in JSON, such as "square"."""
        ...

    @property
    def abilities(self) -> frozenset[str]: ...
    @property
    def cells(self) -> Sequence[int]: ...
    @property
    def edges(self) -> Sequence[int]: ...
    @property
    def corners(self) -> Sequence[int]: ...
    @property
    def lines(self) -> Sequence[int]:
        """The straight lines of cells through the whole grid, across holes: rows, columns and so on."""
        ...

    @property
    def seats(self) -> Sequence[int]:
        """The two places outside the grid at the ends of each line, in the order of the lines."""
        ...

    @property
    def board(self) -> int: ...
    @property
    def sides(self) -> int:
        """The largest number of edges a cell has."""
        ...

    @property
    def directions(self) -> Sequence[Direction]:
        """All directions in order around a cell; opposite ones are half the list apart (ability `rays`)."""
        ...

    def kind_of(self, place: Place) -> PlaceKind:
        """Return the kind of a place; raise InputError if the grid has no such place."""
        ...

    def name(self, place: int) -> str:
        """Return the name of a place, such as r3c4."""
        ...

    def find(self, name: str) -> int:
        """Return the place with this name; raise InputError if there is none."""
        ...

    def cell(self, row: int, col: int) -> int | None:
        """Return the cell at a row and column counted from 0; None if there is none (ability `rows`)."""
        ...

    def neighbours(self, cell: int) -> Sequence[int]:
        """The cells that share an edge with this one."""
        ...

    def touching(self, cell: int) -> Sequence[int]:
        """The cells that share an edge or a corner with this one."""
        ...

    def within(self, cell: int, steps: int) -> Sequence[int]:
        """The cells at most `steps` moves between neighbours away, `cell` included, in ascending order."""
        ...

    def edges_of(self, cell: int) -> Sequence[int]:
        """The edges around a cell; on a grid with rays, in the order of its directions."""
        ...

    def corners_of(self, cell: int) -> Sequence[int]: ...
    def cells_beside(self, edge: int) -> Sequence[int]:
        """The cells on both sides of an edge: two, or one if it is on the frame or at a hole."""
        ...

    def ends(self, edge: int) -> tuple[int, int]:
        """The two corners an edge joins."""
        ...

    def point(self, corner: int) -> tuple[float, float]:
        """The position (right, down) of a corner in a picture; the centres of neighbouring cells are 1 apart."""
        ...

    def edges_at(self, corner: int) -> Sequence[int]: ...
    def cells_at(self, corner: int) -> Sequence[int]: ...
    def step(self, cell: int, direction: Any) -> int | None:
        """The next cell in a direction, or None at the frame or a hole."""
        ...

    def straight_runs(self, direction: Any) -> Iterable[Chain]:
        """The straight runs of cells in a direction, each from frame or hole to frame or hole (ability `rays`)."""
        ...

    def cells_on(self, line: int) -> Sequence[int]:
        """The cells of a line in order."""
        ...

    def view(self, seat: int) -> Sequence[int]:
        """The cells seen from a seat, nearest first."""
        ...

    def blocks(self, rows: int, cols: int) -> Sequence[Chain]:
        """All rectangles of cells of that size (ability `blocks`)."""
        ...

    @property
    def symmetries(self) -> Sequence[str]:
        """The names of its rotations and mirror images; "identity", which every grid has, comes first."""
        ...

    def symmetry(self, name: str) -> "Symmetry":
        """Return the symmetry with this name, one of `symmetries`."""
        ...

    @property
    def size(self) -> str:
        """The size in words, such as "5 rows and 7 columns"."""
        ...

    @property
    def order_key(self) -> tuple[Any, ...]:
        """A key by which grids of the same kind can be sorted; different grids have different keys."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Return the grid as plain data: its kind and what else is needed to make it again."""
        ...


def ray(grid: Grid, cell: int, direction: Direction) -> Iterator[int]:
    """Yield the cells straight on from `cell`, without it, up to the frame or a hole."""
    current = grid.step(cell, direction)
    while current is not None:
        yield current
        current = grid.step(current, direction)


def opposite(grid: Grid, direction: Direction) -> Direction:
    """Return the opposite direction."""
    directions = grid.directions
    return directions[(directions.index(direction) + len(directions) // 2) % len(directions)]


def edge_towards(grid: Grid, cell: int, direction: Direction) -> int:
    """Return the edge that one crosses when leaving a cell in a direction."""
    return grid.edges_of(cell)[grid.directions.index(direction)]


def cached_per_grid(function: Callable[[Grid], T]) -> Callable[[Grid], T]:
    """Cache a function of a grid; 64 results are enough because few grids are in use at a time."""
    cached_function = cached(64)(cast(Callable[[Hashable], T], function))

    @wraps(function)
    def lookup(grid: Grid) -> T:
        return cached_function(cast(Hashable, grid))

    return lookup


def cached_per_place(function: Callable[[Grid, int], T]) -> Callable[[Grid, int], T]:
    """Cache a function of a grid and a place."""

    @cached_per_grid
    def results_of(grid: Grid) -> dict[int, T]:
        return {}

    @wraps(function)
    def lookup(grid: Grid, place: int) -> T:
        results = results_of(grid)
        if place not in results:
            results[place] = function(grid, place)
        return results[place]

    return lookup


@cached_per_place
def rays(grid: Grid, cell: int) -> Sequence[Chain]:
    """Return the ray from a cell in each direction (ability `rays`)."""
    ahead, behind = [], []
    for run_of in _runs_by_cell(grid):
        run = run_of[cell]
        at = run.index(cell)
        ahead.append(run[at + 1 :])
        behind.append(run[:at][::-1])
    return (*ahead, *behind)


@cached_per_grid
def _runs_by_cell(grid: Grid) -> Sequence[Mapping[int, Chain]]:
    """Return the run of each cell, for each of the first half of the directions; the others are opposite to them."""
    directions = grid.directions[: len(grid.directions) // 2]
    return [{cell: run for run in grid.straight_runs(direction) for cell in run} for direction in directions]


@cached_per_grid
def inner_edges(grid: Grid) -> Sequence[int]:
    """Return the edges between two cells."""
    return tuple(edge for edge in grid.edges if len(grid.cells_beside(edge)) == 2)


@cached_per_grid
def frame_edges(grid: Grid) -> Sequence[int]:
    """Return the edges with a cell on one side only: around the board and around holes."""
    return tuple(edge for edge in grid.edges if len(grid.cells_beside(edge)) == 1)


def forward_directions(grid: Grid) -> Sequence[Direction]:
    """Return the directions in which `runs` goes: one of each pair of opposite directions."""
    return grid.directions[1 : 1 + len(grid.directions) // 2]


@cached_per_grid
def runs(grid: Grid) -> Mapping[int, Chain]:
    """Return the straight runs of cells between frame or holes, keyed by the edge through which each is entered."""
    result: dict[int, Chain] = {}
    for direction in forward_directions(grid):
        back = grid.directions.index(opposite(grid, direction))
        result |= {grid.edges_of(run[0])[back]: run for run in grid.straight_runs(direction)}
    return dict(sorted(result.items()))


def places_of(grid: Grid, kind: PlaceKind) -> Sequence[int]:
    """Return all places of a kind; nothing for areas and chains, which a grid cannot list."""
    match kind:
        case PlaceKind.CELL:
            return grid.cells
        case PlaceKind.EDGE:
            return grid.edges
        case PlaceKind.CORNER:
            return grid.corners
        case PlaceKind.SEAT:
            return grid.seats
        case PlaceKind.LINE:
            return grid.lines
        case PlaceKind.BOARD:
            return (grid.board,)
        case _:
            return ()


def kind_of_composite(grid: Grid, place: Area | Chain) -> PlaceKind:
    """Return the kind of a composite place, area or chain; raise InputError if a member is invalid."""
    if not isinstance(place, frozenset | tuple) or not place or not all(isinstance(member, int) for member in place):
        raise InputError(f"expected a place: a number, or a frozenset or tuple of numbers, not {quote(place)}")
    for member in place:
        grid.kind_of(member)
    return PlaceKind.AREA if isinstance(place, frozenset) else PlaceKind.CHAIN


def place_name(grid: Grid, place: Place) -> str:
    """Return the name of any place: r3c4, an area as r1c1+r1c2, a chain as r1c1>r1c2."""
    if isinstance(place, frozenset):
        return "+".join(grid.name(member) for member in sorted(place)) + ("+" if len(place) == 1 else "")
    if isinstance(place, tuple):
        return ">".join(grid.name(member) for member in place) + (">" if len(place) == 1 else "")
    return grid.name(place)


def find_place(grid: Grid, name: str) -> Place:
    """Return the place that `place_name` gave this name."""
    if ">" in name:
        return tuple(grid.find(part) for part in name.rstrip(">").split(">"))
    if "+" in name:
        return frozenset(grid.find(part) for part in name.rstrip("+").split("+"))
    return grid.find(name)


def describe_place(grid: Grid, place: Place) -> str:
    """Return a short name of a place for messages; a large area becomes "r1c1 and 7 more"."""
    if isinstance(place, int) or len(place) <= 4:
        return place_name(grid, place)
    first = min(place) if isinstance(place, frozenset) else place[0]
    return f"{grid.name(first)} and {len(place) - 1} more"


def require_grid(grid: object) -> None:
    """Raise WrongTypeError if this is not a grid."""
    if isinstance(grid, type) or not isinstance(getattr(grid, "abilities", None), frozenset):
        raise WrongTypeError(f"expected a grid such as masume.SquareGrid(5, 5), not {quote(grid)}")


def require_size(rows: object, columns: object) -> tuple[int, int]:
    """Return rows and columns as numbers; raise InputError if they are invalid or too large."""
    sides = []
    for noun, side in (("rows", rows), ("columns", columns)):
        number = to_integer(side)
        if number is None or not 1 <= number <= LARGEST_SIDE:
            raise InputError(f"expected 1 to {LARGEST_SIDE} {noun}, not {quote(side)}")
        sides.append(number)
    return sides[0], sides[1]


def validate_size(format_name: str, rows: object, columns: object) -> tuple[int, int]:
    """Return the rows and columns in a text as numbers; raise FormatError if they are invalid or too large."""
    try:
        return require_size(rows, columns)
    except InputError as error:
        raise FormatError(format_name, "size", str(error)) from None


def distances(
    start: Iterable[int], neighbours: Callable[[int], Iterable[int]], limit: int | None = None
) -> dict[int, int]:
    """Return the distance from `start` to every place at most `limit` steps away, nearest first."""
    distance = dict.fromkeys(start, 0)
    frontier = list(distance)
    while frontier and (limit is None or distance[frontier[0]] < limit):
        next_frontier: list[int] = []
        for place in frontier:
            for other in neighbours(place):
                if other not in distance:
                    distance[other] = distance[place] + 1
                    next_frontier.append(other)
        frontier = next_frontier
    return distance


def connected_components(places: Iterable[int], neighbours: Callable[[int], Iterable[int]]) -> list[set[int]]:
    """Return the connected components of some places, ordered by their first place."""
    left = dict.fromkeys(places)
    return [set(_take_component(place, left, neighbours)) for place in list(left) if place in left]


def is_connected(places: Iterable[int], neighbours: Callable[[int], Iterable[int]]) -> bool:
    """Return whether some places, at least one, are connected."""
    left = dict.fromkeys(places)
    _take_component(next(iter(left)), left, neighbours)
    return not left


def _take_component(first: int, left: dict[int, None], neighbours: Callable[[int], Iterable[int]]) -> Iterable[int]:
    """Remove a place and all places connected with it from those that are left, and return them."""
    del left[first]
    component = [first]
    for place in component:  # it grows on the way
        for other in neighbours(place):
            if other in left:
                del left[other]
                component.append(other)
    return component
