"""The commands, each a thin caller of the public API."""

import json
import os
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import click

import masume
from masume import engines, examples, formats
from masume.cli import reports
from masume.cli.entry import Commands, Exit, board_from, can_print, has_colour
from masume.cli.progress import progress

_EXIT = {
    masume.Status.SOLVED: Exit.FINE,
    masume.Status.UNSOLVABLE: Exit.NO_SOLUTION,
    masume.Status.TIMEOUT: Exit.OUT_OF_TIME,
}

source = click.argument("board", metavar="BOARD", callback=board_from)
engine = click.option("--engine", metavar="NAME", help="The engine that searches; the fastest there is if not said.")
time_limit = click.option(
    "--time-limit", type=click.FloatRange(min=0), metavar="SECONDS", help="Give up after so many seconds."
)
from_marks = click.option("--from-marks", is_flag=True, help="Take the marks on the board as given.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
ascii_only = click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
coordinates = click.option("--coordinates", is_flag=True, help="Number the rows and columns of the picture.")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(masume.__version__, prog_name="masume")
def main() -> None:
    """Solve, check, convert and show grid logic puzzles.

    BOARD is a puzz.link URL, a file, - for standard input, or the name of a shipped example.
    """


@main.command()
@source
@engine
@time_limit
@from_marks
@click.option("--all", "wanted", type=click.IntRange(min=1), metavar="N", help="Show up to N solutions.")
@click.option("--common", is_flag=True, help="Show the marks that all solutions share.")
@as_json
@ascii_only
@coordinates
@click.pass_context
def solve(
    ctx: click.Context,
    board: masume.Board,
    engine: str | None,
    time_limit: float | None,
    from_marks: bool,
    wanted: int | None,
    common: bool,
    as_json: bool,
    ascii_only: bool,
    coordinates: bool,
) -> None:
    """Solve BOARD and say whether the solution is unique."""
    if common and wanted is not None:
        raise click.UsageError("--all and --common exclude each other")
    limits = masume.Limits(seconds=time_limit, solutions=None if wanted is None else max(wanted, 2))
    if common:
        with progress("looking for common marks"):
            shared = masume.common(board, engine, limits, from_marks)
        _print({"common": _plain(shared)} if as_json else _drawn(shared, ascii_only, coordinates))
        return
    with progress("solving"):
        outcome = masume.solve(board, engine, limits, from_marks)
    if as_json:
        _print(reports.outcome_to_json(outcome, wanted))
    else:
        for shown in outcome.boards[: wanted or 1]:
            _print(_drawn(shown, ascii_only, coordinates))
        _print(reports.outcome_in_words(outcome, wanted))
    ctx.exit(_EXIT[outcome.status])


@main.command()
@source
@click.option("--unfinished", is_flag=True, help="Report only what no further mark can mend.")
@as_json
@click.pass_context
def check(ctx: click.Context, board: masume.Board, unfinished: bool, as_json: bool) -> None:
    """Say which rules the marks on BOARD break."""
    broken = masume.check(board, finished=not unfinished)
    _print(reports.broken_to_json(board, broken) if as_json else reports.broken_in_words(board, broken, unfinished))
    ctx.exit(Exit.NO_SOLUTION if broken else Exit.FINE)


@main.command()
@source
@engine
@time_limit
@from_marks
@click.option("--limit", type=click.IntRange(min=1), default=1000, show_default=True, help="Stop counting here.")
@as_json
@click.pass_context
def count(
    ctx: click.Context,
    board: masume.Board,
    engine: str | None,
    time_limit: float | None,
    from_marks: bool,
    limit: int,
    as_json: bool,
) -> None:
    """Count the solutions of BOARD."""
    with progress("counting"):
        found = masume.count(board, limit + 1, engine, masume.Limits(seconds=time_limit), from_marks)
    number, more = min(found, limit), found > limit
    _print({"count": number, "more": more} if as_json else f"{number} or more" if more else str(number))
    ctx.exit(Exit.FINE if found else Exit.NO_SOLUTION)


@main.command()
@source
@click.option("--to", "to", type=click.Choice(formats.names()), default="text", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
def convert(board: masume.Board, to: str, output: Path | None) -> None:
    """Write BOARD in another format."""
    written = masume.write(board, to).rstrip("\n")
    if output is None:
        _print(written)
    else:
        _save(output, written + "\n")


@main.command()
@source
@ascii_only
@coordinates
def show(board: masume.Board, ascii_only: bool, coordinates: bool) -> None:
    """Draw BOARD in the terminal."""
    _print(_drawn(board, ascii_only, coordinates))


@main.command()
@click.argument("name", required=False)
@click.option("--engines", "show_engines", is_flag=True, help="List the engines instead.")
def genres(name: str | None, show_engines: bool) -> None:
    """List the genres, or show the rules, names, options, formats and examples of one."""
    if show_engines:
        _print("\n".join(f"{engine:8} {engines.about(engine).partition(': ')[2]}" for engine in engines.names()))
    elif name is None:
        _print("\n".join(reports.genre_in_short(masume.genres.find(each)) for each in masume.genres.names()))
    else:
        _print(reports.genre_in_words(masume.genres.find(name), examples.names()))


def _drawn(board: masume.Board, ascii_only: bool, coordinates: bool) -> str:
    draw = partial(masume.render, board, "terminal", colour=has_colour(), coordinates=coordinates)
    picture = draw(ascii_only=ascii_only)
    return picture if can_print(picture) else draw(ascii_only=True)


def _plain(board: masume.Board) -> Any:
    return json.loads(masume.write(board, "json"))


def _print(what: str | dict[str, Any]) -> None:
    click.echo(what if isinstance(what, str) else json.dumps(what, ensure_ascii=False))


def _save(path: Path, text: str) -> None:
    """Write a file that appears only when it is complete."""
    try:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            file.write(text)
        Path(file.name).chmod(0o666 & ~_umask())
        Path(file.name).replace(path)
    except OSError as error:
        raise click.UsageError(f"cannot write {path}: {(error.strerror or 'unknown error').lower()}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
