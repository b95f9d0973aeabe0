"""The boards of a run: those that show the spread of ratings and their times, and those with a label."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import masume
from masume.bench.boards import (
    SEED,
    BenchBoard,
    BoardSelection,
    SizeBands,
    filter_boards,
    load_boards,
    load_file,
    require_boards,
)
from masume.bench.rate.labels import LABELS, add_labels
from masume.core.errors import InputError

BANDS = SizeBands((110, 260))


class RateBoards(NamedTuple):
    """The boards of a run; a board can be in both groups.

    `spread` shows how ratings are spread over published boards, and how long they take.  `labelled` have a label.
    """

    spread: Sequence[BenchBoard]
    labelled: Sequence[BenchBoard] = ()

    @property
    def all(self) -> list[BenchBoard]:
        """All boards, each once, shuffled with a fixed seed."""
        boards = list({board.key: board for board in (*self.spread, *self.labelled)}.values())
        Random(SEED).shuffle(boards)
        return boards


def select_boards(corpus: Path | None, labelled_files: Iterable[Path], selection: BoardSelection) -> RateBoards:
    """Return the selected boards of a folder (None: the shipped boards) and the labelled boards of it and of files.

    The kind and the number of boards in a band count only for the spread.  Raise InputError if no board matches.
    """
    loaded = load_boards(corpus, selection.genres)
    labelled = [] if corpus is None else add_labels(loaded)  # in the names of shipped boards, "medium" is a size
    for path in labelled_files:
        labelled += _load_labelled(path, selection.genres)
    of_any_kind = selection._replace(kind=None, boards_per_band=None)
    boards = RateBoards(filter_boards(loaded, selection), filter_boards(labelled, of_any_kind))
    require_boards(boards.all)
    return boards


def _load_labelled(path: Path, genres: Sequence[str]) -> list[BenchBoard]:
    """Return the labelled boards of a file; raise InputError if none of its boards has a label."""
    boards = load_file(path)
    if not (labelled := add_labels(boards)):
        raise InputError(f"{path}: expected boards with a field difficulty that is one of {', '.join(LABELS)}")
    names = {masume.genres.find(name).name for name in genres}
    return [board for board in labelled if not names or board.genre in names]
