"""The exceptions of masume; every message is one sentence for the user."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from masume.core.board import Board


class MasumeError(Exception):
    """The base class of all exceptions of masume."""


class InputError(MasumeError):
    """Invalid input: a board, a text, a name or an option that cannot be used."""


class FormatError(InputError):
    """A text that does not follow its format; the message names the format, the position and what was expected."""

    def __init__(self, format_name: str, where: str, expected: str) -> None:
        super().__init__(f"{format_name}: {where}: {expected}")
        self.format_name, self.where, self.expected = format_name, where, expected

    def __reduce__(self) -> tuple[type["FormatError"], tuple[str, str, str]]:
        return FormatError, (self.format_name, self.where, self.expected)


class WrongTypeError(InputError, TypeError):
    """An argument of the wrong type, such as a URL where a board is expected; the message says what to call."""


class UnknownNameError(InputError):
    """There is no genre, engine, format or example of this name."""


class NotUniqueError(InputError):
    """The board has several solutions, where only a board with exactly one can be used."""


class NoSolutionError(MasumeError):
    """The board has no solution, so there are no steps to one, and no marks that its solutions share."""


class NoBoardError(MasumeError):
    """No board as wanted was found: the request may be impossible, such as a hard board of four cells."""


class OutOfTimeError(MasumeError):
    """The time limit was reached before there was an answer.

    `count` is how many solutions `masume.count` had found by then, and `board` the board from which `masume.minimise`
    had dropped some clues by then; None if another function raised the error.
    """

    def __init__(self, message: str = "out of time", *, count: int | None = None, board: "Board | None" = None) -> None:
        super().__init__(message)
        self.count, self.board = count, board


class OutOfMemoryError(MasumeError):
    """The work needs more memory than is available."""


class WrongAnswerError(MasumeError):
    """A formulation that masume does not vouch for accepts a solution that breaks a rule."""


class InternalError(MasumeError):
    """A bug in masume, for example an engine's answer that fails the genre's checks."""


for _error in [*globals().values()]:
    if isinstance(_error, type) and issubclass(_error, MasumeError):
        _error.__module__ = "masume"  # where users find it, and how tracebacks name it
