"""pzpr: the URLs (URLs) of puzz.link and pzv.jp.

    [any URL?]pid[_edit|_play]/[v:variant/][flag/]columns/rows/body

A URL carries clues, given marks and flags, but no marks and no info.  Variants are refused.  A genre's notation
lists the parts of its body.
"""

import re

from masume.core.board import Board
from masume.core.errors import FormatError, InputError
from masume.core.grid import LARGEST_SIDE, validate_size
from masume.core.messages import quote
from masume.core.square import SquareGrid, square
from masume.core.url_parts import read_body, write_body
from masume.formats import pzpr_common as common
from masume.formats.detection import puzzle_part

NAME = "pzpr"
_WHITESPACE = re.compile(r"\s")
_EDITOR_OR_PLAYER = re.compile(r"_(edit|play)$")
_NUMBER = re.compile(r"\d+", re.ASCII)
_SIDE = re.compile(r"\d{1,9}", re.ASCII)


def read(text: str) -> Board:
    """Read a board from a URL, or from the part of it that describes the puzzle."""
    if _WHITESPACE.search(text):
        raise _error("URL", "expected no blanks")
    if "?" not in text and "://" in text:
        raise _error("URL", "expected a ? followed by the puzzle")
    pid, *path = puzzle_part(text).split("/")
    genre = common.find_genre(NAME, _EDITOR_OR_PLAYER.sub("", pid))
    notation = common.notation_of(NAME, genre)
    if path and path[-1] == "":
        path.pop()  # the slash that keeps link shorteners from dropping a final dot
    common.refuse_variant(NAME, path[:1])
    size_at = next((at for at, word in enumerate(path) if _NUMBER.fullmatch(word)), len(path))
    options = common.options_from_flags(NAME, notation, path[:size_at])
    grid = _grid(path[size_at : size_at + 2])
    try:
        body = read_body(notation.body, "/".join(path[size_at + 2 :]), grid)
        clues = {layer.name: body.entries.get(layer.name, {}) for layer in genre.clue_layers}
        given = {layer.name: body.entries.get(layer.name, {}) for layer in genre.mark_layers}
        return Board(genre, body.grid, clues, given, options=options | body.options)
    except FormatError:
        raise
    except InputError as error:
        raise _error("body", str(error)) from None


def write(board: Board) -> str:
    """Write the board's puzzle as a puzz.link URL."""
    notation = common.notation_of(NAME, board.genre)
    grid = common.require_square(NAME, board, holes=any(part.carries_holes for part in notation.body))
    common.refuse_given_marks(NAME, board, {layer for part in notation.body for layer in part.layers})
    flags = common.flags_from_options(NAME, board, notation, notation.body)
    url = "/".join([notation.pid, *flags, str(grid.columns), str(grid.rows), write_body(notation.body, board, grid)])
    return common.BASE_URL + url + ("" if url[-1].isalnum() else "/")


def _grid(sides: list[str]) -> SquareGrid:
    if len(sides) < 2 or not all(_SIDE.fullmatch(side) for side in sides):
        found = quote("/".join(sides)) if sides else "the end of the URL"
        raise _error("size", f"expected two numbers up to {LARGEST_SIDE}, COLUMNS/ROWS, not {found}")
    return square(*validate_size(NAME, int(sides[1]), int(sides[0])))


def _error(where: str, expected: str) -> FormatError:
    return FormatError(NAME, where, expected)
