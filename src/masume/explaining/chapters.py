"""Chapters: the steps of an explanation in groups, each with a title.

A chapter begins where the story jumps to another part of the board, or, in the beginning, where a technique is used
that needs no marks yet.  Whether a step begins a chapter depends only on the steps before it, so chapters are known
while steps are still being found.
"""

from collections.abc import Iterable
from typing import NamedTuple

from masume.core.grid import place_name
from masume.core.square import SquareGrid
from masume.explaining.nearness import Nearness, cells_of
from masume.explaining.steps import Step

_MIN_STEPS = 4  # of a chapter that ends with a jump
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
        self._steps: list[Step] = []  # of the current chapter
        self._is_opening = True  # whether no step has needed marks yet

    def title_before(self, step: Step) -> str:
        """Return the title of the chapter that begins with this step; empty if the step continues a chapter."""
        was_opening, self._is_opening = self._is_opening, self._is_opening and not step.known
        title = ""
        if not self._steps or self._ends_before(step, was_opening):
            title = _title(step, self._is_opening)
        self._steps = [step] if title else [*self._steps, step]
        return title

    def _ends_before(self, step: Step, was_opening: bool) -> bool:
        if was_opening:
            is_other = step.technique not in ("", self._steps[-1].technique)
            return not self._is_opening or is_other
        places = [place for each in self._steps[-2:] for place in each.places]
        nearness = Nearness(step.board.grid, places)
        if len(self._steps) < _MIN_STEPS or not all(map(nearness.is_jump, step.places)):
            return False
        return _part_of_board(step) != _part_of_board(self._steps[0])


def _title(step: Step, is_opening: bool) -> str:
    if is_opening:
        return step.technique or "The first marks"
    part = _part_of_board(step)
    return f"{part}: {step.technique.lower()}" if step.technique else part


def _part_of_board(step: Step) -> str:
    """Return in which part of the board the first mark of a step is."""
    grid, place = step.board.grid, step.places[0]
    cells = list(cells_of(grid, place))
    if not isinstance(grid, SquareGrid) or not cells:
        return f"Around {place_name(grid, place)}"
    row, column = grid.position(cells[0])
    return _PARTS[3 * row // grid.rows, 3 * column // grid.columns]
