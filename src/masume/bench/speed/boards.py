"""Boards to be timed: those of a folder, or those shipped with masume; which of them, and in which order."""

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import masume
from masume import examples, formats
from masume.core.errors import InputError
from masume.core.files import text_from

SEED = 1  # of everything that is drawn by lot
_SHIPPED = Path(__file__).parent.parent / "boards.jsonl"
_BANDS = ((0, 150, "1–150"), (150, 500, "151–500"), (500, None, "over 500"))
_EVERY = 3  # one of so many boards is held out
HELD_OUT = ("all", "only", "without")


class Posed(NamedTuple):
    """A board by its id and its address, and how many solutions it is known to have: 0, 1, >=2, or "" if unknown."""

    genre: str
    id: str
    address: str
    cells: int
    known: str = ""

    @property
    def band(self) -> str:
        """The size of a board, in words."""
        return next(name for low, high, name in _BANDS if low < self.cells and (high is None or self.cells <= high))

    @property
    def is_held_out(self) -> bool:
        """Whether a board is of the third that is kept out of tuning."""
        return int(sha256(self.id.encode()).hexdigest(), 16) % _EVERY == 0


class Choice(NamedTuple):
    """Which boards are timed: of which genres and sizes, how many per genre and band, and the held-out third or not."""

    genres: Sequence[str] = ()
    at_least: int = 1
    cells: int | None = None
    boards: int | None = None
    held_out: str = "all"

    def takes(self, board: Posed) -> bool:
        """Whether a board is of the right size and third."""
        wanted = {"all": True, "only": board.is_held_out, "without": not board.is_held_out}[self.held_out]
        return wanted and self.at_least <= board.cells and (self.cells is None or board.cells <= self.cells)


def bands() -> list[str]:
    """The names of the sizes, the smallest first."""
    return [name for _, _, name in _BANDS]


def chosen(corpus: Path | None, choice: Choice) -> list[Posed]:
    """The boards of a folder (None: those that are shipped), in shuffled order."""
    wanted = {masume.genres.find(name).name for name in choice.genres}
    found = _shipped(wanted) if corpus is None else _from_folder(corpus, wanted)
    boards = list({(board.genre, board.id): board for board in found if choice.takes(board)}.values())
    if not boards:
        raise InputError("there is no such board to be timed: expected other genres or sizes, or another corpus")
    Random(SEED).shuffle(boards)
    return _few(boards, choice.boards)


def _few(boards: Sequence[Posed], most: int | None) -> list[Posed]:
    """At most so many boards of each genre and band."""
    taken: dict[tuple[str, str], int] = {}
    kept = []
    for board in boards:
        place = (board.genre, board.band)
        taken[place] = taken.get(place, 0) + 1
        if most is None or taken[place] <= most:
            kept.append(board)
    return kept


def _shipped(wanted: set[str]) -> Iterator[Posed]:
    """The examples and the boards of the papers' sizes, each of which has one solution."""
    for name in examples.names():
        board = examples.find(name)
        if not wanted or board.genre.name in wanted:
            yield Posed(board.genre.name, name, masume.write(board, "pzpr").strip(), len(board.grid.cells))
    yield from _listed(_SHIPPED, wanted, known="1")


def _from_folder(folder: Path, wanted: set[str]) -> Iterator[Posed]:
    """The boards of a folder's *.jsonl files, each of which is named after a genre; unknown genres are left out."""
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise InputError(f"{folder}: expected a folder with boards in *.jsonl files")
    for path in files:
        if masume.genres.knows(path.stem) and (not wanted or masume.genres.find(path.stem).name in wanted):
            yield from _listed(path, wanted)


def _listed(path: Path, wanted: Iterable[str], known: str = "") -> Iterator[Posed]:
    for number, line in enumerate(text_from(path, formats.LARGEST_INPUT).splitlines(), 1):
        try:
            told: dict[str, Any] = json.loads(line)
            address = str(told.get("pzpr_url") or told["url"])
            name, solutions = str(told["id"]), str(told.get("n_solutions", known))
            size = int(told.get("rows", 0)) * int(told.get("cols", 0))  # holes and all, as others count
        except (ValueError, KeyError, AttributeError, TypeError):
            raise InputError(f"{path}: line {number}: expected an object with the fields id and pzpr_url") from None
        try:
            board = masume.read(address)
        except InputError as error:
            raise InputError(f"{path}: line {number}: {error}") from None
        if not wanted or board.genre.name in wanted:
            yield Posed(board.genre.name, name, address, size or len(board.grid.cells), solutions)
