"""Limits of a search, and its outcome."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from masume.core.board import Board
from masume.core.deadline import Deadline
from masume.core.messages import pluralize
from masume.core.notebook import render_svg
from masume.core.numbers import require_seconds, require_whole_number
from masume.core.places import Place
from masume.core.plain_data import place_names


class Status(Enum):
    """How a search ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    TIMEOUT = "timeout"
    WRONG = "wrong"  # a formulation that masume does not vouch for gave an answer that breaks a rule


class SearchEnd(Enum):
    """Why a search for solutions ended."""

    COMPLETE = "complete"  # there are no further solutions
    LIMIT = "limit"  # it found as many solutions as were wanted; there may be more
    TIMEOUT = "timeout"  # there may be more solutions


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a call may take and how many solutions it searches for (None: no limit).

    `conflicts` limits the search itself, in dead ends that the solver may learn from: the result is then the same on
    every machine.  Only sessions of the engines native and lazy know this limit (docs/engines.md).
    """

    seconds: float | None = None
    solutions: int | None = None
    conflicts: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            require_seconds("limits", self.seconds)
        if self.solutions is not None:
            require_whole_number("limits: solutions", self.solutions)
        if self.conflicts is not None:
            require_whole_number("limits: conflicts", self.conflicts)

    def deadline(self) -> Deadline:
        """Return the deadline of a call that starts now."""
        return Deadline.after(self.seconds)


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """The result of `solve`: the status, whether the solution is unique (None: unknown), the solved board.

    `boards` holds all solutions that were found: by default the only one, or two if the solution is not unique;
    `Limits.solutions` changes that number.  `search` says why the search ended there (None if the answer is wrong).
    `formulation` is the name of the formulation that was solved, None for the genre's own model.  `vouched` is False
    for formulations that may be wrong (a text as printed, a user's own): then the other fields report what that
    formulation claims.
    """

    status: Status
    unique: bool | None = None
    search: SearchEnd | None = SearchEnd.COMPLETE
    board: Board | None = None
    seconds: float = 0.0
    statistics: Mapping[str, int | float | str] = field(default_factory=dict, hash=False)
    boards: tuple[Board, ...] = ()
    vouched: bool = True
    formulation: str | None = None

    def __repr__(self) -> str:
        return f"<Outcome: {self.verdict}>"

    @property
    def verdict(self) -> str:
        """The result in a few words."""
        match self.status, self.unique:
            case Status.UNSOLVABLE, _:
                return "No solution"
            case Status.TIMEOUT, _:
                return "Out of time, no solution found"
            case Status.WRONG, _:
                return "Wrong: the answer breaks a rule"
            case _, True:
                return "Solved: the solution is unique"
            case _, False:
                return "Solved: the solution is NOT unique"
        if self.search is SearchEnd.LIMIT:
            return "Solved; there may be other solutions, since only one was looked for"
        return "Solved; out of time before it was known whether the solution is unique"

    def verdict_on_all(self, wanted: int) -> str:
        """Return the result in a few words if up to this number of solutions was wanted: are these all?"""
        if self.status is not Status.SOLVED or self.unique:
            return self.verdict
        match self.search:
            case SearchEnd.COMPLETE:
                return f"Found all {len(self.boards):,} solutions"
            case SearchEnd.TIMEOUT:
                return f"Out of time after {pluralize(len(self.boards), 'solution')}: there may be more"
        return f"Stopped at {pluralize(wanted, 'solution')}: there are more"

    @property
    def differ_at(self) -> tuple[Place, ...]:
        """The places where the first two solutions differ; none if there are not two."""
        if len(self.boards) < 2:
            return ()
        first, second = self.boards[:2]
        return tuple(
            place
            for layer in first.genre.answer
            for place, mark in first.marks[layer].items()
            if second.marks[layer].get(place) != mark
        )

    def to_dict(self, *, max_boards: int | None = None) -> dict[str, Any]:
        """Return the outcome as plain data, with the first solution; with `max_boards`, with up to that many."""
        if max_boards is not None:
            require_whole_number("max_boards", max_boards)
        boards = [board.to_dict() for board in self.boards[: max_boards or 1]]
        data = {
            "status": self.status.value,
            "unique": self.unique,
            "search": None if self.search is None else self.search.value,
            "solutions": len(self.boards if max_boards is None else boards),
            "differ_at": place_names(self.boards[0].grid, self.differ_at) if self.boards else [],
            "formulation": self.formulation,
            "vouched": self.vouched,
            "seconds": round(self.seconds, 6),
            "statistics": dict(self.statistics),
            "board": boards[0] if boards else None,
        }
        return data if max_boards is None else {**data, "boards": boards}

    def _repr_svg_(self) -> str | None:
        if self.board is None:
            return None
        caption = self.verdict if self.vouched else f"{self.verdict} (not vouched for)"
        return render_svg(self.board, marks="solution", caption=caption)
