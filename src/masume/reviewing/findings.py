"""Findings: what a review consists of."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, Unpack

from masume.core.board import Board
from masume.core.plain_data import layers_to_dict

if TYPE_CHECKING:  # the verdict has no picture, and comes sooner without these
    from masume.drawing import Style
    from masume.explaining.frames import Frame

BoardId: TypeAlias = str | int
NamedBoard: TypeAlias = tuple[BoardId, Board]


class Picture(NamedTuple):
    """A board with places to point out, and what it shows; `marks` says whose marks these are: see `masume.render`."""

    caption: str
    frame: "Frame"
    marks: str = "mark"

    def render(self, to: str = "svg", **style: "Unpack[Style]") -> str | bytes:
        """Draw the picture; the arguments are those of `masume.render`."""
        drawn: Style = {"marks": self.marks, **style}
        return self.frame.render(to, **drawn)


@dataclass(frozen=True, slots=True, repr=False)
class Finding:
    """One thing that a review found out.

    `name` is the part of the review that it belongs to, such as "rating", and `text` is one or more sentences, one per
    line.  `data` has the same as plain data.  `complete` is false if the time ran out before all of it was known.
    """

    name: str
    text: str
    data: Mapping[str, Any]
    pictures: tuple[Picture, ...] = ()
    complete: bool = True

    def __repr__(self) -> str:
        return f"<Finding: {self.name}: {self.text}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as plain data."""
        return {"text": self.text, "complete": self.complete, **self.data}


def marks_to_dict(board: Board) -> dict[str, dict[str, Any]]:
    """Return the marks of a board as plain data, as the format json has them."""
    return layers_to_dict(board.grid, board.marks)
