"""Picturing: steps and mistakes as pictures: what follows is pointed out as hints, what it rests on as reasons."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Unpack

from masume.core.board import Board
from masume.core.places import Place
from masume.drawing import Style, render
from masume.drawing.board_view import members
from masume.explaining.steps import Step

if TYPE_CHECKING:
    from masume.explaining.mistake_analysis import Mistakes


class Frame(NamedTuple):
    """A board and the places that are pointed out on it."""

    board: Board
    hints: Sequence[Place] = ()
    reasons: Sequence[Place] = ()
    errors: Sequence[Place] = ()

    def render(self, to: str, **style: Unpack[Style]) -> str | bytes:
        """The frame as a picture."""
        reasons = self._quieter() if to == "terminal" else self.reasons
        pointed: Style = {**style, "hints": self.hints, "reasons": reasons, "errors": self.errors}
        return render(self.board, to, **pointed)

    def _quieter(self) -> list[Place]:
        """The reasons but for what is pointed out anyway: a terminal has room for one sign at a place."""
        grid = self.board.grid
        louder = set(members(grid, (*self.hints, *self.errors)))
        return [member for member in members(grid, self.reasons) if member not in louder]


def frame_of_step(step: Step, strength: str = "marks") -> Frame:
    """The board after a step, or, if the marks are not to be told, before it, with what to look at."""
    if not step.claims:
        return Frame(step.board, (), step.reason_places, step.places)
    if strength != "marks":
        return Frame(step.board, (), step.reason_places or step.places)
    return Frame(step.after, step.places, step.reason_places)


def frame_of_mistakes(mistakes: "Mistakes") -> Frame:
    """The board as it stands: what is wrong on it, and why; or where two solutions differ."""
    step = mistakes.first
    if mistakes.wrong:
        wrong = [claim.place for claim in mistakes.wrong]
        return Frame(mistakes.board, (), step.reason_places if step else (), wrong)
    if step is not None:
        return Frame(mistakes.board, (), step.reason_places, step.places)
    return Frame(mistakes.board, [claim.place for claim in mistakes.differ])
