"""The command `rate`: how hard a board is, and why."""

import masume
from masume.cli import options
from masume.cli.board_lists import board_or_list
from masume.cli.commands import main, print_result
from masume.cli.progress import progress


@main.command()
@board_or_list("rate")
@options.time_limit
@options.as_json
def rate(board: masume.Board, time_limit: float | None, as_json: bool) -> None:
    """Rate BOARD: how hard it is, and why.

    The level is one of 1 beginner, 2 easy, 3 medium, 4 hard, 5 expert, 6 needs trial. docs/rating.md defines it.
    """
    with progress("rating"):
        rating = masume.rate(board, limits=masume.Limits(seconds=time_limit))
    print_result(rating.to_dict() if as_json else rating.in_words())
