"""What addresses and files of pzpr have in common: names, flags, the order of edges, and what neither can carry."""

from collections.abc import Iterable

from masume import genres
from masume.core.board import Board
from masume.core.errors import FormatError
from masume.core.genre import Genre
from masume.core.layers import Value
from masume.core.notation import Notation, Pzpr
from masume.core.square import SquareGrid

ADDRESS = "https://puzz.link/p?"


def genre_of(format_name: str, pid: str) -> Genre:
    """The genre that has this name, or it as an alias."""
    if not genres.knows(pid):
        known = ", ".join(genres.names())
        raise FormatError(format_name, "genre", f"{pid!r:.30} is not known: expected one of {known}")
    return genres.find(pid)


def notation_of(format_name: str, genre: Genre) -> Pzpr:
    """How the genre is written."""
    notation: Notation = genres.part(genre, "notation", "NOTATION")
    if notation.pzpr is None:
        raise FormatError(format_name, "genre", f"{genre.name} has no notation in it")
    return notation.pzpr


def refuse_variant(format_name: str, words: Iterable[str]) -> None:
    """Refuse a puzzle that says it has rules of its own."""
    for word in words:
        if word.startswith("v:"):
            changed = f"{word[2:]!r:.30} changes the rules in ways no solver can know"
            raise FormatError(format_name, "variant", changed)


def options_of(format_name: str, notation: Pzpr, flags: Iterable[str]) -> dict[str, Value]:
    """What flags say."""
    options: dict[str, Value] = {}
    for flag in flags:
        if flag not in notation.flags:
            known = ", ".join(notation.flags) or "none"
            expected = f"{flag!r:.30} is not known for {notation.pid}: expected {known} or the size"
            raise FormatError(format_name, "flag", expected)
        option, value = notation.flags[flag]
        if option in options:
            raise FormatError(format_name, "flag", f"{flag!r:.30} stands twice")
        options[option] = value
    return options


def flags_of(format_name: str, board: Board, notation: Pzpr) -> list[str]:
    """The flags that say the board's options."""
    told = {option for option, _ in notation.flags.values()}
    for option in board.genre.options:
        if option.name not in told and board.options[option.name] != option.default:
            raise FormatError(format_name, "options", f"it cannot carry {option.name}")
    return [flag for flag, (name, value) in notation.flags.items() if board.options[name] == value]


def carried(format_name: str, board: Board, *, holes: bool) -> SquareGrid:
    """The board's grid, if grid and given marks let the puzzle be told."""
    grid = board.grid
    if not isinstance(grid, SquareGrid) or (grid.holes and not holes):
        raise FormatError(format_name, "grid", f"it can carry square grids{'' if holes else ' without holes'} only")
    if any(board.given.values()):
        raise FormatError(format_name, "given marks", "it cannot carry them, and without them the puzzle is another")
    return grid


def edge_rows(grid: SquareGrid, *, inside: bool) -> tuple[list[list[int]], list[list[int]]]:
    """The upright and then the level edges, row by row: those between two cells alone, or all of them."""
    first = 1 if inside else 0
    rows, cols = grid.rows, grid.cols
    upright = [[grid.down(row, col) for col in range(first, cols + 1 - first)] for row in range(rows)]
    level = [[grid.across(row, col) for col in range(cols)] for row in range(first, rows + 1 - first)]
    return upright, level
