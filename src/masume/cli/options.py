"""The arguments and options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

import masume
from masume import formulations
from masume.cli.entry import board_from, entries_from
from masume.drawing import MOST_PER_PAGE

engine = click.option("--engine", metavar="NAME", help="The engine that searches; the fastest there is if not said.")
time_limit = click.option(
    "--time-limit", type=click.FloatRange(min=0), metavar="SECONDS", help="Give up after so many seconds."
)
from_marks = click.option("--from-marks", is_flag=True, help="Take the marks on the board as given.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
ascii_only = click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
coordinates = click.option("--coordinates", is_flag=True, help="Number the rows and columns of the picture.")


class Size(click.ParamType[tuple[int, int]]):
    """Rows and columns, such as 10x12."""

    name = "ROWSxCOLUMNS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        pair = _pair(str(value))
        if pair is None:
            self.fail(f"expected ROWSxCOLUMNS such as 10x12, not {value!r:.30}")
        return pair


class Constant(click.ParamType[tuple[str, int]]):
    """A constant of an instance, such as n=7."""

    name = "NAME=NUMBER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        name, _, number = str(value).partition("=")
        if not (name.strip().isidentifier() and number.isascii() and number.strip().isdigit() and len(number) < 7):
            self.fail(f"expected NAME=NUMBER such as n=7, not {value!r:.30}")
        return name.strip(), int(number)


class PerPage(click.ParamType[tuple[int, int]]):
    """Boards beside and below each other, such as 2x3."""

    name = "COLUMNSxROWS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        pair = _pair(str(value))
        if pair is None or not all(1 <= number <= MOST_PER_PAGE for number in pair):
            self.fail(f"expected COLUMNSxROWS of 1 to {MOST_PER_PAGE} each, such as 2x3, not {value!r:.30}")
        return pair


class Places(click.ParamType[list[str]]):
    """The names of places, such as `r1c1 r2c3e`: cells, edges, corners, lines, areas (r1c1+r1c2)."""

    name = "PLACES"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        return value if isinstance(value, list) else str(value).replace(",", " ").split()


def _pair(value: str) -> tuple[int, int] | None:
    """Two numbers with an x between them."""
    one, _, other = value.lower().partition("x")
    if not (one.isascii() and one.isdigit() and other.isascii() and other.isdigit() and len(value) < 10):
        return None
    return int(one), int(other)


def _told_of_facts(command: Callable[..., None]) -> Callable[..., None]:
    """The options that facts of the papers need, which tell neither genre nor size, as one argument `told`."""

    @click.option("--genre", metavar="NAME", help="The genre, if BOARD does not tell it (facts, Essence).")
    @click.option("--size", type=Size(), help="The size, if BOARD is facts that do not tell it.")
    @click.option("-c", "constants", type=Constant(), multiple=True, help="A constant of the facts, as for clingo.")
    @click.option("--from", "written_by", metavar="NAME", help="The paper whose facts BOARD is in, such as cayli2007.")
    @wraps(command)
    def with_told(
        genre: str | None,
        size: tuple[int, int] | None,
        constants: tuple[tuple[str, int], ...],
        written_by: str | None,
        **options: Any,
    ) -> None:
        told = {"genre": genre, "size": size, "constants": dict(constants) or None, "dialect": written_by}
        command(told=told, **options)

    return with_told


def board(command: Callable[..., None]) -> Callable[..., None]:
    """The argument BOARD, read."""

    @click.argument("source", metavar="BOARD")
    @_told_of_facts
    @wraps(command)
    def with_board(source: str, told: dict[str, Any], **options: Any) -> None:
        command(board=board_from(source, **told), **options)

    return with_board


def boards(command: Callable[..., None]) -> Callable[..., None]:
    """The arguments BOARD, each of which may hold several, still to be read."""

    @click.argument("sources", metavar="BOARD...", nargs=-1, required=True)
    @_told_of_facts
    @wraps(command)
    def with_boards(sources: tuple[str, ...], told: dict[str, Any], **options: Any) -> None:
        command(entries=[entry for source in sources for entry in entries_from(source, **told)], **options)

    return with_boards


def _formulation(ctx: click.Context, param: click.Parameter, value: str | None) -> str | masume.Formulation | None:
    if value is not None and (value.endswith(".lp") or "/" in value or Path(value).is_file()):
        return formulations.load(value)
    return value


formulation = click.option(
    "--formulation",
    metavar="NAME|FILE.lp",
    callback=_formulation,
    help="How the rules are stated: one of those that `masume rules GENRE` shows, or a file of your own.",
)
