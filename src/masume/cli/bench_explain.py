"""The command that tells how boards are explained, and how fast."""

from pathlib import Path

import click

from masume.cli import bench_options
from masume.cli.commands import print_result
from masume.cli.entry import Exit, complain
from masume.cli.progress_bar import Bar
from masume.cli.research import bench


@bench.command()
@bench_options.genres
@click.option(
    "--cells",
    type=bench_options.NUMBER,
    default=300,
    show_default=True,
    metavar="N",
    help="Take boards of at most so many cells.",
)
@bench_options.at_least
@click.option(
    "--boards",
    type=bench_options.NUMBER,
    default=20,
    show_default=True,
    metavar="N",
    help="Take at most so many boards of each genre and size.",
)
@click.option(
    "--kind",
    default="published",
    show_default=True,
    metavar="NAME",
    help="Of boards that tell of their kind take these only; all if you say all.",
)
@bench_options.held_out
@bench_options.corpus
@click.option(
    "--time-limit",
    type=bench_options.SECONDS,
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="For each board; one that is late counts with it.",
)
@click.option(
    "--hints",
    type=bench_options.NUMBER,
    default=8,
    show_default=True,
    metavar="N",
    help="Ask for so many hints on each board, on the way to its solution.",
)
@click.option(
    "--hint-seconds",
    type=bench_options.SECONDS,
    default=0.2,
    show_default=True,
    metavar="SECONDS",
    help="That each hint may take.",
)
@bench_options.to
@click.pass_context
def explain(
    ctx: click.Context,
    genres: tuple[str, ...],
    cells: int,
    at_least: int,
    boards: int,
    kind: str,
    held_out: str,
    corpus: Path | None,
    time_limit: float,
    hints: int,
    hint_seconds: float,
    to: str,
) -> None:
    """Explain boards and ask for hints: how fast that is, and how large the steps are.

    Ctrl-C ends it early and shows what is known by then.  The exit status is 1 if a board cannot be explained.
    """
    from masume.bench import explain as experiments  # here, for no other command needs it

    which = None if kind == "all" else kind
    choice = experiments.Choice(genres, at_least, cells, boards, held_out, which, experiments.BANDS)
    chosen = experiments.chosen(corpus, choice)
    with Bar() as bar:
        found = experiments.run(chosen, experiments.Settings(time_limit, hints, hint_seconds), bar.show)
    print_result(experiments.WRITERS[to](found))
    if not found.is_whole:
        complain("interrupted")
        ctx.exit(Exit.INTERRUPTED)
    ctx.exit(Exit.FINE if found.is_fine else Exit.NO_SOLUTION)
