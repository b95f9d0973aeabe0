"""Commands for comparing formulations: how they state the rules, and what each rule costs."""

from dataclasses import asdict

import click

import masume
from masume import Genre, InputError, examples, messages
from masume.cli import garbage_collection, options, reports
from masume.cli.commands import main, print_result
from masume.cli.parameter_types import SECONDS, Number
from masume.cli.progress import progress
from masume.cli.sources import read_board

_OWN_EXAMPLES = ("-small", "-medium", "-large", "-sample")  # endings of examples that are not from a paper


@main.command()
@click.argument("genre", required=False)
@click.option("--markdown", is_flag=True, help="Print a page for the documentation; without GENRE, of all genres.")
@click.option("--width", type=Number(20), metavar="N", help="Width in characters; default: that of the terminal.")
@click.option("--essence", is_flag=True, help="Print the Essence specification of GENRE, for Conjure.")
def rules(genre: str | None, markdown: bool, width: int | None, essence: bool) -> None:
    """Show the rules of GENRE and how each formulation states them, side by side."""
    from masume.cli import rules_page  # no other command needs it

    if markdown:
        print_result(rules_page.format_markdown([masume.genres.find(genre)] if genre else None))
    elif genre is None:
        raise click.UsageError("Missing argument 'GENRE'.")
    elif essence:
        print_result(masume.formulations.load_specification(masume.genres.find(genre)).rstrip("\n"))
    else:
        print_result(rules_page.format_columns(masume.genres.find(genre), width))


@main.group()
def bench() -> None:
    """Run experiments."""
    garbage_collection.collect_as_usual()


@bench.command()
@click.argument("genre")
@options.formulation
@click.option("--board", metavar="BOARD", help="Board to search; default: an example from a paper, or a small one.")
@click.option("--limit", type=Number(), default=1000, show_default=True, metavar="N", help="Stop counting at N.")
@click.option(
    "--time-limit",
    type=SECONDS,
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Time limit for each search.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each search.")
def ablation(
    genre: str,
    formulation: str | masume.Formulation | None,
    board: str | None,
    limit: int,
    time_limit: float,
    as_json: bool,
) -> None:
    """Leave out one rule of GENRE at a time: program size, time, number of answers."""
    from masume.bench import ablate  # slow, and no other command needs it

    expected = masume.genres.find(genre)
    name = board if board is not None else _default_example(expected)
    chosen = read_board(name)
    if chosen.genre is not expected:
        raise InputError(
            f"--board: expected a board of {expected.name}, but {messages.quote(name)} is a {chosen.genre.name}"
        )
    if not as_json:
        used = masume.formulations.find(expected, formulation)
        print_result(f"{expected.title}, {used.name}, {name:.60}\n{reports.ABLATION_HEAD}")
    results = ablate(chosen, formulation, masume.Limits(seconds=time_limit, solutions=limit))
    while True:
        with progress("searching"):
            result = next(results, None)
        if result is None:
            break
        print_result(asdict(result) if as_json else reports.format_ablation(result))


def _default_example(genre: Genre) -> str:
    """Return the name of a genre's example from a paper, or else of a small one."""
    names = [name for name in examples.names() if examples.find(name).genre is genre]
    if not names:
        raise InputError(f"there is no example of {genre.name}: choose a board with --board")
    return next((name for name in names if not name.endswith(_OWN_EXAMPLES)), min(names, key=len))
