"""The command `generate`: new boards with a unique solution."""

from contextlib import nullcontext
from pathlib import Path
from time import monotonic
from typing import Any

import click
from click.core import ParameterSource

import masume
from masume import generating, messages, rating
from masume.cli import options
from masume.cli.base import print_message
from masume.cli.commands import main, print_result
from masume.cli.parameter_types import Amount, Choice, Number
from masume.cli.progress import progress
from masume.cli.sources import read_board
from masume.generating import Request
from masume.setting import CLUE_SYMMETRIES

_FOR_BOOKLETS = {"booklet", "output", "seed", "jobs", "time_limit", "verify"}
_NOT_WITH_LIKE = ("genre", "size", "level", "symmetry", "style", "density", "settings")
_DENSITY = Amount("a number from 0 to 2", lambda number: 0 <= number <= 2)


@main.command()
@click.argument("genre", required=False)
@click.option("--size", default="medium", metavar="SIZE", help="ROWSxCOLUMNS, or small, medium (default), large.")
@click.option("--level", metavar="LEVEL", help=f"Exactly this hard, 1 to 6 or a name: {', '.join(rating.LEVELS)}.")
@click.option(
    "--symmetry",
    type=Choice(tuple(CLUE_SYMMETRIES)),
    default="none",
    metavar="NAME",
    help=f"Symmetry of the places of the clues: {', '.join(CLUE_SYMMETRIES)}.",
)
@click.option("--style", metavar="NAME", help="One of the styles of the genre, which --list shows.")
@click.option("--density", type=_DENSITY, metavar="NUMBER", help="Wanted clues per cell, such as 0.3.")
@click.option(
    "--option",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the genre, which `masume genres GENRE` lists; can be repeated.",
)
@click.option("--like", metavar="BOARD", help="Boards of the genre, size, level, symmetry and density of BOARD.")
@click.option("--count", type=Number(1, 10**6), default=1, show_default=True, metavar="N", help="Make N boards.")
@click.option("--seed", type=Number(0), metavar="N", help="The same seed makes the same boards; default: drawn, shown.")
@click.option("--jobs", type=Number(1, 64), default=1, metavar="N", help="Make N boards at a time.")
@click.option("--verify", is_flag=True, help="Let a second engine (asp) prove that each solution is unique.")
@click.option("--to", "to", type=Choice(masume.formats.names()), help="Format of the boards; default: pzpr.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this file; to FILE.jsonl one record per line, as soon as each board is there.",
)
@click.option("--resume", is_flag=True, help="Go on with FILE.jsonl of a run that was stopped.")
@options.time_limit
@click.option(
    "--booklet",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="MENU.toml",
    help="Make a PDF of boards of several kinds, with rules and answers, as MENU says.",
)
@click.option("--list", "show_list", is_flag=True, help="List usual sizes and styles of GENRE, or of all genres.")
@options.as_json
@click.pass_context
def generate(ctx: click.Context, /, genre: str | None, show_list: bool, booklet: Path | None, **values: Any) -> None:
    """Make new boards of GENRE, each with exactly one solution, and all different.

    Without -o, print one URL per line.  The boards depend on the options and the seed only, not on the machine or the
    number of jobs.
    """
    if show_list:
        from masume.cli.genre_page import format_generation  # most calls do not need it

        names = masume.genres.names() if genre is None else [genre]
        print_result("\n\n".join(format_generation(masume.genres.find(name)) for name in names))
    elif booklet is not None:
        from masume.cli.menu_run import make_booklet  # most calls make none

        _refuse_options(ctx, {*_FOR_BOOKLETS}, "--booklet: the menu has the kinds of boards")
        make_booklet(booklet, **{name: values[name] for name in _FOR_BOOKLETS - {"booklet"}})
    else:
        _generate(ctx, genre, **values)


def _generate(
    ctx: click.Context,
    genre: str | None,
    *,
    like: str | None,
    count: int,
    seed: int | None,
    jobs: int,
    verify: bool,
    to: str | None,
    output: Path | None,
    resume: bool,
    time_limit: float | None,
    as_json: bool,
    **wishes: Any,
) -> None:
    """Make the boards of one request."""
    from masume.cli.series_output import choose_output  # imports much
    from masume.cli.series_run import SeriesRun

    start = monotonic()
    target = choose_output(output, to, as_json, count, resume)
    request = _find_request(ctx, genre, like, time_limit, wishes)
    with target:
        chosen = target.seed if seed is None else seed
        if chosen is None:
            chosen = generating.draw_seed()
            print_message(f"the seed is {chosen}")
        run = SeriesRun(masume.Series(request, chosen, jobs=jobs, verify=verify), count, target)
        seconds = None if time_limit is None else max(0.0, time_limit - (monotonic() - start))
        with progress("generating") if count == 1 else nullcontext():
            run.run(masume.Limits(seconds=seconds))


def _find_request(
    ctx: click.Context, genre: str | None, like: str | None, time_limit: float | None, wishes: dict[str, Any]
) -> Request:
    """Return what kind of board is wanted."""
    if like is not None:
        every_option = {option.name or "" for option in ctx.command.params}
        _refuse_options(ctx, every_option.difference(_NOT_WITH_LIKE), "--like: the board has its own")
        with progress("rating"):
            board = read_board(like, time_limit)
            return generating.request_like(board, limits=masume.Limits(seconds=time_limit))
    if genre is None:
        raise click.UsageError("expected the name of a genre, --like BOARD, --booklet MENU or --list")
    return generating.make_request(genre, options=dict(map(_parse_setting, wishes.pop("settings"))), **wishes)


def _parse_setting(text: str) -> tuple[str, str | int]:
    """Return the name and the value of an option of a genre, given as NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"--option expects NAME=VALUE, such as visit_all=yes, not {messages.quote(text)}")
    return name.strip(), int(value) if value.strip().isdecimal() else value.strip()


def _refuse_options(ctx: click.Context, allowed: set[str], reason: str) -> None:
    """Refuse what was given although it is not allowed together with another option."""
    for option in ctx.command.params:
        is_given = ctx.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if is_given and option.name not in allowed:
            name = option.opts[-1] if isinstance(option, click.Option) else (option.name or "").upper()
            raise click.UsageError(f"{name} cannot be used with {reason}")
