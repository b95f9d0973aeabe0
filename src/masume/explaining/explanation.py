"""Explanation: the steps of a board as far as they are found within the limits, and how they ended."""

from collections.abc import Iterator
from enum import Enum
from itertools import islice
from typing import Any

from masume.core.board import Board
from masume.core.errors import OutOfTimeError
from masume.core.messages import pluralize
from masume.core.outcome import NO_LIMITS, Limits
from masume.explaining import explain
from masume.explaining.json_form import VERSION
from masume.explaining.steps import Step


class Ending(Enum):
    """How an explanation ended."""

    SOLVED = "solved"
    SEVERAL = "several"  # at the marks that several solutions share
    STOPPED = "stopped"  # after as many steps as were wanted
    TIMEOUT = "timeout"


class Explanation:
    """The explanation of a board: its steps, found one after the other, and how they ended.

    Iterate over it to get each step as soon as it is found; `steps` has those found so far.  Unlike `masume.explain`,
    it raises no error when the time is up: the steps found by then are kept, and `ending` says so.
    """

    def __init__(self, board: Board, *, limits: Limits = NO_LIMITS, max_steps: int | None = None) -> None:
        self.board = board
        self.steps: list[Step] = []
        self._remaining = islice(explain(board, limits=limits), max_steps)
        self._max_steps, self._is_out_of_time = max_steps, False

    def __iter__(self) -> Iterator[Step]:
        yield from self.steps
        try:
            for step in self._remaining:
                self.steps.append(step)
                yield step
        except OutOfTimeError:
            self._is_out_of_time = True

    def find_all(self) -> "Explanation":
        """Find all steps, and return this explanation."""
        for _ in self:
            pass
        return self

    @property
    def ending(self) -> Ending:
        """How the explanation ended; ask for it only after the last step."""
        if _is_complete(self.steps[-1].after if self.steps else self.board):
            return Ending.SOLVED
        if self._is_out_of_time:
            return Ending.TIMEOUT
        return Ending.STOPPED if len(self.steps) == self._max_steps else Ending.SEVERAL

    def in_words(self) -> str:
        """Return one sentence about how the explanation ended."""
        number = pluralize(len(self.steps), "step")
        match self.ending:
            case Ending.SOLVED:
                return f"Solved in {number}." if self.steps else "Nothing is left to find."
            case Ending.SEVERAL:
                return "The puzzle has several solutions: they have no further marks in common."
            case Ending.STOPPED:
                return f"Stopped after {number}."
        when = f"after {number}" if self.steps else "before the first step"
        return f"Out of time {when}: the explanation is incomplete."

    def to_dict(self) -> dict[str, Any]:
        """Return the board and all steps as plain dictionaries and lists; see `json_form`."""
        steps = [step.to_dict() for step in self]
        return {"masume": VERSION, "status": self.ending.value, "board": self.board.to_dict(), "steps": steps}

    def to_html(self) -> str:
        """Return a page with all steps, one self-contained file to click through or to print."""
        from masume.explaining.html_page import render_page  # here, since it imports this module

        return render_page(self.find_all())


def _is_complete(board: Board) -> bool:
    """Return whether every mark of a solution is set."""
    layers = map(board.genre.mark_layer, board.genre.answer)
    return all(place in board.decided_marks(layer.name) for layer in layers for place in layer.places(board.grid))
