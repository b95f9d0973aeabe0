"""Grid: the geometry of a board, as questions; no genre computes with rows and columns itself."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

from masume.core.caching import cached
from masume.core.errors import FormatError, InputError
from masume.core.places import Area, Chain, Place, PlaceKind

LARGEST_SIDE = 1000
T = TypeVar("T")


class Direction(Protocol):
    """A way to go straight on; each grid has its own."""

    @property
    def name(self) -> str: ...


class Grid(Protocol):
    """What every grid can answer; a genre lists in `needs` which `abilities` it asks for beyond that."""

    @property
    def kind(self) -> str: ...
    @property
    def abilities(self) -> frozenset[str]: ...
    @property
    def cells(self) -> Sequence[int]: ...
    @property
    def edges(self) -> Sequence[int]: ...
    @property
    def corners(self) -> Sequence[int]: ...
    @property
    def seats(self) -> Sequence[int]: ...
    @property
    def lines(self) -> Sequence[int]: ...
    @property
    def board(self) -> int: ...
    @property
    def sides(self) -> int:
        """The largest number of edges a cell has."""
        ...

    @property
    def directions(self) -> Sequence[Direction]:
        """All directions in order around a cell, so that the opposite one is half-way on (ability `rays`)."""
        ...

    def kind_of(self, place: Place) -> PlaceKind:
        """Say what sort of place this is; InputError if the grid has no such place."""
        ...

    def name(self, place: int) -> str:
        """Print a place, such as r3c4; `find` reads it back."""
        ...

    def find(self, name: str) -> int: ...
    def neighbours(self, cell: int) -> Sequence[int]:
        """The cells that share an edge with this one."""
        ...

    def touching(self, cell: int) -> Sequence[int]:
        """The cells that share an edge or a corner with this one."""
        ...

    def within(self, cell: int, steps: int) -> Sequence[int]:
        """The cells at most so many steps (from neighbour to neighbour) away, itself too, in ascending order."""
        ...

    def edges_of(self, cell: int) -> Sequence[int]:
        """The edges around a cell; on a grid with rays, in the order of its directions."""
        ...

    def corners_of(self, cell: int) -> Sequence[int]: ...
    def cells_beside(self, edge: int) -> Sequence[int]:
        """The one (on the frame) or two cells an edge belongs to."""
        ...

    def ends(self, edge: int) -> tuple[int, int]:
        """The two corners an edge joins."""
        ...

    def point(self, corner: int) -> tuple[float, float]:
        """Where a corner lies in a picture, to the right and down; the middles of neighbours are 1 apart."""
        ...

    def edges_at(self, corner: int) -> Sequence[int]: ...
    def cells_at(self, corner: int) -> Sequence[int]: ...
    def step(self, cell: int, direction: Any) -> int | None:
        """The next cell straight on, or None at the frame or a hole."""
        ...

    def cells_on(self, line: int) -> Sequence[int]: ...
    def view(self, seat: int) -> Sequence[int]:
        """The cells seen from a seat, nearest first."""
        ...

    def blocks(self, rows: int, cols: int) -> Sequence[Chain]:
        """All rectangles of cells of that size (ability `blocks`)."""
        ...

    @property
    def size(self) -> str:
        """How large it is, in words."""
        ...

    def to_json(self) -> dict[str, Any]: ...


def ray(grid: Grid, cell: int, direction: Direction) -> Iterator[int]:
    """The cells straight on from `cell`, without it, up to the frame or a hole."""
    at = grid.step(cell, direction)
    while at is not None:
        yield at
        at = grid.step(at, direction)


def opposite(grid: Grid, direction: Direction) -> Direction:
    """The direction back."""
    ways = grid.directions
    return ways[(ways.index(direction) + len(ways) // 2) % len(ways)]


def edge_towards(grid: Grid, cell: int, direction: Direction) -> int:
    """The edge over which one leaves a cell in a direction."""
    return grid.edges_of(cell)[grid.directions.index(direction)]


def once_per_grid(ask: Callable[[Grid], T]) -> Callable[[Grid], T]:
    """Make a question to a grid be answered once; grids that are in use are few."""
    known = cached(64)(cast(Callable[[Hashable], T], ask))

    @wraps(ask)
    def asked(grid: Grid) -> T:
        return known(cast(Hashable, grid))

    return asked


def once_per_place(ask: Callable[[Grid, int], T]) -> Callable[[Grid, int], T]:
    """Make a question to a grid about a place be answered once."""

    @once_per_grid
    def answers(grid: Grid) -> dict[int, T]:
        return {}

    @wraps(ask)
    def asked(grid: Grid, place: int) -> T:
        known = answers(grid)
        if place not in known:
            known[place] = ask(grid, place)
        return known[place]

    return asked


@once_per_place
def sight(grid: Grid, cell: int) -> Sequence[Chain]:
    """What is seen from a cell, without it, in each direction (ability `rays`)."""
    return tuple(tuple(ray(grid, cell, way)) for way in grid.directions)


@once_per_grid
def inner_edges(grid: Grid) -> Sequence[int]:
    """The edges between two cells."""
    return tuple(edge for edge in grid.edges if len(grid.cells_beside(edge)) == 2)


@once_per_grid
def frame_edges(grid: Grid) -> Sequence[int]:
    """The edges with a cell on one side only: around the board, and around holes."""
    return tuple(edge for edge in grid.edges if len(grid.cells_beside(edge)) == 1)


@once_per_grid
def runs(grid: Grid) -> Mapping[int, Chain]:
    """The straight runs of cells from frame or hole to frame or hole, by the edge over which each is entered."""
    found: dict[int, Chain] = {}
    for way in grid.directions[1 : 1 + len(grid.directions) // 2]:  # one of each two opposite ones
        back = opposite(grid, way)
        for cell in grid.cells:
            if grid.step(cell, back) is None:
                found[edge_towards(grid, cell, back)] = (cell, *ray(grid, cell, way))
    return dict(sorted(found.items()))


def places_of(grid: Grid, kind: PlaceKind) -> Sequence[int]:
    """All places of a simple kind; areas and chains are not listed by the grid."""
    known: Mapping[PlaceKind, Sequence[int]] = {
        PlaceKind.CELL: grid.cells,
        PlaceKind.EDGE: grid.edges,
        PlaceKind.CORNER: grid.corners,
        PlaceKind.SEAT: grid.seats,
        PlaceKind.LINE: grid.lines,
        PlaceKind.BOARD: (grid.board,),
    }
    return known.get(kind, ())


def kind_of_composite(grid: Grid, place: Area | Chain) -> PlaceKind:
    """Check the members of an area or a chain and say which of the two it is."""
    if not isinstance(place, frozenset | tuple) or not place or not all(isinstance(member, int) for member in place):
        raise InputError(f"expected a place: a number, or a frozenset or tuple of such, not {place!r:.30}")
    for member in place:
        grid.kind_of(member)
    return PlaceKind.AREA if isinstance(place, frozenset) else PlaceKind.CHAIN


def place_name(grid: Grid, place: Place) -> str:
    """Print any place: r3c4, an area as r1c1+r1c2, a chain as r1c1>r1c2."""
    if isinstance(place, frozenset):
        return "+".join(grid.name(member) for member in sorted(place)) + ("+" if len(place) == 1 else "")
    if isinstance(place, tuple):
        return ">".join(grid.name(member) for member in place) + (">" if len(place) == 1 else "")
    return grid.name(place)


def find_place(grid: Grid, name: str) -> Place:
    """Read what `place_name` prints."""
    if ">" in name:
        return tuple(grid.find(part) for part in name.rstrip(">").split(">"))
    if "+" in name:
        return frozenset(grid.find(part) for part in name.rstrip("+").split("+"))
    return grid.find(name)


def describe(grid: Grid, place: Place) -> str:
    """Print a place in few words, for people: a large area by its first place and its size."""
    if isinstance(place, int) or len(place) <= 4:
        return place_name(grid, place)
    first = min(place) if isinstance(place, frozenset) else place[0]
    return f"{grid.name(first)} and {len(place) - 1} more"


def checked_sides(format_name: str, rows: object, cols: object) -> tuple[int, int]:
    """Refuse a size that is no size, or too large, before any memory is taken."""
    for word, side in (("rows", rows), ("columns", cols)):
        if not isinstance(side, int) or isinstance(side, bool) or not 1 <= side <= LARGEST_SIDE:
            raise FormatError(format_name, "size", f"expected 1 to {LARGEST_SIDE} {word}, not {side!r:.20}")
    return cast(int, rows), cast(int, cols)


def reach(start: Iterable[int], neighbours: Callable[[int], Iterable[int]], steps: int | None = None) -> dict[int, int]:
    """Distances from `start` to every place at most `steps` away, nearest first."""
    distance = dict.fromkeys(start, 0)
    frontier = list(distance)
    while frontier and (steps is None or distance[frontier[0]] < steps):
        ahead: list[int] = []
        for place in frontier:
            for other in neighbours(place):
                if other not in distance:
                    distance[other] = distance[place] + 1
                    ahead.append(other)
        frontier = ahead
    return distance


def parts(places: Iterable[int], neighbours: Callable[[int], Iterable[int]]) -> list[set[int]]:
    """Split places into connected parts, in the order of their first place."""
    left, found = dict.fromkeys(places), []
    while left:
        first = next(iter(left))
        part = set(reach([first], lambda place: (n for n in neighbours(place) if n in left)))
        for place in part:
            del left[place]
        found.append(part)
    return found
