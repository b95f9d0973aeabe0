"""Labels: the difficulty that a source gives its boards, and which boards were not used for tuning."""

import re
from collections.abc import Iterable
from zlib import crc32

from masume.bench.boards import BenchBoard

LABELS = {"easy": 1, "normal": 2, "medium": 2, "tricky": 3, "hard": 4}  # each label with its place in their order


def find_label(board: BenchBoard) -> str:
    """Return the label of a board, or else a label that is one of the words of its id; empty if there is none."""
    words = (board.label.lower(), *_words(board))
    return next((word for word in words if word in LABELS), "")


def source_of(board: BenchBoard) -> str:
    """Return the first word of a board's id, which names its source."""
    return _words(board)[0]


def add_labels(boards: Iterable[BenchBoard]) -> list[BenchBoard]:
    """Return the boards that have a label, with this label."""
    return [board._replace(label=label) for board in boards if (label := find_label(board))]


def is_held_out(board: BenchBoard) -> bool:
    """Return whether a board belongs to the third on which the weights of the rating were not tuned."""
    # Not `BenchBoard.is_held_out`: the weights were tuned on the other two thirds by this hash.
    return crc32(board.id.encode()) % 3 == 0


def _words(board: BenchBoard) -> list[str]:
    return re.split("[-_]", board.id)
