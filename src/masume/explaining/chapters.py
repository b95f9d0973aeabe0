"""Chapters: the steps of an explanation in groups, each with a title.

In the beginning, while steps need no marks, a chapter has one technique.  After that it has one part of the board: it
ends when the story leaves this part.  Whether a step begins a chapter depends only on the steps before it, so chapters
are known while steps are still being found.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from masume.core.grid import place_name
from masume.core.square import SquareGrid
from masume.explaining.nearness import Nearness, cells_of
from masume.explaining.steps import Step

_MIN_STEPS = 3  # of a chapter about a part of the board
_MARGIN = 2  # cells: a step that is further away from a part is not in it any more
_PARTS = {  # by thirds of the rows and of the columns
    (0, 0): "Top left",
    (0, 1): "Top",
    (0, 2): "Top right",
    (1, 0): "Left",
    (1, 1): "Middle",
    (1, 2): "Right",
    (2, 0): "Bottom left",
    (2, 1): "Bottom",
    (2, 2): "Bottom right",
}


class Chapter(NamedTuple):
    """A title, and the numbers of the first and the last step, counted from 1."""

    title: str
    first: int
    last: int


def chapters_of(steps: Iterable[Step]) -> list[Chapter]:
    """Return the chapters of the steps of an explanation."""
    divider, chapters = ChapterDivider(), list[Chapter]()
    for number, step in enumerate(steps, 1):
        title = divider.title_before(step)
        chapters.append(Chapter(title, number, number) if title else chapters.pop()._replace(last=number))
    return chapters


class ChapterDivider:
    """Divides steps into chapters, one step after the other."""

    def __init__(self) -> None:
        self._number = 0  # of steps in the current chapter
        self._technique = ""  # of the last step
        self._is_opening = True  # whether no step has needed marks yet
        self._part: Nearness | None = None  # of the board, where the current chapter is

    def title_before(self, step: Step) -> str:
        """Return the title of the chapter that begins with this step; empty if the step continues a chapter."""
        was_opening, self._is_opening = self._is_opening, self._is_opening and not step.known
        title = ""
        if self._part is None or self._ends_before(self._part, step, was_opening):
            part, cells = _part_of_board(step)
            title = (step.technique or "The first marks") if self._is_opening else part
            self._number, self._part = 0, Nearness(step.board.grid, cells)
        self._number += 1
        self._technique = step.technique
        return title

    def _ends_before(self, part: Nearness, step: Step, was_opening: bool) -> bool:
        if was_opening:
            return not self._is_opening or step.technique not in ("", self._technique)
        return self._number >= _MIN_STEPS and all(part.distance(place) > _MARGIN for place in step.places)


def _part_of_board(step: Step) -> tuple[str, Sequence[int]]:
    """Return the part of the board where the first mark of a step is: its name and its cells."""
    grid, place = step.board.grid, step.places[0]
    cells = cells_of(grid, place)
    if not isinstance(grid, SquareGrid) or not cells:
        return f"Around {place_name(grid, place)}", cells
    thirds = _thirds(grid, cells[0])
    return _PARTS[thirds], [cell for cell in grid.cells if _thirds(grid, cell) == thirds]


def _thirds(grid: SquareGrid, cell: int) -> tuple[int, int]:
    row, column = grid.position(cell)
    return 3 * row // grid.rows, 3 * column // grid.columns
