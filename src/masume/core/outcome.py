"""Limits that go in and outcomes that come back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.notebook import picture_of


class Status(Enum):
    """How a search ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    TIMEOUT = "timeout"
    WRONG = "wrong"  # the answer of a formulation that is not vouched for breaks a rule


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a call may work and how many solutions it may look for (None: no end)."""

    seconds: float | None = None
    solutions: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0:
            raise InputError(f"limits: expected 0 or more seconds, not {self.seconds}")
        if self.solutions is not None and self.solutions < 1:
            raise InputError(f"limits: expected at least 1 solution, not {self.solutions}")

    def deadline(self) -> float | None:
        """The moment, on the monotonic clock, at which these limits end when counted from now."""
        return None if self.seconds is None else monotonic() + self.seconds


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What `solve` says: the status, whether the solution is unique (None: not known), the solved board.

    `boards` holds every solution that was found, two where the puzzle is not unique, unless the limits asked
    for another number.  If masume does not vouch for the formulation (a text as printed, a user's own), what is said
    here of solutions is what that formulation says.
    """

    status: Status
    unique: bool | None = None
    board: Board | None = None
    seconds: float = 0.0
    statistics: Mapping[str, int | float | str] = field(default_factory=dict)
    boards: tuple[Board, ...] = ()
    vouched: bool = True

    @property
    def verdict(self) -> str:
        """What was found, in a few words."""
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
        return "Solved; out of time before it was known whether the solution is unique"

    def _repr_svg_(self) -> str | None:
        if self.board is None:
            return None
        caption = self.verdict if self.vouched else f"{self.verdict} (not vouched for)"
        return picture_of(self.board, marks="solution", caption=caption)
