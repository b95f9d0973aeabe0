"""Numbers that users pass: checks, and the integers of other packages, such as numpy."""

from operator import index
from typing import SupportsFloat

from masume.core.errors import InputError, WrongTypeError
from masume.core.messages import quote


def to_integer(value: object) -> int | None:
    """Return an integer of any package as Python's own; None if the value is no integer, or a bool."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def require_seconds(what: str, seconds: object) -> None:
    """Raise InputError if this is not a number of seconds; the message begins with `what`."""
    if isinstance(seconds, bool) or not isinstance(seconds, SupportsFloat):
        raise WrongTypeError(f"{what}: expected a number of seconds, not {quote(seconds)}")
    if not float(seconds) >= 0:  # also true of "not a number"
        raise InputError(f"{what}: expected 0 or more seconds, not {quote(seconds)}")


def require_whole_number(what: str, value: object, least: int = 1) -> None:
    """Raise InputError if this is not a whole number of `least` or more; the message begins with `what`."""
    number = to_integer(value)
    if number is None:
        raise WrongTypeError(f"{what}: expected a whole number, not {quote(value)}")
    if number < least:
        raise InputError(f"{what}: expected {least} or more, not {quote(value)}")
