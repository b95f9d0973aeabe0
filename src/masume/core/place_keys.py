"""How users refer to places: by name, by number, cells also by row and column."""

from masume.core.errors import InputError, WrongTypeError
from masume.core.grid import Grid, find_place, place_name, places_of
from masume.core.messages import quote, with_article
from masume.core.numbers import to_integer
from masume.core.places import Place, PlaceKey, PlaceKind


def resolve_key(grid: Grid, key: PlaceKey, kind: PlaceKind = PlaceKind.CELL) -> Place:
    """Return the place that a user refers to: by its name, by its number or, if a cell is wanted, by (row, column).

    Areas and chains can also be given by their cells.
    """
    if isinstance(key, str):
        return find_place(grid, key)
    number = to_integer(key)
    if number is not None:
        return number
    if kind is PlaceKind.AREA and isinstance(key, frozenset):
        return frozenset(_resolve_member(grid, member) for member in key)
    if kind is PlaceKind.CHAIN and isinstance(key, tuple):
        return tuple(_resolve_member(grid, member) for member in key)
    if kind is PlaceKind.CELL and isinstance(key, tuple) and len(key) == 2:
        row, column = map(to_integer, key)
        if row is not None and column is not None:
            return _cell_at(grid, row, column)
    raise WrongTypeError(f"expected {_describe_keys(grid, kind)}, not {quote(key)}")


def _describe_keys(grid: Grid, kind: PlaceKind) -> str:
    """Return how a user can refer to places of a kind, for a message."""
    match kind:
        case PlaceKind.CELL:
            return f'a place: a name such as "{grid.name(grid.cells[0])}", a number, or (row, column) of a cell'
        case PlaceKind.AREA:
            return f'an area: a name such as "{place_name(grid, frozenset(grid.cells[:2]))}", or a frozenset of cells'
        case PlaceKind.CHAIN:
            return f'a chain: a name such as "{place_name(grid, tuple(grid.cells[:2]))}", or a tuple of cells'
        case _:
            return f'{with_article(kind.value)}: a name such as "{grid.name(places_of(grid, kind)[0])}", or a number'


def _resolve_member(grid: Grid, member: PlaceKey) -> int:
    """Return the cell (or other single place) that belongs to an area or a chain."""
    place = resolve_key(grid, member)
    if not isinstance(place, int):
        raise InputError(f"expected a single place inside an area or a chain, not {quote(member)}")
    return place


def _cell_at(grid: Grid, row: int, col: int) -> int:
    """Return the cell at a row and column; raise InputError if there is none."""
    if "rows" not in grid.abilities:
        raise InputError(f"the cells of a {grid.kind} grid have no rows and columns: expected names or numbers")
    cell = grid.cell(row, col)
    if cell is None:
        raise InputError(f"no cell is at {quote((row, col))}: rows and columns are counted from 0, on {grid.size}")
    return cell
