"""The command `bench rate`: how well ratings agree with the labels of boards, and how long they take."""

from pathlib import Path

import click

from masume.cli import bench_options
from masume.cli.base import Exit, print_message
from masume.cli.commands import print_result
from masume.cli.progress_bar import ProgressBar
from masume.cli.research import bench


@bench.command()
@bench_options.genres
@bench_options.max_cells(260)
@bench_options.at_least
@click.option(
    "--boards",
    type=bench_options.NUMBER,
    default=20,
    show_default=True,
    metavar="N",
    help="At most N boards of each genre and size band for the spread and the times; all labelled boards are taken.",
)
@bench_options.kind
@bench_options.corpus
@click.option(
    "--labelled",
    "labelled_files",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Also take labelled boards from FILE: lines of JSON (id, pzpr_url, difficulty); can be repeated.",
)
@bench_options.time_limit(10.0)
@bench_options.to
@bench_options.plots
@click.pass_context
def rate(
    ctx: click.Context,
    genres: tuple[str, ...],
    max_cells: int,
    min_cells: int,
    boards: int,
    kind: str,
    corpus: Path | None,
    labelled_files: tuple[Path, ...],
    time_limit: float,
    to: str,
    plots: Path | None,
) -> None:
    """Compare ratings with the labels of boards, such as easy or hard, and measure their spread and times.

    Boards of the corpus have a label if it is a word of their id, as in puzzle-7x7-easy-1.  Ctrl-C stops the
    measurement and prints the results so far.  The exit status is 1 if a rating fails.
    """
    from masume.bench import rate as experiment  # slow, and no other command needs it

    if plots is not None:
        experiment.plots.require_matplotlib()
    selection = experiment.BoardSelection(
        genres, min_cells, max_cells, boards, kind=None if kind == "all" else kind, bands=experiment.BANDS
    )
    selected = experiment.select_boards(corpus, labelled_files, selection)
    with ProgressBar() as bar:
        results = experiment.run(selected, time_limit, bar.show)
    print_result(experiment.WRITERS[to](results), to)
    if plots is not None:
        files = experiment.plots.draw_plots(results, plots)
        print_message(f"wrote {len(files)} plots to {plots}")
    if not results.is_complete:
        raise KeyboardInterrupt
    ctx.exit(Exit.OK if results.is_ok else Exit.NO_SOLUTION)
