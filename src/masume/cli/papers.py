"""The command that makes the papers' tables and plots again."""

import sys
from pathlib import Path
from time import monotonic

import click

from masume.cli.commands import print_result
from masume.cli.research import bench

_WIDTH = 30  # of the bar


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


class Bar:
    """A line on standard error that tells how far the work is, if that is a terminal."""

    def __init__(self) -> None:
        self._begin, self._shown = monotonic(), False

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *error: object) -> None:
        if self._shown:
            self._say("\r\x1b[K")

    def show(self, done: int, total: int) -> None:
        """Tell how much is done, and how long the rest will take if it goes on like this."""
        if not total or not sys.stderr.isatty():
            return
        self._shown = True
        full = _WIDTH * done // total
        rest = (monotonic() - self._begin) / done * (total - done) if done else None
        told = "" if rest is None else f", about {_in_words(rest)} left"
        self._say(f"\rmasume: [{'#' * full}{'.' * (_WIDTH - full)}] {done}/{total}{told}\x1b[K")

    @staticmethod
    def _say(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _in_words(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
