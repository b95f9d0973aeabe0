"""Explanation: the steps of a board as far as they are found within the limits, and how they ended."""

from collections.abc import Iterator
from enum import Enum
from html import escape
from typing import Any

from masume.core.board import Board
from masume.core.errors import NoSolutionError, OutOfTimeError
from masume.core.messages import pluralize
from masume.core.notebook import show_page
from masume.core.numbers import require_whole_number
from masume.core.outcome import NO_LIMITS, Limits
from masume.core.places import PlaceKey
from masume.explaining import explain
from masume.explaining.chapters import Chapter, ChapterDivider, chapters_of
from masume.explaining.json_form import VERSION
from masume.explaining.steps import Step


class Ending(Enum):
    """How an explanation ended."""

    SOLVED = "solved"
    SEVERAL = "several"  # at the marks that several solutions share
    EXPLAINED = "explained"  # at the mark that was asked for
    STOPPED = "stopped"  # after as many steps as were wanted
    TIMEOUT = "timeout"


class Explanation:
    """The explanation of a board: its steps, found one after the other, and how they ended.

    Iterate over it to get each step as soon as it is found; `steps` has those found so far.  Unlike `masume.explain`,
    it raises no error when the time is up: the steps found by then are kept, and `ending` says so.  `at` and `detail`
    are those of `masume.explain`.
    """

    def __init__(
        self,
        board: Board,
        *,
        limits: Limits = NO_LIMITS,
        at: PlaceKey | None = None,
        detail: str = "thoughts",
        max_steps: int | None = None,
    ) -> None:
        if max_steps is not None:
            require_whole_number("max_steps", max_steps, least=0)
        self.board = board
        self.steps: list[Step] = []
        self._at, self._detail, self._limits, self._max_steps = at, detail, limits, max_steps
        # None: start again after the last step.
        self._remaining: Iterator[Step] | None = explain(board, limits=limits, at=at, detail=detail)
        self._ending: Ending | None = None  # None: there may be further steps

    def __iter__(self) -> Iterator[Step]:
        position = 0
        while position < len(self.steps) or self._find_step():
            yield self.steps[position]
            position += 1

    def narrate(self) -> Iterator[tuple[str, Step]]:
        """Yield each step as soon as it is found, with the title of the chapter that begins with it, if one does."""
        divider = ChapterDivider()
        for step in self:
            yield divider.title_before(step), step

    def find_all(self) -> "Explanation":
        """Find all steps, and return this explanation."""
        while self._find_step():
            pass
        return self

    def _find_step(self) -> bool:
        """Find the next step; if there is none, set the ending and return False."""
        if self._ending is None and len(self.steps) == self._max_steps:
            self._end(Ending.STOPPED)
        if self._ending is not None:
            return False
        if self._remaining is None:
            self._remaining = explain(self._last_board, limits=self._limits, at=self._at, detail=self._detail)
        try:
            step = next(self._remaining, None)
        except OutOfTimeError:
            return self._end(Ending.TIMEOUT)
        except BaseException:  # such as Ctrl-C in a notebook: the next call goes on from here
            self._remaining = None
            raise
        if step is None:
            return self._end(Ending.SEVERAL if self._at is None else Ending.EXPLAINED)
        self.steps.append(step)
        return True

    def _end(self, unless_solved: Ending) -> bool:
        """Set the ending, and return False: there is no further step."""
        self._ending = Ending.SOLVED if _is_complete(self._last_board) else unless_solved
        return False

    @property
    def _last_board(self) -> Board:
        return self.steps[-1].after if self.steps else self.board

    @property
    def ending(self) -> Ending:
        """How the explanation ended; the steps that are left are found first."""
        self.find_all()
        assert self._ending is not None
        return self._ending

    @property
    def chapters(self) -> list[Chapter]:
        """The steps in groups, each with a title; the steps that are left are found first."""
        return chapters_of(self.find_all().steps)

    def in_words(self) -> str:
        """Return one sentence about how the explanation ended; the steps that are left are found first."""
        ending, number = self.ending, pluralize(len(self.steps), "step")
        match ending:
            case Ending.SOLVED:
                return f"Solved in {number}." if self.steps else "Nothing is left to find."
            case Ending.SEVERAL:
                return "The puzzle has several solutions: they have no further marks in common."
            case Ending.EXPLAINED:
                return f"Explained in {number}."
            case Ending.STOPPED:
                return f"Stopped after {number}."
        when = f"after {number}" if self.steps else "before the first step"
        return f"Out of time {when}: the explanation is incomplete."

    def __getstate__(self) -> dict[str, Any]:
        # For copies and pickles: a search in progress allows neither, and a copy gets a list of its own.
        return {**vars(self), "steps": [*self.steps], "_remaining": None}

    def __repr__(self) -> str:
        state = f"{pluralize(len(self.steps), 'step')} so far" if self._ending is None else self.in_words()
        return f"<Explanation: {self.board.in_words()}: {state}>"

    def _repr_html_(self) -> str:
        try:
            page = self.to_html()
        except NoSolutionError as error:
            return f"<p>{escape(str(error))}</p>"
        return show_page(page)

    def to_dict(self) -> dict[str, Any]:
        """Return the board and all steps as plain dictionaries and lists; see `json_form`."""
        steps = [step.to_dict() for step in self]
        for chapter in self.chapters:
            for step in steps[chapter.first - 1 : chapter.last]:
                step["chapter"] = chapter.title
        chapters = [chapter._asdict() for chapter in self.chapters]
        return {
            "masume": VERSION,
            "status": self.ending.value,
            "board": self.board.to_dict(),
            "chapters": chapters,
            "steps": steps,
        }

    def to_html(self) -> str:
        """Return a page with all steps, one self-contained file to click through or to print."""
        from masume.explaining.html_page import render_page  # here, since it imports this module

        return render_page(self.find_all())


def _is_complete(board: Board) -> bool:
    """Return whether every mark of a solution is set."""
    layers = map(board.genre.mark_layer, board.genre.answer)
    return all(place in board.decided_marks(layer.name) for layer in layers for place in layer.places(board.grid))
