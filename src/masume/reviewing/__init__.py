"""Reviewing: all that an author wants to know about a board before it is published.

>>> import masume
>>> review = masume.review(masume.read("nurikabe/5/5/g5k2o1k3g"))
>>> print(review.find("superfluous").text)
3 of 4 clues are superfluous, each alone: r2c3, r4c3, r5c4. A clue that is dropped loses only its number.
>>> review.missing
[]

Review     (result)   is the findings, found one after the other, and what is missing
Finder     (finder)   finds each part: what the clues alone show (puzzle_findings), why there is not exactly one
                      solution (solution_findings), superfluous clues (clue_findings), how hard it is
                      (difficulty_findings)
Finding    (findings) is one of them: sentences, plain data and pictures; `html_page` makes a page of all
"""

from collections.abc import Iterable

from masume.core.arguments import require_board, require_limits
from masume.core.board import Board
from masume.core.numbers import require_whole_number
from masume.core.outcome import NO_LIMITS, Limits
from masume.reviewing.findings import Finding, NamedBoard, Picture
from masume.reviewing.result import Review

__all__ = ["Finding", "Picture", "Review", "review"]


def review(
    board: Board, *, limits: Limits = NO_LIMITS, against: Iterable[NamedBoard] = (), max_solutions: int = 100
) -> Review:
    """Return a review of a board, which finds its parts one after the other when you iterate over it.

    It reviews the puzzle: marks on the board are ignored.  `against` has ids and boards to compare with, such as
    `masume.load_all(path)`; solutions are counted up to `max_solutions`.  The time limit begins with this call.
    """
    require_board(board)
    require_limits(limits)
    require_whole_number("max_solutions", max_solutions)
    return Review(board, limits, against, max_solutions)
