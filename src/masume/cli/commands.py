"""The commands, each a thin caller of the public API."""

import json
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, Unpack

import click

import masume
from masume import engines, examples, formats
from masume.cli import options, reports
from masume.cli.atomic_write import save
from masume.cli.entry import Commands, Exit, can_print, has_colour
from masume.cli.progress import progress
from masume.drawing import Pointed
from masume.formulations.models import ModelFormulation

Formulated: TypeAlias = str | masume.Formulation | None
Stated: TypeAlias = masume.Formulation | ModelFormulation | None
_EXIT = {
    masume.Status.SOLVED: Exit.FINE,
    masume.Status.UNSOLVABLE: Exit.NO_SOLUTION,
    masume.Status.TIMEOUT: Exit.OUT_OF_TIME,
    masume.Status.WRONG: Exit.NO_SOLUTION,
}


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(masume.__version__, prog_name="masume")
def main() -> None:
    """Solve, check, explain, convert and show grid logic puzzles.

    BOARD is a puzz.link URL, a file, - for standard input, or the name of a shipped example.  Facts as in the papers
    tell neither genre nor size: say --genre and --size.
    """


@main.command()
@options.board
@options.engine
@options.formulation
@options.time_limit
@options.from_marks
@click.option("--all", "wanted", type=click.IntRange(min=1), metavar="N", help="Show up to N solutions.")
@click.option("--common", is_flag=True, help="Show the marks that all solutions share.")
@click.option("--conflict", is_flag=True, help="If there is no solution, show rules that cannot hold together.")
@click.option("--to", "to", type=click.Choice(formats.names()), help="Print the solutions in a format.")
@click.option("--statistics", is_flag=True, help="Tell what the search cost.")
@options.as_json
@options.ascii_only
@options.coordinates
@click.pass_context
def solve(
    ctx: click.Context,
    board: masume.Board,
    engine: str | None,
    formulation: Formulated,
    time_limit: float | None,
    from_marks: bool,
    wanted: int | None,
    common: bool,
    conflict: bool,
    to: str | None,
    statistics: bool,
    as_json: bool,
    ascii_only: bool,
    coordinates: bool,
) -> None:
    """Solve BOARD and say whether the solution is unique."""
    if (common, conflict, wanted is not None).count(True) > 1:
        raise click.UsageError("--all, --common and --conflict exclude each other")
    limits = masume.Limits(seconds=time_limit, solutions=None if wanted is None else max(wanted, 2))
    stated = masume.formulation_for(board, engine, formulation)
    show = partial(_shown, to=to, stated=stated, ascii_only=ascii_only, coordinates=coordinates)
    if common:
        with progress("looking for common marks"):
            shared = masume.common(board, engine, limits, from_marks, formulation)
        print_result({"common": _plain(shared)} if as_json else show(shared))
        _tell_if_not_vouched_for(stated)
        return
    if conflict:
        _conflict(ctx, board, formulation, limits, from_marks, as_json)
    with progress("solving"):
        outcome = masume.solve(board, engine, limits, from_marks, formulation)
    if as_json:
        print_result(reports.outcome_to_json(outcome, wanted))
    else:
        for shown in outcome.boards[: wanted or 1]:
            print_result(show(shown))
        told = reports.outcome_in_words(outcome, wanted)
        click.echo(told if not statistics else f"{told}\n{reports.statistics_in_words(outcome)}", err=to is not None)
    ctx.exit(_EXIT[outcome.status])


def _conflict(
    ctx: click.Context,
    board: masume.Board,
    formulation: Formulated,
    limits: masume.Limits,
    from_marks: bool,
    as_json: bool,
) -> None:
    """Show rules that cannot hold together and end; go on if there are none."""
    with progress("looking for a conflict"):
        found = masume.conflict(board, formulation, limits, from_marks)
    if found is not None:
        print_result(reports.conflict_to_json(board, found) if as_json else reports.conflict_in_words(board, found))
        _tell_if_not_vouched_for(masume.formulation_for(board, "asp", formulation))
        ctx.exit(Exit.NO_SOLUTION)


@main.command()
@options.board
@click.option("--unfinished", is_flag=True, help="Report only what no further mark can mend.")
@options.formulation
@options.as_json
@click.pass_context
def check(ctx: click.Context, board: masume.Board, unfinished: bool, formulation: Formulated, as_json: bool) -> None:
    """Say which rules the marks on BOARD break."""
    if formulation is None:
        broken = masume.check(board, finished=not unfinished)
    elif unfinished:
        raise click.UsageError("--unfinished and --formulation exclude each other")
    else:
        broken = masume.violations(board, formulation)
    print_result(
        reports.broken_to_json(board, broken) if as_json else reports.broken_in_words(board, broken, unfinished)
    )
    if formulation is not None:
        _tell_if_not_vouched_for(masume.formulation_for(board, "asp", formulation))
    ctx.exit(Exit.NO_SOLUTION if broken else Exit.FINE)


@main.command()
@options.board
@options.engine
@options.formulation
@options.time_limit
@options.from_marks
@click.option("--limit", type=click.IntRange(min=1), default=1000, show_default=True, help="Stop counting here.")
@options.as_json
@click.pass_context
def count(
    ctx: click.Context,
    board: masume.Board,
    engine: str | None,
    formulation: Formulated,
    time_limit: float | None,
    from_marks: bool,
    limit: int,
    as_json: bool,
) -> None:
    """Count the solutions of BOARD."""
    with progress("counting"):
        found = masume.count(board, limit + 1, engine, masume.Limits(seconds=time_limit), from_marks, formulation)
    number, more = min(found, limit), found > limit
    print_result({"count": number, "more": more} if as_json else f"{number} or more" if more else str(number))
    _tell_if_not_vouched_for(masume.formulation_for(board, engine, formulation))
    ctx.exit(Exit.FINE if found else Exit.NO_SOLUTION)


@main.command()
@options.board
@click.option("--to", "to", type=click.Choice(formats.names()), default="text", show_default=True)
@click.option("--dialect", metavar="NAME", help="Whose facts to write: a paper's such as cayli2007, or masume.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
def convert(board: masume.Board, to: str, dialect: str | None, output: Path | None) -> None:
    """Write BOARD in another format."""
    written = masume.write(board, to, dialect).rstrip("\n")
    if output is None:
        print_result(written)
    else:
        save(output, (written + "\n").encode())


@main.command()
@click.argument("name", required=False)
@click.option("--engines", "show_engines", is_flag=True, help="List the engines instead.")
def genres(name: str | None, show_engines: bool) -> None:
    """List the genres, or show the rules, names, options, formats and examples of one."""
    if show_engines:
        print_result("\n".join(f"{engine:14} {engines.about(engine).partition(': ')[2]}" for engine in engines.names()))
    elif name is None:
        print_result("\n".join(reports.genre_in_short(masume.genres.find(each)) for each in masume.genres.names()))
    else:
        print_result(reports.genre_in_words(masume.genres.find(name), examples.names()))


def _shown(board: masume.Board, to: str | None, stated: Stated, ascii_only: bool, coordinates: bool) -> str:
    """A solved board: drawn, or in a format; in facts it is the answer that is told, as the papers do."""
    if to is None:
        return drawn(board, ascii_only, coordinates)
    if to not in ("answer", "facts"):
        return masume.write(board, to).rstrip("\n")
    dialect = stated.dialect if isinstance(stated, masume.Formulation) else None
    return masume.write(board, "answer", dialect).rstrip("\n")


def _tell_if_not_vouched_for(stated: Stated) -> None:
    if stated is not None and not stated.vouched:
        click.echo(f"masume: so says {stated.name}, for which masume does not vouch", err=True)


def drawn(board: masume.Board, ascii_only: bool, coordinates: bool, **pointed: Unpack[Pointed]) -> str:
    """A board as the terminal can show it."""
    draw = partial(masume.render, board, "terminal", colour=has_colour(), coordinates=coordinates, **pointed)
    picture = draw(ascii_only=ascii_only)
    return picture if can_print(picture) else draw(ascii_only=True)


def _plain(board: masume.Board) -> Any:
    return json.loads(masume.write(board, "json"))


def print_result(what: str | dict[str, Any]) -> None:
    """Print text, or plain data as one line of JSON."""
    click.echo(what if isinstance(what, str) else json.dumps(what, ensure_ascii=False))
