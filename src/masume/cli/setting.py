"""The command `minimise`: what authors of puzzles need."""

from pathlib import Path
from typing import Any

import click

import masume
from masume import formats, rating
from masume.cli import options
from masume.cli.atomic_write import STDOUT, save
from masume.cli.base import Exit, print_text
from masume.cli.commands import draw_board, main, print_result
from masume.cli.parameter_types import Choice
from masume.cli.progress import progress
from masume.setting import CLUE_SYMMETRIES


@main.command()
@options.board
@click.option("--keep", metavar="PLACES", help="Keep the clues at these places, such as r1c1,r3c4.")
@click.option(
    "--symmetry",
    type=Choice(tuple(CLUE_SYMMETRIES)),
    default="none",
    metavar="NAME",
    help=f"Drop clues only together with their images: {', '.join(CLUE_SYMMETRIES)}.",
)
@click.option(
    "--level", metavar="LEVEL", help=f"Keep the board at most this hard, 1 to 6 or a name: {', '.join(rating.LEVELS)}."
)
@click.option("--to", "to", type=Choice(formats.names()), help="Print the board in this format instead of drawing it.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the board to this file.")
@options.time_limit
@options.as_json
@options.ascii_only
@options.coordinates
@click.pass_context
def minimise(
    ctx: click.Context,
    board: masume.Board,
    keep: str | None,
    symmetry: str,
    level: str | None,
    to: str | None,
    output: Path | None,
    time_limit: float | None,
    as_json: bool,
    ascii_only: bool,
    coordinates: bool,
) -> None:
    """Drop clues that BOARD does not need to have only one solution."""
    if as_json and (to is not None or output is not None):
        raise click.UsageError("--json has the board in the format json: it excludes --to and --output")
    places, complete = [place.strip() for place in keep.split(",")] if keep else [], True
    try:
        with progress("dropping clues"):
            limits = masume.Limits(seconds=time_limit)
            smaller = masume.minimise(board, limits=limits, keep=places, symmetry=symmetry, level=level)
    except masume.OutOfTimeError as error:
        smaller, complete = error.board or board, False
    if as_json:
        print_result(_to_json(board, smaller, complete))
    else:
        is_file = output is not None and output != STDOUT
        if output is not None and is_file:
            save(output, f"{masume.write(smaller, to or 'text').rstrip()}\n".encode())
        elif to is not None or output is not None:
            print_result(masume.write(smaller, to or "text").rstrip("\n"), to)
        else:
            print_result(draw_board(smaller, ascii_only, coordinates))
        print_text(_describe(board, smaller, complete), err=to is not None or output is not None)
    ctx.exit(Exit.OK if complete else Exit.OUT_OF_TIME)


def _dropped(board: masume.Board, smaller: masume.Board) -> list[Any]:
    left = set(smaller.droppable_clues)
    return [place for place in board.droppable_clues if place not in left]


def _describe(board: masume.Board, smaller: masume.Board, complete: bool) -> str:
    """Return one line about what was dropped."""
    before, dropped = len(board.droppable_clues), len(_dropped(board, smaller))
    if not complete:
        return (
            f"Out of time: dropped {dropped} of {masume.messages.pluralize(before, 'clue')}; more may be superfluous."
        )
    if not dropped:
        return f"No clue can be dropped: all {before} stay."
    return f"Dropped {dropped} of {masume.messages.pluralize(before, 'clue')}; {before - dropped} left."


def _to_json(board: masume.Board, smaller: masume.Board, complete: bool) -> dict[str, Any]:
    """Return the result as plain data."""
    return {
        "complete": complete,
        "clues": len(smaller.droppable_clues),
        "dropped": [board.place_name(place) for place in _dropped(board, smaller)],
        "board": smaller.to_dict(),
    }
