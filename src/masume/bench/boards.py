"""Boards to measure: loaded from a folder or shipped with masume, filtered, and in a fixed random order."""

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

import masume
from masume import examples
from masume.core.errors import InputError
from masume.core.files import load_text
from masume.core.messages import quote, suggest_names
from masume.formats.board_lists import LARGEST_INPUT

SEED = 1  # for all random choices in benchmarks
_SHIPPED = Path(__file__).parent / "boards.jsonl"
_HELD_OUT_EVERY = 3  # one board in three is held out
HELD_OUT = ("all", "only", "without")  # the values of BoardSelection.held_out
PUBLISHED = "published"  # the kind of boards that benchmarks select by default


class SizeBands(NamedTuple):
    """Size classes of boards: one up to each upper bound, in cells, and one for all larger boards."""

    upper_bounds: tuple[int, ...]

    @property
    def names(self) -> list[str]:
        """The names of the bands, the smallest first."""
        bounds = self.upper_bounds
        lower_bounds = (1, *(cells + 1 for cells in bounds))
        return [*(f"{low}–{high}" for low, high in zip(lower_bounds, bounds, strict=False)), f"over {bounds[-1]}"]

    def classify(self, cells: int) -> str:
        """Return the name of the band for a number of cells."""
        return self.names[bisect_left(self.upper_bounds, cells)]


BANDS = SizeBands((150, 500))


class BenchBoard(NamedTuple):
    """A board to measure: its genre, id, URL and size, and where known its number of solutions, kind and difficulty.

    `known` is the number of solutions: "0", "1", ">=2", or "" if it is unknown.  `kind` is its origin, such as
    "published" or "generated".  `label` is the difficulty that its source gives it, such as "easy".
    """

    genre: str
    id: str
    url: str
    cells: int
    known: str = ""
    kind: str = ""
    label: str = ""

    def to_json(self) -> dict[str, object]:
        """Return plain data for reports, without the label, which only one of them needs.

        The URL is under "address", as in reports of earlier versions.
        """
        fields = {name: value for name, value in self._asdict().items() if name != "label"}
        return {"address" if name == "url" else name: value for name, value in fields.items()}

    @property
    def key(self) -> tuple[str, str]:
        """The genre and the id, which together name the board."""
        return self.genre, self.id

    @property
    def is_held_out(self) -> bool:
        """Whether the board belongs to the third that is never used for tuning."""
        return int(sha256(self.id.encode()).hexdigest(), 16) % _HELD_OUT_EVERY == 0


class BoardSelection(NamedTuple):
    """Which boards to measure; empty `genres` stands for all genres.

    `boards_per_band` limits the number of boards for each genre and size band.  `held_out` is "only" for the held-out
    third, "without" for the others, or "all".  `kind` excludes boards of other kinds, but keeps those whose kind is
    unknown.
    """

    genres: Sequence[str] = ()
    min_cells: int = 1
    max_cells: int | None = None
    boards_per_band: int | None = None
    held_out: str = "all"
    kind: str | None = None
    bands: SizeBands = BANDS

    def matches(self, board: BenchBoard) -> bool:
        """Return whether a board has the right kind and size and is held out or not as required."""
        in_third = {"all": True, "only": board.is_held_out, "without": not board.is_held_out}[self.held_out]
        in_kind = self.kind is None or board.kind in ("", self.kind)
        in_size = self.min_cells <= board.cells and (self.max_cells is None or board.cells <= self.max_cells)
        return in_third and in_kind and in_size


def pick_smallest(boards: Iterable[BenchBoard]) -> list[BenchBoard]:
    """Return the smallest board of each genre."""
    smallest: dict[str, BenchBoard] = {}
    for board in sorted(boards, key=lambda board: board.cells):
        smallest.setdefault(board.genre, board)
    return list(smallest.values())


def pick_largest(boards: Iterable[BenchBoard]) -> list[BenchBoard]:
    """Return the largest board of each genre."""
    largest: dict[str, BenchBoard] = {}
    for board in boards:
        if board.genre not in largest or board.cells > largest[board.genre].cells:
            largest[board.genre] = board
    return [largest[genre] for genre in sorted(largest)]


class HasBoard(Protocol):
    """Anything that was measured on a board."""

    @property
    def board(self) -> BenchBoard: ...


T = TypeVar("T", bound=HasBoard)


def group_by_band(measurements: Iterable[T], bands: SizeBands = BANDS) -> Iterator[tuple[tuple[str, str], list[T]]]:
    """Yield ((genre, band), measurements) for each genre and size band, sorted."""
    groups: dict[tuple[str, str], list[T]] = {}
    for measurement in measurements:
        key = (measurement.board.genre, bands.classify(measurement.board.cells))
        groups.setdefault(key, []).append(measurement)
    order = bands.names
    yield from sorted(groups.items(), key=lambda item: (item[0][0], order.index(item[0][1])))


def select_boards(corpus: Path | None, selection: BoardSelection) -> list[BenchBoard]:
    """Return the selected boards of a folder (None: the shipped boards), shuffled with a fixed seed.

    Raise InputError if no board matches, or if the kind is unknown.
    """
    boards = filter_boards(load_boards(corpus, selection.genres), selection)
    require_boards(boards)
    return boards


def load_boards(corpus: Path | None, genres: Iterable[str] = ()) -> list[BenchBoard]:
    """Return the boards of a folder (None: the shipped boards) of some genres (none: all genres)."""
    names = {masume.genres.find(name).name for name in genres}
    return list(_load_shipped(names) if corpus is None else _load_folder(corpus, names))


def load_file(path: Path) -> list[BenchBoard]:
    """Return the boards of a file with lines of JSON."""
    return list(_load_lines(path, ()))


def require_boards(boards: Sequence[BenchBoard]) -> None:
    """Raise InputError if there is no board."""
    if not boards:
        raise InputError("no board matches these options: choose other genres or sizes, or another corpus")


def filter_boards(loaded: Sequence[BenchBoard], selection: BoardSelection) -> list[BenchBoard]:
    """Return the selected boards, shuffled with a fixed seed; raise InputError if the kind is unknown."""
    kinds = {PUBLISHED, *(board.kind for board in loaded if board.kind)}
    if selection.kind is not None and selection.kind not in kinds:
        expected = suggest_names(selection.kind, sorted(kinds))
        raise InputError(f"no board is of the kind {quote(selection.kind)}: {expected}")
    boards = list({board.key: board for board in loaded if selection.matches(board)}.values())
    Random(SEED).shuffle(boards)
    return _limit_per_band(boards, selection)


def _limit_per_band(boards: Sequence[BenchBoard], selection: BoardSelection) -> list[BenchBoard]:
    """Return at most `selection.boards_per_band` boards of each genre and band."""
    limit, counts = selection.boards_per_band, dict[tuple[str, str], int]()
    kept = []
    for board in boards:
        group = (board.genre, selection.bands.classify(board.cells))
        counts[group] = counts.get(group, 0) + 1
        if limit is None or counts[group] <= limit:
            kept.append(board)
    return kept


def _load_shipped(genres: set[str]) -> Iterator[BenchBoard]:
    """Yield the examples, then the boards of the papers' sizes, which have one solution each."""
    for name in examples.names():
        board = examples.find(name)
        if not genres or board.genre.name in genres:
            yield BenchBoard(board.genre.name, name, masume.write(board, "pzpr").strip(), len(board.grid.cells))
    yield from _load_lines(_SHIPPED, genres, known="1")


def _load_folder(folder: Path, genres: set[str]) -> Iterator[BenchBoard]:
    """Yield the boards of a folder's GENRE.jsonl files; files of unknown genres are ignored."""
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise InputError(f"{folder}: expected a folder with boards in *.jsonl files")
    for path in files:
        if masume.genres.is_known(path.stem) and (not genres or masume.genres.find(path.stem).name in genres):
            yield from _load_lines(path, genres)


def _load_lines(path: Path, genres: Iterable[str], known: str = "") -> Iterator[BenchBoard]:
    for number, line in enumerate(load_text(path, LARGEST_INPUT).splitlines(), 1):
        try:
            record: dict[str, Any] = json.loads(line)
            url = str(record.get("pzpr_url") or record["url"])
            name, kind, label = str(record["id"]), str(record.get("kind", "")), str(record.get("difficulty") or "")
            solutions = str(record.get("n_solutions", known))
            size = int(record.get("rows", 0)) * int(record.get("cols", 0))  # counts holes too, as other programs do
        except (ValueError, KeyError, AttributeError, TypeError):
            raise InputError(f"{path}: line {number}: expected an object with the fields id and pzpr_url") from None
        try:
            board = masume.read(url)
        except InputError as error:
            raise InputError(f"{path}: line {number}: {error}") from None
        if not genres or board.genre.name in genres:
            yield BenchBoard(board.genre.name, name, url, size or len(board.grid.cells), solutions, kind, label)
