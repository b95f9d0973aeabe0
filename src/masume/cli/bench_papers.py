"""The command that makes the papers' tables and plots again."""

from pathlib import Path

import click

from masume.cli.commands import print_result
from masume.cli.progress_bar import Bar
from masume.cli.research import bench


@bench.command()
@click.option("--quick", is_flag=True, help="Few and small boards and a short time limit: a minute or two.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Measure so many at a time; 1 if not said, which disturbs times least, or 2 to be quick.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="For each measurement; 60 if not said, or 2.5 to be quick.",
)
@click.option(
    "--boards",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Take boards from the *.jsonl files of this folder (fields pzpr_url or url), not the shipped ones.",
)
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("masume-papers.jsonl"),
    show_default=True,
    help="Keep results here; what is known is not measured again.",
)
@click.option("--only", multiple=True, metavar="TABLE", help="Make this table only; may be said several times.")
@click.option("--format", "to", type=click.Choice(["markdown", "csv", "json"]), default="markdown", show_default=True)
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Draw plots as SVG.")
def papers(
    quick: bool,
    jobs: int | None,
    time_limit: float | None,
    boards: Path | None,
    results: Path,
    only: tuple[str, ...],
    to: str,
    plots: Path | None,
) -> None:
    """Make the tables and plots of the papers masume starts from, ours beside print.

    It can be stopped at any time and goes on where it was.
    """
    from masume.bench import papers as experiments  # here, for no other command needs it

    pool = experiments.shipped() if boards is None else experiments.from_folder(boards)
    planned = experiments.experiments(pool, only, quick)
    if plots is not None:
        experiments.plots.require()
    pace = experiments.pace(quick)
    found = experiments.Results(results, pace.limit if time_limit is None else time_limit)
    with Bar() as bar:
        experiments.run(experiments.tasks(planned), found, jobs or pace.jobs, bar.show)
    print_result(experiments.WRITERS[to](experiments.tables(planned, found)))
    if plots is not None:
        drawn = experiments.plots.draw(planned, found, plots)
        told = f"wrote {len(drawn)} plots to {plots}" if drawn else "no plots: a line needs two boards that were solved"
        click.echo(f"masume: {told}", err=True)
