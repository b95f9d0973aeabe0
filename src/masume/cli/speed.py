"""The command that tells how fast engines are."""

from pathlib import Path

import click

from masume.cli.bar import Bar
from masume.cli.commands import print_result
from masume.cli.entry import Exit
from masume.cli.research import bench

_NUMBER = click.IntRange(min=1)


@bench.command()
@click.option("--engine", "engines", multiple=True, metavar="NAME", help="Time this engine; the default and lazy.")
@click.option("--genre", "genres", multiple=True, metavar="NAME", help="Take boards of this genre only.")
@click.option("--cells", type=_NUMBER, metavar="N", help="Take boards of at most so many cells.")
@click.option("--at-least", type=_NUMBER, default=1, metavar="N", help="Take boards of at least so many cells.")
@click.option("--boards", type=_NUMBER, metavar="N", help="Take at most so many boards of each genre and size band.")
@click.option(
    "--held-out",
    type=click.Choice(["all", "only", "without"]),
    default="all",
    show_default=True,
    help="What to do with the third of the boards that is kept out of tuning.",
)
@click.option(
    "--corpus",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="MASUME_CORPUS",
    metavar="FOLDER",
    help="Take boards from the *.jsonl files of this folder; the shipped ones if neither it nor MASUME_CORPUS is said.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
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
@click.option("--format", "to", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True)
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
