"""The command `bench explain`: the speed of explanations, and the size of their steps."""

from pathlib import Path

import click

from masume.cli import bench_options
from masume.cli.base import Exit
from masume.cli.commands import print_result
from masume.cli.progress_bar import ProgressBar
from masume.cli.research import bench


@bench.command()
@bench_options.genres
@bench_options.max_cells(300)
@bench_options.at_least
@click.option(
    "--boards",
    type=bench_options.NUMBER,
    default=20,
    show_default=True,
    metavar="N",
    help="At most N boards of each genre and size band.",
)
@bench_options.kind
@bench_options.held_out
@bench_options.corpus
@bench_options.time_limit(60.0)
@click.option(
    "--hints",
    type=bench_options.NUMBER,
    default=8,
    show_default=True,
    metavar="N",
    help="Ask for N hints on each board, on the way to its solution.",
)
@click.option(
    "--hint-seconds",
    type=bench_options.SECONDS,
    default=0.2,
    show_default=True,
    metavar="SECONDS",
    help="Time that each hint may take.",
)
@bench_options.to
@click.pass_context
def explain(
    ctx: click.Context,
    genres: tuple[str, ...],
    max_cells: int,
    min_cells: int,
    boards: int,
    kind: str,
    held_out: str,
    corpus: Path | None,
    time_limit: float,
    hints: int,
    hint_seconds: float,
    to: str,
) -> None:
    """Measure explanations and hints: how fast they are, and how large their steps are.

    Ctrl-C stops the measurement and prints the results so far.  The exit status is 1 if a board cannot be explained.
    """
    from masume.bench import explain as experiment  # slow, and no other command needs it

    selection = experiment.BoardSelection(
        genres, min_cells, max_cells, boards, held_out, None if kind == "all" else kind, experiment.BANDS
    )
    selected = experiment.select_boards(corpus, selection)
    with ProgressBar() as bar:
        results = experiment.run(selected, experiment.ExplainSettings(time_limit, hints, hint_seconds), bar.show)
    print_result(experiment.WRITERS[to](results), to)
    if not results.is_complete:
        raise KeyboardInterrupt
    ctx.exit(Exit.OK if results.is_ok else Exit.NO_SOLUTION)
