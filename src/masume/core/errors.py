"""Every error masume raises on purpose; each message is one sentence meant for the user."""


class MasumeError(Exception):
    """The root of all of masume's errors."""


class InputError(MasumeError):
    """What was given cannot be used: a board, a text, a name, an option."""


class FormatError(InputError):
    """A text is not what its format asks for; the message names format, place and expectation."""

    def __init__(self, format_name: str, where: str, expected: str) -> None:
        super().__init__(f"{format_name}: {where}: {expected}")
        self.format_name, self.where, self.expected = format_name, where, expected

    def __reduce__(self) -> tuple[type["FormatError"], tuple[str, str, str]]:
        return FormatError, (self.format_name, self.where, self.expected)


class UnknownNameError(InputError):
    """No genre, engine, format or example has that name."""


class NoSolutionError(MasumeError):
    """The board has no solution, so there is nothing common to its solutions."""


class OutOfTimeError(MasumeError):
    """The time limit ended the work before there was an answer."""


class OutOfMemoryError(MasumeError):
    """The work needs more memory than there is."""


class WrongAnswerError(MasumeError):
    """A formulation that is not vouched for takes for a solution what breaks a rule."""


class InternalError(MasumeError):
    """masume contradicts itself, for instance an engine's answer fails the genre's checks."""
