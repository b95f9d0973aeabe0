"""The command `bench generate`: how fast boards are made."""

import click

from masume.cli import bench_options
from masume.cli.base import Exit
from masume.cli.commands import print_result
from masume.cli.parameter_types import Choice, Size
from masume.cli.progress_bar import ProgressBar
from masume.cli.research import bench


@bench.command()
@click.option(
    "--genre",
    "genres",
    multiple=True,
    metavar="NAME",
    help="Boards of this genre; can be repeated; default: all genres that say how new boards are drawn.",
)
@click.option(
    "--size",
    "sizes",
    type=Size(),
    multiple=True,
    default=["10x10", "15x15", "20x20"],
    show_default=True,
    help="Boards of this size; can be repeated.",
)
@click.option(
    "--by",
    type=Choice(["both", "reasons", "rating"]),
    default="both",
    show_default=True,
    help="What decides how hard a board is: the number of reasons of its largest step, or its rating.",
)
@click.option(
    "--budget",
    type=bench_options.SECONDS,
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="CPU seconds for each kind of boards: a genre, a size and a difficulty.",
)
@click.option(
    "--rounds",
    type=bench_options.NUMBER,
    default=5,
    show_default=True,
    metavar="N",
    help="Spread the budget over N rounds.",
)
@click.option(
    "--time-limit",
    type=bench_options.SECONDS,
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Time limit for each try; a try that exceeds it is rejected.",
)
@click.option("--verify", is_flag=True, help="Also let the engine asp prove that the boards have one solution.")
@click.option("--no-peers", is_flag=True, help="Do not measure Simon Tatham's programs, even if they are installed.")
@bench_options.to
@click.pass_context
def generate(
    ctx: click.Context,
    genres: tuple[str, ...],
    sizes: tuple[tuple[int, int], ...],
    by: str,
    budget: float,
    rounds: int,
    time_limit: float,
    verify: bool,
    no_peers: bool,
    to: str,
) -> None:
    """Measure how many boards are made per CPU second, by genre, size and difficulty.

    Ctrl-C stops the measurement and prints the results so far.  The exit status is 1 if something fails.
    """
    from masume.bench import generate as experiment  # slow, and no other command needs it

    difficulties = [each for each in experiment.DIFFICULTIES if by in ("both", each.decided_by)]
    chosen = experiment.find_genres(genres)
    settings = experiment.GenerateSettings(budget, rounds, time_limit, verify, not no_peers)
    kinds = experiment.list_kinds(chosen, list(dict.fromkeys(sizes)), difficulties)
    with ProgressBar() as bar:
        results = experiment.run(kinds, settings, bar.show)
    print_result(experiment.WRITERS[to](results), to)
    if not results.is_complete:
        raise KeyboardInterrupt
    ctx.exit(Exit.OK if results.is_ok else Exit.NO_SOLUTION)
