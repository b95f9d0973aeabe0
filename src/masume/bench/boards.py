"""Boards to be measured: those of a folder, or those shipped with masume; which of them, and in which order."""

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

import masume
from masume import examples, formats
from masume.core.errors import InputError
from masume.core.files import text_from

SEED = 1  # of everything that is drawn by lot
_SHIPPED = Path(__file__).parent / "boards.jsonl"
_EVERY = 3  # one of so many boards is held out
HELD_OUT = ("all", "only", "without")


class Bands(NamedTuple):
    """Sizes of boards in words: up to each of these numbers of cells, and over the last."""

    most: tuple[int, ...]

    @property
    def names(self) -> list[str]:
        """The names of the sizes, the smallest first."""
        least = (1, *(cells + 1 for cells in self.most))
        return [*(f"{low}–{high}" for low, high in zip(least, self.most, strict=False)), f"over {self.most[-1]}"]

    def of(self, cells: int) -> str:
        """The name of a size."""
        return self.names[bisect_left(self.most, cells)]


BANDS = Bands((150, 500))


class Posed(NamedTuple):
    """A board by its id and its address, and how many solutions it is known to have: 0, 1, >=2, or "" if unknown."""

    genre: str
    id: str
    address: str
    cells: int
    known: str = ""
    kind: str = ""  # where it is from, if that is told

    @property
    def is_held_out(self) -> bool:
        """Whether a board is of the third that is kept out of tuning."""
        return int(sha256(self.id.encode()).hexdigest(), 16) % _EVERY == 0


class Choice(NamedTuple):
    """Which boards are measured: of which genres and sizes, how many per genre and band, the held-out third or not.

    If a kind is said, boards that tell of another are left out.
    """

    genres: Sequence[str] = ()
    at_least: int = 1
    cells: int | None = None
    boards: int | None = None
    held_out: str = "all"
    kind: str | None = None
    bands: Bands = BANDS

    def takes(self, board: Posed) -> bool:
        """Whether a board is of the right kind, size and third."""
        wanted = {"all": True, "only": board.is_held_out, "without": not board.is_held_out}[self.held_out]
        kind = self.kind is None or board.kind in ("", self.kind)
        return wanted and kind and self.at_least <= board.cells and (self.cells is None or board.cells <= self.cells)


def smallest(boards: Iterable[Posed]) -> list[Posed]:
    """The smallest board of each genre."""
    found: dict[str, Posed] = {}
    for board in sorted(boards, key=lambda board: board.cells):
        found.setdefault(board.genre, board)
    return list(found.values())


class Measured(Protocol):
    """Whatever was found out about a board."""

    @property
    def board(self) -> Posed: ...


T = TypeVar("T", bound=Measured)


def by_band(measured: Iterable[T], bands: Bands = BANDS) -> Iterator[tuple[tuple[str, str], list[T]]]:
    """What was measured on the boards of each genre and band."""
    groups: dict[tuple[str, str], list[T]] = {}
    for one in measured:
        groups.setdefault((one.board.genre, bands.of(one.board.cells)), []).append(one)
    order = bands.names
    yield from sorted(groups.items(), key=lambda item: (item[0][0], order.index(item[0][1])))


def chosen(corpus: Path | None, choice: Choice) -> list[Posed]:
    """The boards of a folder (None: those that are shipped), in shuffled order."""
    wanted = {masume.genres.find(name).name for name in choice.genres}
    found = _shipped(wanted) if corpus is None else _from_folder(corpus, wanted)
    boards = list({(board.genre, board.id): board for board in found if choice.takes(board)}.values())
    if not boards:
        raise InputError("there is no such board to be measured: expected other genres or sizes, or another corpus")
    Random(SEED).shuffle(boards)
    return _few(boards, choice)


def _few(boards: Sequence[Posed], choice: Choice) -> list[Posed]:
    """At most so many boards of each genre and band."""
    taken: dict[tuple[str, str], int] = {}
    kept = []
    for board in boards:
        place = (board.genre, choice.bands.of(board.cells))
        taken[place] = taken.get(place, 0) + 1
        if choice.boards is None or taken[place] <= choice.boards:
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
            name, kind, solutions = str(told["id"]), str(told.get("kind", "")), str(told.get("n_solutions", known))
            size = int(told.get("rows", 0)) * int(told.get("cols", 0))  # holes and all, as others count
        except (ValueError, KeyError, AttributeError, TypeError):
            raise InputError(f"{path}: line {number}: expected an object with the fields id and pzpr_url") from None
        try:
            board = masume.read(address)
        except InputError as error:
            raise InputError(f"{path}: line {number}: {error}") from None
        if not wanted or board.genre.name in wanted:
            yield Posed(board.genre.name, name, address, size or len(board.grid.cells), solutions, kind)
