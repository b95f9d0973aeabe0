"""Types of arguments and options: what they accept, and one sentence for what they refuse."""

import math
from collections.abc import Callable
from typing import Any

import click

from masume import messages
from masume.drawing import MAX_COLUMNS_AND_ROWS

_LONGEST_NUMBER = 18  # digits


class Choice(click.Choice[str]):
    """One of a few names; the error suggests those that are similar."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        return f"{messages.quote(value)} is not known: {messages.suggest_names(value, self.choices)}"


class Number(click.ParamType[int]):
    """A whole number from `low` on, up to `high` if there is a limit."""

    name = "N"

    def __init__(self, low: int = 1, high: int | None = None) -> None:
        self._low, self._high = low, high
        self._expected = f"of {low} or more" if high is None else f"from {low} to {high}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        digits = str(value)
        if len(digits) > _LONGEST_NUMBER:
            self.fail(f"expected a number of at most {_LONGEST_NUMBER} digits, not {messages.quote(value)}", param, ctx)
        number = int(digits) if digits.isascii() and digits.isdigit() else -1
        if number < self._low or (self._high is not None and number > self._high):
            self.fail(f"expected a whole number {self._expected}, not {messages.quote(value)}", param, ctx)
        return number


class Amount(click.ParamType[float]):
    """A number such as 0.5, if `accepts` returns True for it; `expected` describes those numbers."""

    name = "NUMBER"

    def __init__(self, expected: str, accepts: Callable[[float], bool]) -> None:
        self._expected, self._accepts = expected, accepts

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not (math.isfinite(number) and self._accepts(number)):
            self.fail(f"expected {self._expected}, not {messages.quote(value)}", param, ctx)
        return number


SECONDS = Amount("a number of seconds, 0 or more", lambda number: number >= 0)
PIXELS = Amount("1 to 1000 pixels", lambda number: 1 <= number <= 1000)


class Size(click.ParamType[tuple[int, int]]):
    """Rows and columns, such as 10x12."""

    name = "ROWSxCOLUMNS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        pair = _parse_pair(str(value))
        if pair is None:
            self.fail(f"expected ROWSxCOLUMNS such as 10x12, not {messages.quote(value)}")
        return pair


class Constant(click.ParamType[tuple[str, int]]):
    """A constant of facts, such as n=7."""

    name = "NAME=NUMBER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        name, _, number = str(value).partition("=")
        if not (name.strip().isidentifier() and number.isascii() and number.strip().isdigit() and len(number) < 7):
            self.fail(f"expected NAME=NUMBER such as n=7, not {messages.quote(value)}")
        return name.strip(), int(number)


class PerPage(click.ParamType[tuple[int, int]]):
    """Columns and rows of boards on a page, such as 2x3."""

    name = "COLUMNSxROWS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        pair = _parse_pair(str(value))
        if pair is None or not all(1 <= number <= MAX_COLUMNS_AND_ROWS for number in pair):
            self.fail(
                f"expected COLUMNSxROWS of 1 to {MAX_COLUMNS_AND_ROWS} each, such as 2x3, not {messages.quote(value)}"
            )
        return pair


class Places(click.ParamType[list[str]]):
    """Names of places, such as `r1c1 r2c3e`: cells, edges, corners, lines, areas (r1c1+r1c2)."""

    name = "PLACES"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        return value if isinstance(value, list) else str(value).replace(",", " ").split()


def _parse_pair(value: str) -> tuple[int, int] | None:
    """Parse two numbers with an x between them, such as 10x12; return None for anything else."""
    left, _, right = value.lower().partition("x")
    if not (left.isascii() and left.isdigit() and right.isascii() and right.isdigit() and len(value) < 10):
        return None
    return int(left), int(right)
