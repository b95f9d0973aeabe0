"""What the clues alone show, without solving the board: their symmetry, their density, and boards that are the same."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from masume import examples
from masume.core.board import Board
from masume.core.board_symmetry import clue_symmetries, describe_image, describe_symmetry, same_puzzle
from masume.core.deadline import Deadline
from masume.core.errors import OutOfTimeError
from masume.core.layers import UNKNOWN_CLUE, Layer, Where
from masume.core.messages import pluralize
from masume.reviewing.findings import BoardId, Finding, NamedBoard

_NAMES_OF_PLACES = {Where.ROOMS: "room", Where.RUNS: "run"}  # otherwise the kind of the place


def find_symmetry(board: Board) -> Finding:
    """Return how symmetric the clues are."""
    found = [each._asdict() for each in clue_symmetries(board)]
    return Finding("symmetry", describe_symmetry(board), {"symmetries": found})


class _Count(NamedTuple):
    """How many clues or given marks a layer has, and on how many places (None: there is no list of them)."""

    layer: str
    given: bool
    clues: int
    without_number: int
    places: int | None
    place: str

    def in_words(self) -> str:
        """Return a phrase such as "18 clues on 100 cells (18%)"."""
        words = pluralize(self.clues, "given mark" if self.given else "clue")
        if self.places:
            words += f" on {pluralize(self.places, self.place)} ({self.clues / self.places:.0%})"
        if self.without_number:
            words += f", {self.without_number:,} of them without a number"
        return words


def find_density(board: Board) -> Finding:
    """Return how many clues there are, and on which share of the places that can have one."""
    counts = [_count_clues(board, layer) for layer in board.genre.clue_layers]
    counts += [_count_given(board, layer) for layer in board.genre.mark_layers if board.given[layer.name]]
    text = "; ".join(count.in_words() for count in counts) or "The board has no clues"
    layers = [{name: value for name, value in count._asdict().items() if name != "place"} for count in counts]
    return Finding("density", f"{text}.", {"layers": layers})


def _count_clues(board: Board, layer: Layer) -> _Count:
    clues = board.clues[layer.name]
    unknown = sum(clue == UNKNOWN_CLUE for clue in clues.values())
    if layer.where is Where.ROOMS:  # a room without a number is no clue
        return _Count(layer.name, False, len(clues) - unknown, 0, len(clues), "room")
    return _Count(layer.name, False, len(clues), unknown, *_places(board, layer))


def _count_given(board: Board, layer: Layer) -> _Count:
    return _Count(layer.name, True, len(board.given[layer.name]), 0, *_places(board, layer))


def _places(board: Board, layer: Layer) -> tuple[int | None, str]:
    return len(layer.places(board.grid)) or None, _NAMES_OF_PLACES.get(layer.where, layer.kind.value)


class SameBoard(NamedTuple):
    """A board that is the same puzzle, perhaps rotated or mirrored."""

    id: BoardId
    shipped: bool
    symmetry: str

    def in_words(self) -> str:
        """Return a sentence such as "It is the shipped board nurikabe-small, turned by 90 degrees clockwise."."""
        image = describe_image(self.symmetry)
        return f"It is the {'shipped ' if self.shipped else ''}board {self.id}{f', {image}' if image else ''}."


def find_same_boards(board: Board, against: Iterable[NamedBoard], deadline: Deadline) -> Finding:
    """Return the shipped boards, and those of `against`, that are the same puzzle.

    At the deadline, return those found by then; raise OutOfTimeError if there are none.
    """
    same, compared, is_complete = list[SameBoard](), 0, True
    shipped = ((True, each) for each in _shipped_boards(board))
    for is_shipped, (board_id, other) in chain(shipped, ((False, each) for each in against)):
        if deadline.is_over:
            is_complete = False
            break
        compared += not is_shipped
        if (symmetry := same_puzzle(other, board)) is not None:
            same.append(SameBoard(board_id, is_shipped, symmetry))
    if not same and not is_complete:
        raise OutOfTimeError("out of time")
    data: Mapping[str, Any] = {"compared": compared, "boards": [each._asdict() for each in same]}
    text = "\n".join(each.in_words() for each in same) or _describe_none(compared)
    return Finding("same_board", text, data, complete=is_complete)


def _describe_none(compared: int) -> str:
    if not compared:
        return "It is none of the shipped boards."
    others = f"none of the {pluralize(compared, 'board')}" if compared > 1 else "not the board"
    return f"It is none of the shipped boards, and {others} to compare with."


def _shipped_boards(board: Board) -> Iterator[NamedBoard]:
    """Yield the shipped boards of the same genre."""
    for name in examples.names():
        if examples.find_text(name).startswith(f"{board.genre.name}\n"):  # reading the others would take longer
            yield name, examples.find(name)
