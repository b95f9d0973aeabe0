"""What the clues alone show, without solving the board: their symmetry, their density, and boards that are the same."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from masume import examples
from masume.core.board import Board
from masume.core.board_symmetry import clue_symmetries, describe_image, describe_symmetry, same_puzzle
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


def find_same_boards(board: Board, against: Iterable[NamedBoard], checkpoint: Callable[[], None]) -> Finding:
    """Return the shipped boards, and those of `against`, that are the same puzzle; call `checkpoint` before each."""
    same, compared = list[SameBoard](), 0
    for is_shipped, others in ((True, _shipped_boards(board)), (False, iter(against))):
        for board_id, other in others:
            checkpoint()
            compared += not is_shipped
            symmetry = same_puzzle(other, board)
            if symmetry is not None:
                same.append(SameBoard(board_id, is_shipped, symmetry))
    text = "\n".join(each.in_words() for each in same)
    if not same:
        others_too = f", and none of the {pluralize(compared, 'board')} to compare with" if compared else ""
        text = f"It is none of the shipped boards{others_too}."
    data: Mapping[str, Any] = {"compared": compared, "boards": [each._asdict() for each in same]}
    return Finding("same_board", text, data)


def _shipped_boards(board: Board) -> Iterator[NamedBoard]:
    """Yield the shipped boards of the same genre."""
    for name in examples.names():
        if examples.find_text(name).startswith(f"{board.genre.name}\n"):  # reading the others would take longer
            yield name, examples.find(name)
