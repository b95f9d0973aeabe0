"""Arguments and options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

import masume
from masume import formulations
from masume.cli.base import list_entries, read_board
from masume.cli.blocking_input import may_block
from masume.cli.parameter_types import SECONDS, Constant, Size
from masume.core.deadline import NEVER, Deadline
from masume.formats.board_lists import BoardEntry

engine = click.option("--engine", metavar="NAME", help="Engine to search with; default: the fastest available.")
time_limit = click.option("--time-limit", type=SECONDS, metavar="SECONDS", help="Stop after this many seconds.")
from_marks = click.option("--from-marks", is_flag=True, help="Keep the marks on the board; search for the others only.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
ascii_only = click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
coordinates = click.option("--coordinates", is_flag=True, help="Number the rows and columns of the picture.")


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
        deadline = Deadline.after(options.get("time_limit"))
        board = read_board(source, deadline, **facts_options)
        if deadline != NEVER and (source == "-" or may_block(source)):  # waiting for a pipe counts as well
            options["time_limit"] = deadline.seconds_left
        command(board=board, **options)

    return with_board


def boards(command: Callable[..., None]) -> Callable[..., None]:
    """Add the arguments BOARD..., and pass the list of all their boards, still unread, to the command."""

    @click.argument("sources", metavar="BOARD...", nargs=-1, required=True)
    @_facts_options
    @wraps(command)
    def with_boards(sources: tuple[str, ...], facts_options: dict[str, Any], **options: Any) -> None:
        entries: list[BoardEntry] = []
        for source in sources:
            entries += list_entries(source, Deadline.after(options.get("time_limit")), **facts_options)
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
