"""Options that several benchmarks share: which boards to take, and the format of the report."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import click

from masume.cli.parameter_types import Amount, Choice, Number

Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]

NUMBER = Number()
SECONDS = Amount("a number of seconds above 0", lambda number: number > 0)

genres = click.option(
    "--genre", "genres", multiple=True, metavar="NAME", help="Only boards of this genre; can be repeated."
)
at_least = click.option(
    "--at-least", "min_cells", type=NUMBER, default=1, metavar="N", help="Only boards of N or more cells."
)
kind = click.option(
    "--kind",
    default="published",
    show_default=True,
    metavar="NAME",
    help="Only boards whose `kind` in the corpus is NAME, or missing; `all` for every kind.",
)


def max_cells(default: int) -> Decorator:
    """Return the option for the size of the largest board."""
    return click.option(
        "--cells",
        "max_cells",
        type=NUMBER,
        default=default,
        show_default=True,
        metavar="N",
        help="Only boards of at most N cells.",
    )


def time_limit(default: float) -> Decorator:
    """Return the option for the time that each board may take."""
    return click.option(
        "--time-limit",
        type=SECONDS,
        default=default,
        show_default=True,
        metavar="SECONDS",
        help="Time limit for each board; a board that exceeds it counts as if it took this long.",
    )


held_out = click.option(
    "--held-out",
    type=Choice(["all", "only", "without"]),
    default="all",
    show_default=True,
    help="Take all boards, only the third that is never used for tuning, or only the others.",
)
corpus = click.option(
    "--corpus",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="MASUME_CORPUS",
    metavar="FOLDER",
    help="Take boards from the *.jsonl files of this folder; default: MASUME_CORPUS, or else the shipped boards.",
)
to = click.option(
    "--format",
    "to",
    type=Choice(["markdown", "csv", "json"]),
    default="markdown",
    show_default=True,
    help="Format of the report.",
)
plots = click.option(
    "--plots", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Write plots as SVG to FOLDER."
)
