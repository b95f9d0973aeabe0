"""pzpr: the URLs of puzz.link and pzv.jp.

    [any address?]pid[_edit|_play]/[v:variant/][flag/]columns/rows/body

Carries clues and flags, no marks and no info.  How a genre's body is put together stands in its notation.
"""

import re

from masume.core.board import Board, Entries
from masume.core.errors import FormatError, InputError
from masume.core.grid import checked_sides
from masume.core.notation import Pzpr
from masume.core.square import SquareGrid, square
from masume.formats import pzpr_common as frame
from masume.formats.detection import tail
from masume.formats.pzpr_codecs import codec

NAME = "pzpr"


def read(text: str) -> Board:
    """Read a board from an address or its tail."""
    if re.search(r"\s", text):
        raise _error("address", "expected no blanks")
    if "?" not in text and "://" in text:
        raise _error("address", "expected a ? and then the puzzle")
    pid, *path = tail(text).split("/")
    genre = frame.genre_of(NAME, re.sub(r"_(edit|play)$", "", pid))
    notation = frame.notation_of(NAME, genre)
    if path and path[-1] == "":
        path.pop()  # the slash that keeps link shorteners from eating a final dot
    frame.refuse_variant(NAME, path[:1])
    flags = next((at for at, word in enumerate(path) if re.fullmatch(r"\d+", word, re.ASCII)), len(path))
    options = frame.options_of(NAME, notation, path[:flags])
    grid = _size(path[flags : flags + 2])
    body = path[flags + 2 :]
    if len(body) > 1:
        raise _error("body", f"expected the address to end after it, not with {body[1]!r:.20}")
    try:
        clues, grid = _clues(notation, grid, body[0] if body else "")
        return Board(genre, grid, clues, options=options)
    except FormatError:
        raise
    except InputError as error:
        raise _error("body", str(error)) from None


def write(board: Board) -> str:
    """Write the board's puzzle as a puzz.link address."""
    notation = frame.notation_of(NAME, board.genre)
    grid = frame.carried(NAME, board, holes=any(codec(part).holes for part in notation.body))
    flags = frame.flags_of(NAME, board, notation)
    body = "".join(codec(part).write(part, board.clues[part.layer], grid) for part in notation.body)
    address = "/".join([notation.pid, *flags, str(grid.cols), str(grid.rows), body])
    return frame.ADDRESS + address + ("" if re.search(r"[0-9A-Za-z]$", address) else "/")


def _size(sides: list[str]) -> SquareGrid:
    if len(sides) < 2 or not all(re.fullmatch(r"\d{1,9}", side, re.ASCII) for side in sides):
        raise _error("size", "expected columns/rows, two numbers")
    return square(*checked_sides(NAME, int(sides[1]), int(sides[0])))


def _clues(notation: Pzpr, grid: SquareGrid, body: str) -> tuple[dict[str, Entries], SquareGrid]:
    clues: dict[str, Entries] = {}
    at = 0
    for part in notation.body:
        clues[part.layer], at, grid = codec(part).read(part, body, at, grid)
    if at < len(body):
        raise _error(f"body, character {at + 1}", f"the {grid.rows} x {grid.cols} board is full: expected the end")
    return clues, grid


def _error(where: str, expected: str) -> FormatError:
    return FormatError(NAME, where, expected)
