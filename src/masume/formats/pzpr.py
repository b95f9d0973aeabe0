"""pzpr: the URLs of puzz.link and pzv.jp.

    [any address?]pid[_edit|_play]/[v:variant/][flag/]columns/rows/body

Carries clues and flags, no marks and no info.  How a genre's body is put together stands in its notation.
"""

import re

from masume import genres
from masume.core.board import Board, Entries
from masume.core.errors import FormatError, InputError
from masume.core.genre import Genre
from masume.core.grid import checked_sides
from masume.core.layers import Value
from masume.core.notation import Notation, Pzpr
from masume.core.square import SquareGrid, square
from masume.formats.pzpr_codecs import codec

ADDRESS = "https://puzz.link/p?"
_BARE = re.compile(r"[A-Za-z][A-Za-z0-9_.]*/")
_PZPRV3 = re.compile(r"pzprv3(\.\d+)?")


def recognises(text: str) -> bool:
    """Whether this is one line that looks like an address or its tail."""
    return "\n" not in text and ("://" in text or _BARE.match(_tail(text)) is not None)


def read(text: str) -> Board:
    """Read a board from an address or its tail."""
    if re.search(r"\s", text):
        raise _error("address", "expected no blanks")
    if "?" not in text and "://" in text:
        raise _error("address", "expected a ? and then the puzzle")
    pid, *path = _tail(text).split("/")
    if _PZPRV3.fullmatch(pid):
        raise _error("address", "holds a pzprv3 file, which this version does not read")
    genre = _genre(pid)
    notation = _notation(genre)
    if path and path[-1] == "":
        path.pop()  # the slash that keeps link shorteners from eating a final dot
    options = _flags(notation, path)
    grid = _size(path)
    if len(path) > 1:
        raise _error("body", f"expected the address to end after it, not with {path[1]!r:.20}")
    clues = _clues(notation, grid, path[0] if path else "")
    try:
        return Board(genre, grid, clues, options=options)
    except InputError as error:
        raise FormatError("pzpr", "body", str(error)) from None


def write(board: Board) -> str:
    """Write the board's puzzle as a puzz.link address."""
    grid, notation = board.grid, _notation(board.genre)
    if not isinstance(grid, SquareGrid) or grid.holes:
        raise _error("grid", "it can carry square grids without holes only")
    if any(board.given.values()):
        raise _error("given marks", "it cannot carry them, and without them the puzzle is another")
    flags = [flag for flag, (option, value) in notation.flags.items() if board.options[option] == value]
    told = {option for option, _ in notation.flags.values()}
    for option in board.genre.options:
        if option.name not in told and board.options[option.name] != option.default:
            raise _error("options", f"it cannot carry {option.name}")
    body = "".join(codec(part).write(part, board.clues, grid) for part in notation.body)
    tail = "/".join([notation.pid, *flags, str(grid.cols), str(grid.rows), body])
    return ADDRESS + tail + ("" if re.search(r"[0-9A-Za-z]$", tail) else "/")


def _tail(text: str) -> str:
    """The puzzle itself: what follows the address."""
    tail = text.split("?", 1)[1] if "?" in text and ("://" in text or "/" in text.split("?", 1)[1]) else text
    return re.sub(r"^type=(editor|player|edit|play)&", "", tail)


def _genre(pid: str) -> Genre:
    name = re.sub(r"_(edit|play)$", "", pid)
    if not genres.knows(name):
        raise _error("genre", f"{name!r:.30} is not known: expected one of {', '.join(genres.names())}")
    return genres.find(name)


def _notation(genre: Genre) -> Pzpr:
    notation: Notation = genres.part(genre, "notation", "NOTATION")
    if notation.pzpr is None:
        raise _error("genre", f"{genre.name} has no notation in it")
    return notation.pzpr


def _flags(notation: Pzpr, path: list[str]) -> dict[str, Value]:
    """Take variant and flags, which stand before the size, off the path."""
    options: dict[str, Value] = {}
    if path and path[0].startswith("v:"):
        raise _error("variant", f"{path[0][2:]!r:.30} changes the rules in ways no solver can know")
    while path and not re.fullmatch(r"\d+", path[0], re.ASCII):
        flag = path.pop(0)
        if flag not in notation.flags:
            known = ", ".join(notation.flags) or "none"
            raise _error("flag", f"{flag!r:.30} is not known for {notation.pid}: expected {known} or the size")
        option, value = notation.flags[flag]
        if option in options:
            raise _error("flag", f"{flag!r:.30} stands twice")
        options[option] = value
    return options


def _size(path: list[str]) -> SquareGrid:
    sides = [path.pop(0) for _ in path[:2]]
    if len(sides) < 2 or not all(re.fullmatch(r"\d{1,9}", side, re.ASCII) for side in sides):
        raise _error("size", "expected columns/rows, two numbers")
    rows, cols = checked_sides("pzpr", int(sides[1]), int(sides[0]))
    return square(rows, cols)


def _clues(notation: Pzpr, grid: SquareGrid, body: str) -> dict[str, Entries]:
    clues: dict[str, Entries] = {}
    at = 0
    for part in notation.body:
        clues[part.layer], at = codec(part).read(body, at, grid)
    if at < len(body):
        raise _error(f"body, character {at + 1}", f"the {grid.rows} x {grid.cols} board is full: expected the end")
    return clues


def _error(where: str, expected: str) -> FormatError:
    return FormatError("pzpr", where, expected)
