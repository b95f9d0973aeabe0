"""The command `bench speed`: the speed of engines."""

from pathlib import Path

import click

from masume.cli import bench_options
from masume.cli.base import Exit, print_message
from masume.cli.commands import print_result
from masume.cli.progress_bar import ProgressBar
from masume.cli.research import bench


@bench.command()
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="NAME",
    help="Engine to time; can be repeated; default: the default engine and lazy.",
)
@bench_options.genres
@click.option("--cells", "max_cells", type=bench_options.NUMBER, metavar="N", help="Only boards of at most N cells.")
@bench_options.at_least
@click.option("--boards", type=bench_options.NUMBER, metavar="N", help="At most N boards of each genre and size band.")
@bench_options.held_out
@bench_options.corpus
@bench_options.time_limit(10.0)
@click.option("--cold", is_flag=True, help="Time each board also with empty caches.")
@click.option(
    "--baseline",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Compare the times from URL to verdict with those in FILE: an earlier run's JSON, or lines of JSON "
    "(id, genre, cells, status, inner_s).",
)
@click.option("--peers", is_flag=True, help="Also time multi-puzzle-solver and puzzlekit, if they are installed.")
@bench_options.to
@bench_options.plots
@click.pass_context
def speed(
    ctx: click.Context,
    engines: tuple[str, ...],
    genres: tuple[str, ...],
    max_cells: int | None,
    min_cells: int,
    boards: int | None,
    held_out: str,
    corpus: Path | None,
    time_limit: float,
    cold: bool,
    baseline: Path | None,
    peers: bool,
    to: str,
    plots: Path | None,
) -> None:
    """Time engines on boards, stage by stage.

    The exit status is 1 if an engine gives a wrong result.
    """
    from masume.bench import speed as experiment  # slow, and no other command needs it

    if plots is not None:
        experiment.plots.require_matplotlib()
    if peers:
        experiment.require_peers()
    settings = experiment.SpeedSettings(
        experiment.check_engines(engines or experiment.default_engines()),
        time_limit,
        cold,
        peers,
        tuple(experiment.load_baselines(baseline)) if baseline is not None else (),
    )
    selection = experiment.BoardSelection(genres, min_cells, max_cells, boards, held_out)
    selected = experiment.select_boards(corpus, selection)
    with ProgressBar() as bar:
        results = experiment.run(selected, settings, bar.show)
    print_result(experiment.WRITERS[to](results), to)
    if plots is not None:
        files = experiment.plots.draw_plots(results, plots)
        print_message(f"wrote {len(files)} plots to {plots}")
    ctx.exit(Exit.OK if results.is_ok else Exit.NO_SOLUTION)
