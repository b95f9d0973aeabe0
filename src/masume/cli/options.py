"""Arguments and options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import Any

import click

import masume
from masume import formulations
from masume.cli.blocking_input import may_block
from masume.cli.parameter_types import SECONDS, Constant, Size
from masume.cli.sources import list_boards, read_board

engine = click.option("--engine", metavar="NAME", help="Engine to search with; default: the fastest available.")
time_limit = click.option("--time-limit", type=SECONDS, metavar="SECONDS", help="Stop after this many seconds.")
from_marks = click.option("--from-marks", is_flag=True, help="Keep the marks on the board; search for the others only.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
ascii_only = click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
coordinates = click.option("--coordinates", is_flag=True, help="Number the rows and columns of the picture.")


def _facts_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for what facts do not contain, and pass them to the command as one argument, `facts_options`."""

    @click.option("--genre", metavar="NAME", help="Genre of BOARD, if it does not name one (facts, Essence, game ids).")
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
        start, time_limit = monotonic(), options.get("time_limit")
        board = read_board(source, time_limit, **facts_options)
        command(board=board, **options | _remaining_time(source, time_limit, start))

    return with_board


def _remaining_time(source: str, time_limit: float | None, start: float) -> dict[str, float]:
    """Return the time limit that is left for a board after waiting for a pipe; nothing if it stays the same."""
    if time_limit is None or not (source == "-" or may_block(source)):
        return {}
    return {"time_limit": max(0.0, time_limit - (monotonic() - start))}


def boards(command: Callable[..., None]) -> Callable[..., None]:
    """Add the arguments BOARD..., and pass the list of all their boards, still unread, to the command as `entries`."""

    @click.argument("sources", metavar="BOARD...", nargs=-1, required=True)
    @_facts_options
    @wraps(command)
    def with_boards(sources: tuple[str, ...], facts_options: dict[str, Any], **options: Any) -> None:
        start, time_limit = monotonic(), options.get("time_limit")
        entries = list_boards(sources, time_limit, **facts_options)
        if not entries.is_list:  # otherwise each board has the whole time
            options |= _remaining_time(sources[0], time_limit, start)
        command(entries=entries, **options)

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
