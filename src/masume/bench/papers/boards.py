"""Boards for the papers' tables: the papers' own boards are lost, so these are others of the same sizes."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from masume import examples, formats
from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.files import load_text
from masume.core.square import SquareGrid
from masume.formats.board_lists import LARGEST_INPUT

_SHIPPED = Path(__file__).parent.parent / "boards.jsonl"


class PaperBoard(NamedTuple):
    """A board with its name, its puzz.link URL, its genre and its size."""

    name: str
    url: str
    genre: str
    rows: int
    columns: int

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.rows, self.columns


class BoardPool:
    """Boards to choose from by genre and size, in the order in which they were added."""

    def __init__(self, boards: Iterator[PaperBoard]) -> None:
        self._boards: dict[tuple[str, int, int], dict[str, PaperBoard]] = {}
        for board in boards:
            self._boards.setdefault((board.genre, *board.size), {}).setdefault(board.url, board)

    def find(self, genre: str, rows: int, cols: int, index: int) -> PaperBoard | None:
        """Return the board of a genre and size at an index, or None if there are not enough."""
        boards = list(self._boards.get((genre, rows, cols), {}).values())
        return boards[index] if index < len(boards) else None


def load_shipped(first_examples: Sequence[str] = ()) -> BoardPool:
    """Return some examples, then the shipped boards."""

    def load() -> Iterator[PaperBoard]:
        yield from map(load_example, first_examples)
        if _SHIPPED.exists():
            yield from _load_lines(_SHIPPED)

    return BoardPool(load())


def load_folder(folder: Path) -> BoardPool:
    """Return the boards in a folder's *.jsonl files, whose lines have a field pzpr_url or url."""
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise InputError(f"{folder}: expected a folder with boards in *.jsonl files")
    return BoardPool(board for path in files for board in _load_lines(path))


def load_example(name: str) -> PaperBoard:
    """Return a shipped example."""
    board = examples.find(name)
    return _paper_board(name, formats.write(board, "pzpr").strip(), board)


def _load_lines(path: Path) -> Iterator[PaperBoard]:
    for number, line in enumerate(load_text(path, LARGEST_INPUT).splitlines(), 1):
        try:
            record = json.loads(line)
            url = str(record.get("pzpr_url") or record["url"])
            name = str(record.get("id", f"{path.stem} {number}"))
        except (ValueError, KeyError, AttributeError):
            raise InputError(f"{path}: line {number}: expected an object with a field pzpr_url or url") from None
        try:
            board = formats.read(url)
        except InputError:
            continue  # its genre is unknown here
        if isinstance(board.grid, SquareGrid):
            yield _paper_board(name, url, board)


def _paper_board(name: str, url: str, board: Board) -> PaperBoard:
    assert isinstance(board.grid, SquareGrid)
    return PaperBoard(name, url, board.genre.name, board.grid.rows, board.grid.columns)
