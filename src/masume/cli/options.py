"""The arguments and options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

import masume
from masume import formulations
from masume.cli.entry import board_from

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
        rows, _, cols = str(value).lower().partition("x")
        if not (rows.isascii() and rows.isdigit() and cols.isascii() and cols.isdigit() and len(value) < 10):
            self.fail(f"expected ROWSxCOLUMNS such as 10x12, not {value!r:.30}")
        return int(rows), int(cols)


class Constant(click.ParamType[tuple[str, int]]):
    """A constant of an instance, such as n=7."""

    name = "NAME=NUMBER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        name, _, number = str(value).partition("=")
        if not (name.strip().isidentifier() and number.isascii() and number.strip().isdigit() and len(number) < 7):
            self.fail(f"expected NAME=NUMBER such as n=7, not {value!r:.30}")
        return name.strip(), int(number)


def board(command: Callable[..., None]) -> Callable[..., None]:
    """The argument BOARD, and the options that facts of the papers need, which tell neither genre nor size."""

    @click.argument("source", metavar="BOARD")
    @click.option("--genre", metavar="NAME", help="The genre, if BOARD does not tell it (facts, Essence).")
    @click.option("--size", type=Size(), help="The size, if BOARD is facts that do not tell it.")
    @click.option("-c", "constants", type=Constant(), multiple=True, help="A constant of the facts, as for clingo.")
    @click.option("--from", "written_by", metavar="NAME", help="The paper whose facts BOARD is in, such as cayli2007.")
    @wraps(command)
    def with_board(
        source: str,
        genre: str | None,
        size: tuple[int, int] | None,
        constants: tuple[tuple[str, int], ...],
        written_by: str | None,
        **options: Any,
    ) -> None:
        read = board_from(source, genre=genre, size=size, constants=dict(constants) or None, dialect=written_by)
        command(board=read, **options)

    return with_board


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
