"""Reading and writing boards; `read` detects the format of a text by its content."""

import importlib
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple, TypedDict, Unpack, cast, overload

from masume import genres
from masume.core.arguments import require_board, require_text
from masume.core.board import Board
from masume.core.errors import InputError, UnknownNameError, WrongTypeError
from masume.core.files import load_text, quote_path, require_path
from masume.core.genre import Genre
from masume.core.grid import Grid, require_grid
from masume.core.layers import Layer, Options
from masume.core.messages import quote, suggest_names
from masume.core.numbers import to_integer
from masume.core.square import SquareGrid
from masume.formats.board_lists import (
    LARGEST_INPUT,
    BoardEntry,
    BoardId,
    BoardList,
    boards_in_file,
    boards_in_folder,
    boards_in_text,
    single_board,
    unreadable_board,
)
from masume.formats.detection import detect_format, looks_like_file_name, looks_like_url

__all__ = [
    "LARGEST_INPUT",
    "BoardEntry",
    "BoardId",
    "BoardList",
    "boards_in_text",
    "describe_layer",
    "list_boards",
    "load",
    "load_all",
    "looks_like_file_name",
    "looks_like_url",
    "make_board",
    "names",
    "one_line_names",
    "read",
    "read_entry",
    "single_board",
    "unreadable_board",
    "write",
    "write_template",
]


class ReadOptions(TypedDict, total=False):
    """The options of `read`, which `load` and `load_all` have, too."""

    genre: str | None
    size: tuple[int, int] | None
    constants: Mapping[str, int] | None
    dialect: str | None


class _Format(NamedTuple):
    """The module of a format, the name of its function that writes, whether it has dialects and fits into a line."""

    module: str
    writer: str = "write"
    dialects: bool = False
    one_line: bool = False


_FORMATS = {
    "answer": _Format("facts", "write_answer", dialects=True),
    "essence": _Format("essence"),
    "facts": _Format("facts", dialects=True),
    "json": _Format("json", one_line=True),
    "pzprv3": _Format("pzprv3"),
    "pzprv3.0": _Format("pzprv3", "write_oldest"),
    "pzprv3-url": _Format("pzprv3", "write_url", one_line=True),
    "pzpr": _Format("pzpr", one_line=True),
    "sgt": _Format("sgt", one_line=True),
    "text": _Format("text"),
}
_EXPECTED = (
    "expected a puzz.link URL, JSON, text that begins with a genre, a game id, facts and their genre, "
    "or an Essence parameter file"
)


def names() -> list[str]:
    """Return the names of all formats."""
    return sorted(_FORMATS)


def one_line_names() -> list[str]:
    """Return the names of the formats that write a board as one line."""
    return [name for name in names() if _FORMATS[name].one_line]


def read(
    text: str,
    *,
    genre: str | None = None,
    size: tuple[int, int] | None = None,
    constants: Mapping[str, int] | None = None,
    dialect: str | None = None,
) -> Board:
    """Read a board from text in any format, such as a puzz.link URL; never opens a file.

    Facts as in the papers contain neither their genre nor, in most cases, their size.  For these, pass the genre, the
    size (rows and columns) or the constants that define it, and the dialect if several papers' notations fit.  Essence
    parameters do not contain their genre either; pass it if several genres have a notation in Essence.  A game
    id contains it only if the name of the game comes first, as in "loopy:7x7t0:…".
    """
    require_text(text)
    _check_sizes(size, constants)
    if len(text) > LARGEST_INPUT:
        raise InputError(f"the input is too large: expected at most {LARGEST_INPUT:,} characters")
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise InputError("the input is empty: expected a board")
    if looks_like_file_name(text):
        raise InputError(f"{quote(text)} looks like the name of a file: masume.load reads files, masume.read text")
    name = detect_format(text)
    board: Board
    known_genre = genres.find(genre) if genre is not None else None
    if name == "facts" or (name is None and known_genre is not None):
        board = _module("facts").read(text, known_genre, size=size, constants=constants, dialect=dialect)
        return board
    if (size, constants, dialect) != (None, None, None):
        raise InputError("a size (--size), constants (-c) or a dialect (--from) can be given for facts only")
    if name in ("essence", "sgt"):
        board = _module(name).read(text, known_genre)
        return board
    if known_genre is not None:
        expected = "a genre (--genre) can be given for facts, Essence and game ids only"
        raise InputError(f"{expected}: the format {name} contains it")
    if name is not None:
        board = _module(name).read(text)
        return board
    start = text.split("\n", 1)[0]
    expected = genres.suggest(start) if genres.similar(start) else _EXPECTED
    raise InputError(f"no format recognises {quote(start)}: {expected}")


def _check_sizes(size: object, constants: object) -> None:
    """Raise WrongTypeError if a caller passes a size or constants in another form than `read` expects."""
    if size is not None and not (isinstance(size, tuple | list) and len(size) == 2):
        raise WrongTypeError(f"expected the size as (rows, columns), not {quote(size)}")
    if constants is None:
        return
    if not isinstance(constants, Mapping) or any(to_integer(number) is None for number in constants.values()):
        raise WrongTypeError(f'expected constants with whole numbers, such as {{"n": 7}}, not {quote(constants)}')


def load(path: str | Path, **options: Unpack[ReadOptions]) -> Board:
    """Read a board from a file; for the options see `read`."""
    if isinstance(path, str) and looks_like_url(path) and not Path(path).exists():
        raise InputError(f"{quote_path(path)} looks like a URL: masume.read reads URLs, masume.load files")
    text = load_text(path, LARGEST_INPUT)
    if not text.strip():
        raise InputError(f"{quote_path(path)} is empty: expected a board")
    if boards_in_text(text, "", "", {}).is_list:
        raise InputError(f"{quote_path(path)} is a list of boards: expected one board; masume.load_all is for lists")
    return read(text, **options)


def make_board(
    genre: str | Genre,
    layout: str | tuple[int, int] | Grid,
    *,
    clues: Mapping[Any, Any] | None = None,
    given: Mapping[Any, Any] | None = None,
    marks: Mapping[Any, Any] | None = None,
    options: Options | None = None,
    info: Mapping[str, str] | None = None,
) -> Board:
    """Make a board from a text such as you would type it, or from its size or grid.

    The text is that of the format `text` without its first line, the genre; `masume genres NAME` prints one to fill in.
    `layout` can also be (rows, columns), or a grid such as SquareGrid(5, 5, holes=["r1c1"]).  The other arguments
    replace what the text has.  Clues and marks are mappings from places to values, as for `Board`.
    """
    chosen = genre if isinstance(genre, Genre) else genres.find(genre)
    base = _read_layout(chosen, layout) if isinstance(layout, str) else Board(chosen, _grid_of_layout(layout))
    return Board(
        chosen,
        base.grid,
        base.clues if clues is None else clues,
        base.given if given is None else given,
        base.marks if marks is None else marks,
        base.options if options is None else options,
        base.info if info is None else info,
    )


def _read_layout(genre: Genre, text: str) -> Board:
    try:
        board: Board = _module("text").read_without_genre(text, genre)
    except InputError:
        start = text.strip().split("\n", 1)[0]
        if genres.is_known(start):
            advice = f"leave out the first line, {quote(start)}, or call masume.read"
            raise InputError(f"the text begins with the name of a genre: {advice}") from None
        if looks_like_url(start):
            raise InputError("the text looks like a URL: masume.read reads URLs") from None
        raise
    return board


def _grid_of_layout(layout: tuple[int, int] | Grid) -> Grid:
    if isinstance(layout, tuple | list) and len(layout) == 2 and None not in map(to_integer, layout):
        return SquareGrid(*layout)
    try:
        require_grid(layout)
    except WrongTypeError:
        raise WrongTypeError(f"expected a text, a size (rows, columns) or a grid, not {quote(layout)}") from None
    return cast(Grid, layout)


def list_boards(path: str | Path, **options: Unpack[ReadOptions]) -> BoardList:
    """List the boards of a folder, or of a file with one board or one board per line, without reading them yet."""
    require_path(path)
    where = Path(path)
    return boards_in_folder(where, options) if where.is_dir() else boards_in_file(where, options)


def read_entry(entry: BoardEntry) -> Board:
    """Read a board of a list."""
    if entry.error is not None:
        raise entry.error
    return read(entry.text, **entry.options)


@overload
def load_all(
    path: str | Path, *, errors: Literal["raise"] = "raise", **options: Unpack[ReadOptions]
) -> Iterator[tuple[BoardId, Board]]: ...


@overload
def load_all(
    path: str | Path, *, errors: Literal["yield"], **options: Unpack[ReadOptions]
) -> Iterator[tuple[BoardId, Board | InputError]]: ...


def load_all(
    path: str | Path, *, errors: Literal["raise", "yield"] = "raise", **options: Unpack[ReadOptions]
) -> Iterator[tuple[BoardId, Any]]:
    """Yield id and board for each board of a file with one board per line, or of a folder; docs/lists.md has more.

    A board without an id gets one from the names of the file and the line.  If a board cannot be read, raise
    InputError, whose message begins with the file and the line; with `errors="yield"`, yield the id and that error,
    and go on.  An id that occurs twice causes a warning.  For the other options see `read`.
    """
    if errors not in ("raise", "yield"):
        raise InputError(f'load_all: expected errors="raise" or errors="yield", not {quote(errors)}')
    return _load_entries(list_boards(path, **options), errors)


def _load_entries(entries: BoardList, errors: str) -> Iterator[tuple[BoardId, Board | InputError]]:
    for entry in entries:
        if entry.repeats_id:
            warnings.warn(f"{entry.source}: the id {quote(entry.id)} has occurred before", stacklevel=2)
        board: Board | InputError
        try:
            board = read_entry(entry)
        except InputError as error:
            board = InputError(f"{entry.source}: {error}")
            if errors == "raise":
                raise board from error
        yield entry.id, board


def write(board: Board, format_name: str = "text", *, dialect: str | None = None) -> str:
    """Write a board.

    What a format cannot carry is left out; if that would change the puzzle, FormatError is raised.  `dialect` selects
    the paper for facts and answers; default: the genre's first.
    """
    require_board(board)
    if not isinstance(format_name, str) or format_name not in _FORMATS:
        raise UnknownNameError(f"unknown format {quote(format_name)}: {suggest_names(format_name, names())}")
    chosen = _FORMATS[format_name]
    if dialect is not None and not chosen.dialects:
        raise InputError(f"the format {format_name} has no dialects: expected facts or answer")
    write_board = getattr(_module(chosen.module), chosen.writer)
    text: str = write_board(board, dialect) if chosen.dialects else write_board(board)
    return text


def write_template(genre: Genre) -> str:
    """Return a small board in the format text, without clues and marks, for people to fill in."""
    text: str = _module("text_template").write_template(genre)
    return text


def describe_layer(genre: Genre, layer: Layer) -> tuple[str, str]:
    """Return what people type in the format text: the values of a layer, and the form of its block."""
    description: tuple[str, str] = _module("text_template").describe_layer(genre, layer)
    return description


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")
