"""Functions for both URLs and files of pzpr: names of genres, flags, and errors for what a format cannot carry."""

from collections.abc import Collection, Iterable

from masume import genres
from masume.core.board import Board
from masume.core.errors import FormatError
from masume.core.file_blocks import FileBlock
from masume.core.genre import Genre
from masume.core.layers import RuledOut, Value
from masume.core.messages import quote, suggest_names
from masume.core.notation import Notation, Pzpr
from masume.core.square import SquareGrid
from masume.core.url_parts import BodyPart

BASE_URL = "https://puzz.link/p?"


def find_genre(format_name: str, pid: str) -> Genre:
    """Return the genre with this name or alias."""
    if not genres.is_known(pid):
        raise FormatError(format_name, "genre", f"{quote(pid)} is not known: {genres.suggest(pid)}")
    return genres.find(pid)


def notation_of(format_name: str, genre: Genre) -> Pzpr:
    """Return how pzpr writes the genre; raise FormatError if it does not."""
    notation: Notation = genres.load_part(genre, "notation", "NOTATION")
    if notation.pzpr is None:
        raise FormatError(format_name, "genre", f"this format has no notation for {genre.name}")
    return notation.pzpr


def refuse_variant(format_name: str, words: Iterable[str]) -> None:
    """Raise FormatError if one of the words marks a variant: a puzzle with other rules than its genre's."""
    for word in words:
        if word.startswith("v:"):
            expected = f"{quote(word[2:])} has other rules: expected no v: and the genre's own rules"
            raise FormatError(format_name, "variant", expected)


def options_from_flags(format_name: str, notation: Pzpr, flags: Iterable[str]) -> dict[str, Value]:
    """Return the options that flags stand for."""
    options: dict[str, Value] = {}
    for flag in flags:
        if flag not in notation.flags:
            expected = suggest_names(flag, [*notation.flags, "the size"])
            raise FormatError(format_name, "flag", f"{quote(flag)} is not known for {notation.pid}: {expected}")
        option, value = notation.flags[flag]
        if option in options:
            raise FormatError(format_name, "flag", f"{quote(flag)} occurs twice")
        options[option] = value
    return options


def flags_from_options(
    format_name: str, board: Board, notation: Pzpr, parts: Iterable[BodyPart | FileBlock]
) -> list[str]:
    """Return the flags for the board's options; raise FormatError if an option has neither a flag nor a part."""
    known = {option for option, _ in notation.flags.values()} | {name for part in parts for name in part.options}
    refuse_options(format_name, board, known)
    return [flag for flag, (name, value) in notation.flags.items() if board.options[name] == value]


def refuse_options(format_name: str, board: Board, known: Collection[str] = ()) -> None:
    """Raise FormatError if an option other than these is not at its default."""
    for option in board.genre.options:
        if option.name not in known and board.options[option.name] != option.default:
            raise FormatError(format_name, "options", f"it cannot carry {option.name}")


def require_square(format_name: str, board: Board, *, holes: bool) -> SquareGrid:
    """Return the board's grid; raise FormatError unless it is square and, if `holes` is false, has no holes."""
    grid = board.grid
    if not isinstance(grid, SquareGrid) or (grid.holes and not holes):
        raise FormatError(format_name, "grid", f"it can carry square grids{'' if holes else ' without holes'} only")
    return grid


def refuse_given_marks(format_name: str, board: Board, layers: Collection[str] = ()) -> None:
    """Raise FormatError if the board has given marks in other layers than these, or marks that only rule values out."""
    for layer, marks in board.given.items():
        if marks and (layer not in layers or any(isinstance(mark, RuledOut) for mark in marks.values())):
            raise FormatError(format_name, "given marks", "it cannot carry them, and they belong to the puzzle")
