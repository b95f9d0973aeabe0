"""The options by which benchmarks are told which boards to take."""

from pathlib import Path

import click

NUMBER = click.IntRange(min=1)
SECONDS = click.FloatRange(min=0, min_open=True)

genres = click.option("--genre", "genres", multiple=True, metavar="NAME", help="Take boards of this genre only.")
at_least = click.option(
    "--at-least", type=NUMBER, default=1, metavar="N", help="Take boards of at least so many cells."
)
held_out = click.option(
    "--held-out",
    type=click.Choice(["all", "only", "without"]),
    default="all",
    show_default=True,
    help="What to do with the third of the boards that is kept out of tuning.",
)
corpus = click.option(
    "--corpus",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="MASUME_CORPUS",
    metavar="FOLDER",
    help="Take boards from the *.jsonl files of this folder; the shipped ones if neither it nor MASUME_CORPUS is said.",
)
to = click.option("--format", "to", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True)
