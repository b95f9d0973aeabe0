"""Boards for the papers' tables: the papers' own are lost, so these are others of the same sizes."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from masume import examples, formats
from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.files import text_from
from masume.core.square import SquareGrid

_SHIPPED = Path(__file__).parent.parent / "boards.jsonl"


class Posed(NamedTuple):
    """A board by its name and its address (a puzz.link URL)."""

    name: str
    address: str
    genre: str
    rows: int
    cols: int


class Pool:
    """Boards to choose from, by genre and size, first come first."""

    def __init__(self, boards: Iterator[Posed]) -> None:
        self._boards: dict[tuple[str, int, int], dict[str, Posed]] = {}
        for board in boards:
            self._boards.setdefault(board[2:], {}).setdefault(board.address, board)

    def board(self, genre: str, rows: int, cols: int, number: int) -> Posed | None:
        """The board of a genre and a size with a number, counted from 0; None if there are not so many."""
        found = list(self._boards.get((genre, rows, cols), {}).values())
        return found[number] if number < len(found) else None


def shipped(first: Sequence[str] = ()) -> Pool:
    """The shipped boards, some examples first."""

    def boards() -> Iterator[Posed]:
        yield from map(example, first)
        if _SHIPPED.exists():
            yield from _listed(_SHIPPED)

    return Pool(boards())


def from_folder(folder: Path) -> Pool:
    """The boards that the lines of a folder's *.jsonl files give, with a field pzpr_url or url."""
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise InputError(f"{folder}: expected a folder with boards in *.jsonl files")
    return Pool(board for path in files for board in _listed(path))


def example(name: str) -> Posed:
    """A shipped example."""
    return _posed(name, examples.find(name), None)


def _listed(path: Path) -> Iterator[Posed]:
    for number, line in enumerate(text_from(path, formats.LARGEST_INPUT).splitlines(), 1):
        try:
            told = json.loads(line)
            address = told.get("pzpr_url") or told["url"]
            name = str(told.get("id", f"{path.stem} {number}"))
        except (ValueError, KeyError, AttributeError):
            raise InputError(f"{path}: line {number}: expected an object with a field pzpr_url or url") from None
        try:
            board = formats.read(str(address))
        except InputError:
            continue  # of a genre that is not known here
        if isinstance(board.grid, SquareGrid):
            yield _posed(name, board, str(address))


def _posed(name: str, board: Board, address: str | None) -> Posed:
    assert isinstance(board.grid, SquareGrid)
    written = formats.write(board, "pzpr").strip() if address is None else address
    return Posed(name, written, board.genre.name, board.grid.rows, board.grid.cols)
