"""How boards come to a page and go back: any text, a sheet's puzzle with marks, and addresses that open a board."""

import hashlib
import json
from typing import Any
from urllib.parse import quote

from masume import examples
from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.plain_data import layers_to_dict
from masume.formats import read, write
from masume.formats.json import from_dict

_MAX_LINK = 6000  # characters; servers and chats refuse much longer addresses
_PUZZ_LINK = "https://puzz.link/p?"


def find_board(text: str) -> Board:
    """Return the shipped example with this name, or the board that the text holds; raise InputError otherwise.

    No file is opened, whatever the text says.
    """
    return examples.find(text.strip()) if text.strip() in examples.names() else read(text)


def board_from(puzzle: object, marks: object) -> Board:
    """Return a board from a sheet's puzzle and from marks, both in JSON form; raise InputError if they are invalid."""
    if not isinstance(puzzle, dict):
        raise InputError("puzzle: expected an object, the JSON form of a board")
    return from_dict({**puzzle, "marks": {} if marks is None else marks})


def puzzle_of(board: Board) -> dict[str, Any]:
    """Return a board without its marks in JSON form."""
    return board.with_marks({}).to_dict()


def marks_of(board: Board) -> dict[str, dict[str, Any]]:
    """Return the marks of a board in JSON form."""
    return layers_to_dict(board.grid, board.marks)


def key_of(board: Board) -> str:
    """Return a short text that is the same for the same puzzle, whatever its title and its marks are."""
    data = {**puzzle_of(board), "info": {}}
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:20]


def puzzlink_of(board: Board) -> str:
    """Return the puzzle's address at puzz.link; empty if the genre or the board has none."""
    try:
        return write(board.with_marks({}), "pzpr")
    except InputError:
        return ""


def link_of(board: Board) -> str:
    """Return the address of a page with this puzzle, from its "?" on; empty if it would be too long."""
    address = puzzlink_of(board)
    text = address.removeprefix(_PUZZ_LINK) or json.dumps(puzzle_of(board), separators=(",", ":"), ensure_ascii=False)
    link = f"?{quote(text, safe='/:,;=~*+.-_()!')}"
    return link if len(link) <= _MAX_LINK else ""
