"""The commands for those who compare formulations: how they state the rules, and what each rule costs."""

from dataclasses import asdict

import click

import masume
from masume import examples
from masume.cli import options, reports
from masume.cli.commands import main, print_result
from masume.cli.entry import board_from
from masume.cli.progress import progress
from masume.core.errors import InputError
from masume.core.genre import Genre

_OF_OUR_OWN = ("-small", "-medium", "-large", "-sample")  # examples that are printed in no paper


@main.command()
@click.argument("genre", required=False)
@click.option("--markdown", is_flag=True, help="Write a page for the documentation, of all genres if none is named.")
@click.option("--width", type=click.IntRange(min=20), help="Columns of the page; those of the terminal if not said.")
@click.option("--essence", is_flag=True, help="Print the specification of GENRE in Essence, for Conjure.")
def rules(genre: str | None, markdown: bool, width: int | None, essence: bool) -> None:
    """Show the rules of GENRE, and how each formulation states them, side by side."""
    from masume.cli import rules_page  # here, for no other command needs it

    if markdown:
        print_result(rules_page.page([masume.genres.find(genre)] if genre else None))
    elif genre is None:
        raise click.UsageError("Missing argument 'GENRE'.")
    elif essence:
        from masume.formulations.essence import specification

        print_result(specification(masume.genres.find(genre)).rstrip("\n"))
    else:
        print_result(rules_page.in_columns(masume.genres.find(genre), width))


@main.group()
def bench() -> None:
    """Run experiments."""


@bench.command()
@click.argument("genre")
@options.formulation
@click.option(
    "--board", metavar="BOARD", help="The board; if not said, one that is printed in a paper, or a small one."
)
@click.option("--limit", type=click.IntRange(min=1), default=1000, show_default=True, help="Stop counting here.")
@click.option("--time-limit", type=click.FloatRange(min=0), default=60.0, show_default=True, help="Seconds per search.")
@options.as_json
def ablation(
    genre: str,
    formulation: str | masume.Formulation | None,
    board: str | None,
    limit: int,
    time_limit: float,
    as_json: bool,
) -> None:
    """Leave out one rule of GENRE at a time: program size, time, number of answers."""
    from masume import bench as experiments  # here, for no other command needs it

    meant = masume.genres.find(genre)
    name = board if board is not None else _usual_example(meant)
    chosen = board_from(name)
    if chosen.genre is not meant:
        raise InputError(f"expected a board of {meant.name}, not of {chosen.genre.name}")
    if not as_json:
        stated = masume.formulations.find(meant, formulation)
        print_result(f"{meant.title}, {stated.name}, {name:.60}\n{reports.ABLATION_HEAD}")
    limits = masume.Limits(seconds=time_limit, solutions=limit)
    rows = experiments.ablation(chosen, formulation, limits)
    while True:
        with progress("searching"):
            row = next(rows, None)
        if row is None:
            break
        print_result(asdict(row) if as_json else reports.ablation_in_words(row))


def _usual_example(genre: Genre) -> str:
    """An example of a genre that is printed in a paper, or else a small one."""
    own = [name for name in examples.names() if examples.find(name).genre is genre]
    if not own:
        raise InputError(f"no example of {genre.name} is shipped: say a board with --board")
    return next((name for name in own if not name.endswith(_OF_OUR_OWN)), min(own, key=len))
