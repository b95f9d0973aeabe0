"""Arguments and options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

import masume
from masume import formulations
from masume.cli.base import list_boards, read_board
from masume.drawing import MAX_COLUMNS_AND_ROWS

engine = click.option("--engine", metavar="NAME", help="Engine to search with; default: the fastest available.")
time_limit = click.option(
    "--time-limit", type=click.FloatRange(min=0), metavar="SECONDS", help="Stop after this many seconds."
)
from_marks = click.option("--from-marks", is_flag=True, help="Keep the marks on the board; search for the others only.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
ascii_only = click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
coordinates = click.option("--coordinates", is_flag=True, help="Number the rows and columns of the picture.")


class Size(click.ParamType[tuple[int, int]]):
    """Rows and columns, such as 10x12."""

    name = "ROWSxCOLUMNS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        pair = _parse_pair(str(value))
        if pair is None:
            self.fail(f"expected ROWSxCOLUMNS such as 10x12, not {value!r:.30}")
        return pair


class Constant(click.ParamType[tuple[str, int]]):
    """A constant of facts, such as n=7."""

    name = "NAME=NUMBER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        name, _, number = str(value).partition("=")
        if not (name.strip().isidentifier() and number.isascii() and number.strip().isdigit() and len(number) < 7):
            self.fail(f"expected NAME=NUMBER such as n=7, not {value!r:.30}")
        return name.strip(), int(number)


class PerPage(click.ParamType[tuple[int, int]]):
    """Columns and rows of boards on a page, such as 2x3."""

    name = "COLUMNSxROWS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        pair = _parse_pair(str(value))
        if pair is None or not all(1 <= number <= MAX_COLUMNS_AND_ROWS for number in pair):
            self.fail(f"expected COLUMNSxROWS of 1 to {MAX_COLUMNS_AND_ROWS} each, such as 2x3, not {value!r:.30}")
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


def _facts_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for what facts do not contain, and pass them to the command as one argument, `facts_options`."""

    @click.option("--genre", metavar="NAME", help="Genre of BOARD, if it does not name one (facts, Essence).")
    @click.option("--size", type=Size(), metavar="ROWSxCOLUMNS", help="Size of BOARD, if its facts do not give it.")
    @click.option("-c", "constants", type=Constant(), multiple=True, help="Constant that the facts use, as in clingo.")
    @click.option("--from", "facts_dialect", metavar="NAME", help="Dialect of the facts: a paper, such as cayli2007.")
    @wraps(command)
    def with_facts_options(
        genre: str | None,
        size: tuple[int, int] | None,
        constants: tuple[tuple[str, int], ...],
        facts_dialect: str | None,
        **options: Any,
    ) -> None:
        facts_options = {"genre": genre, "size": size, "constants": dict(constants) or None, "dialect": facts_dialect}
        command(facts_options=facts_options, **options)

    return with_facts_options


def board(command: Callable[..., None]) -> Callable[..., None]:
    """Add the argument BOARD, and pass the board to the command."""

    @click.argument("source", metavar="BOARD")
    @_facts_options
    @wraps(command)
    def with_board(source: str, facts_options: dict[str, Any], **options: Any) -> None:
        command(board=read_board(source, **facts_options), **options)

    return with_board


def boards(command: Callable[..., None]) -> Callable[..., None]:
    """Add the arguments BOARD..., and pass the list of all their boards, still unread, to the command as `entries`."""

    @click.argument("sources", metavar="BOARD...", nargs=-1, required=True)
    @_facts_options
    @wraps(command)
    def with_boards(sources: tuple[str, ...], facts_options: dict[str, Any], **options: Any) -> None:
        command(entries=list_boards(sources, **facts_options), **options)

    return with_boards


def _load_if_file(ctx: click.Context, param: click.Parameter, value: str | None) -> str | masume.Formulation | None:
    """Load a formulation if the value is a file; leave a name, or None, unchanged."""
    if value is not None and (value.endswith(".lp") or "/" in value or Path(value).is_file()):
        return formulations.load(value)
    return value


formulation = click.option(
    "--formulation",
    metavar="NAME|FILE.lp",
    callback=_load_if_file,
    help="How to state the rules: one of the formulations that `masume rules GENRE` shows, or a file.",
)
