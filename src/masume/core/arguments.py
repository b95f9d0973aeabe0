"""Checks of arguments that users often get wrong: the message says what to call instead."""

from os import PathLike

from masume.core.board import Board
from masume.core.errors import InputError, WrongTypeError
from masume.core.messages import quote
from masume.core.outcome import Limits


def require_board(board: object) -> None:
    """Raise WrongTypeError if this is not a board."""
    if isinstance(board, Board):
        return
    if isinstance(board, str):
        advice = "a text: read it first with masume.read(text), or with masume.load(path) if it names a file"
    elif isinstance(board, PathLike):
        advice = "a path: load the board first with masume.load(path)"
    else:
        advice = f"a value of type {type(board).__name__}"
    raise WrongTypeError(f"expected a Board, not {advice}")


def require_text(text: object) -> None:
    """Raise WrongTypeError if this is not a text."""
    if not isinstance(text, str):
        advice = "; masume.load(path) reads a file" if isinstance(text, PathLike) else ""
        raise WrongTypeError(f"expected a text, not a value of type {type(text).__name__}{advice}")


def require_limits(limits: object) -> None:
    """Raise WrongTypeError if these are not limits, InputError if they limit what only sessions count."""
    if not isinstance(limits, Limits):
        number = limits if isinstance(limits, int | float) and not isinstance(limits, bool) else 5
        raise WrongTypeError(f"expected limits such as masume.Limits(seconds={number}), not {quote(limits)}")
    if limits.conflicts is not None:
        raise InputError("limits: conflicts can be limited only in sessions of an engine: use seconds instead")
