"""The command `bench papers`: reproduce the papers' tables and plots."""

from pathlib import Path

import click

from masume.cli import bench_options
from masume.cli.base import print_message
from masume.cli.commands import print_result
from masume.cli.parameter_types import Number
from masume.cli.progress_bar import ProgressBar
from masume.cli.research import bench


@bench.command()
@click.option("--quick", is_flag=True, help="Few and small boards, a short time limit: a minute or two.")
@click.option(
    "--jobs",
    type=Number(1, 64),
    metavar="N",
    help="Run N measurements at a time; default: 1, which gives the most exact times, or 2 with --quick.",
)
@click.option(
    "--time-limit",
    type=bench_options.SECONDS,
    metavar="SECONDS",
    help="Time limit for each measurement; default: 60, or 2.5 with --quick.",
)
@click.option(
    "--boards",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Take boards from the *.jsonl files of this folder (fields pzpr_url or url); default: the shipped boards.",
)
@click.option(
    "--results",
    "results_file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("masume-papers.jsonl"),
    show_default=True,
    help="File that keeps the results: what it contains is not measured again.",
)
@click.option("--only", multiple=True, metavar="TABLE", help="Make only this table; can be repeated.")
@bench_options.to
@bench_options.plots
def papers(
    quick: bool,
    jobs: int | None,
    time_limit: float | None,
    boards: Path | None,
    results_file: Path,
    only: tuple[str, ...],
    to: str,
    plots: Path | None,
) -> None:
    """Reproduce the papers' tables and plots, with our results next to the published ones.

    You can stop it at any time: the next run continues where this one stopped.
    """
    from masume.bench import papers as experiment  # slow, and no other command needs it

    pool = experiment.load_shipped() if boards is None else experiment.load_folder(boards)
    planned = experiment.plan_experiments(pool, only, quick)
    if plots is not None:
        experiment.plots.require_matplotlib()
    defaults = experiment.default_settings(quick)
    results = experiment.Results(results_file, defaults.time_limit if time_limit is None else time_limit)
    with ProgressBar() as bar:
        experiment.run(experiment.list_tasks(planned), results, jobs or defaults.jobs, bar.show)
    print_result(experiment.WRITERS[to](experiment.build_tables(planned, results)), to)
    if plots is not None:
        files = experiment.plots.draw_plots(planned, results, plots)
        print_message(f"wrote {len(files)} plots to {plots}" if files else "no plots: a curve needs two solved boards")
