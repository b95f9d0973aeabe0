"""The command that tells how fast engines are."""

from pathlib import Path

import click

from masume.cli import bench_options
from masume.cli.commands import print_result
from masume.cli.entry import Exit
from masume.cli.progress_bar import Bar
from masume.cli.research import bench


@bench.command()
@click.option("--engine", "engines", multiple=True, metavar="NAME", help="Time this engine; the default and lazy.")
@bench_options.genres
@click.option("--cells", type=bench_options.NUMBER, metavar="N", help="Take boards of at most so many cells.")
@bench_options.at_least
@click.option(
    "--boards", type=bench_options.NUMBER, metavar="N", help="Take at most so many boards of each genre and size band."
)
@bench_options.held_out
@bench_options.corpus
@click.option(
    "--time-limit",
    type=bench_options.SECONDS,
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="For each board; one that is late counts with it.",
)
@click.option("--cold", is_flag=True, help="Time each board also when nothing is remembered of others.")
@click.option(
    "--baseline",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Compare with the times in this file: lines of JSON (id, genre, cells, status, inner_s), or an earlier run's.",
)
@click.option("--peers", is_flag=True, help="Also time multi-puzzle-solver and puzzlekit, where they are installed.")
@bench_options.to
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Draw plots as SVG.")
@click.pass_context
def speed(
    ctx: click.Context,
    engines: tuple[str, ...],
    genres: tuple[str, ...],
    cells: int | None,
    at_least: int,
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

    The exit status is 1 if a verdict is wrong.
    """
    from masume.bench import speed as experiments  # here, for no other command needs it

    if plots is not None:
        experiments.plots.require()
    if peers:
        experiments.require_peers()
    settings = experiments.Settings(
        experiments.checked_engines(engines or experiments.usual_engines()),
        time_limit,
        cold,
        peers,
        tuple(experiments.baselines(baseline)) if baseline is not None else (),
    )
    chosen = experiments.chosen(corpus, experiments.Choice(genres, at_least, cells, boards, held_out))
    with Bar() as bar:
        found = experiments.run(chosen, settings, bar.show)
    print_result(experiments.WRITERS[to](found))
    if plots is not None:
        drawn = experiments.plots.draw(found, plots)
        click.echo(f"masume: wrote {len(drawn)} plots to {plots}", err=True)
    ctx.exit(Exit.FINE if found.is_fine else Exit.NO_SOLUTION)
