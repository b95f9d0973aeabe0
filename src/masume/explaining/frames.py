"""Frames: pictures of steps and mistakes, a board with highlighted hints, reasons and errors."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple, Unpack

from masume.core.board import Board
from masume.core.notebook import MAX_CELLS
from masume.core.places import Place
from masume.drawing import Style, render, render_for_notebook
from masume.drawing.board_view import expand_places
from masume.explaining.sentences import require_strength
from masume.explaining.steps import Step

if TYPE_CHECKING:
    from masume.explaining.mistake_analysis import Mistakes


class Frame(NamedTuple):
    """A board and the places to highlight on it."""

    board: Board
    hints: Sequence[Place] = ()
    reasons: Sequence[Place] = ()
    errors: Sequence[Place] = ()

    def render(self, to: str, **style: Unpack[Style]) -> str | bytes:
        """Draw the board with its highlights; the arguments are those of `masume.render`."""
        reasons = self._reasons_for_terminal() if to == "terminal" else self.reasons
        highlighted: Style = {**style, "hints": self.hints, "reasons": reasons, "errors": self.errors}
        return render(self.board, to, **highlighted)

    def _reasons_for_terminal(self) -> list[Place]:
        """Return the reasons that are neither hints nor errors, because a terminal can highlight a place only once."""
        grid = self.board.grid
        highlighted = set(expand_places(grid, (*self.hints, *self.errors)))
        return [member for member in expand_places(grid, self.reasons) if member not in highlighted]


def notebook_html(sentence: str, frame: Frame) -> str:
    """Return what a notebook shows for a step or for mistakes: the sentence, and the picture unless it is too large."""
    text = escape(sentence).replace("\n", "<br>")
    if len(frame.board.grid.cells) > MAX_CELLS:
        return f"<p>{text}</p>"
    board, hints, reasons, errors = frame
    picture = render_for_notebook(board, coordinates=True, hints=hints, reasons=reasons, errors=errors)
    return f"<p>{text}</p>{picture}"


def frame_of_step(step: Step, strength: str = "marks") -> Frame:
    """Return the frame of a step: the board after it, or before it if the strength does not reveal the marks."""
    require_strength(strength)
    if not step.claims:
        return Frame(step.board, (), step.reason_places, step.places)
    if strength != "marks":
        return Frame(step.board, (), step.reason_places or step.places)
    return Frame(step.after, step.places, step.reason_places)


def frame_of_mistakes(mistakes: "Mistakes") -> Frame:
    """Return the frame of mistakes: wrong marks are errors; places where two solutions differ are hints."""
    step = mistakes.first
    if mistakes.wrong:
        wrong = [claim.place for claim in mistakes.wrong]
        return Frame(mistakes.board, (), step.reason_places if step else (), wrong)
    if step is not None:
        return Frame(mistakes.board, (), step.reason_places, step.places)
    return Frame(mistakes.board, [claim.place for claim in mistakes.differences])
