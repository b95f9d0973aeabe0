"""How hard a board with one solution is, and which techniques it needs."""

from collections import Counter

from masume.core.board import Board
from masume.core.errors import OutOfTimeError
from masume.core.messages import pluralize
from masume.core.outcome import Limits
from masume.explaining.explanation import Ending, Explanation
from masume.explaining.frames import Frame
from masume.rating import rate
from masume.reviewing.findings import Finding, Picture


def find_rating(board: Board, limits: Limits) -> Finding:
    """Return how hard the board is, its hardest thought and its bottleneck."""
    rating, pictures = rate(board, limits=limits), list[Picture]()
    if rating.hardest:
        hardest = rating.hardest[0]
        pictures.append(Picture(f"The hardest thought: {hardest.in_words()}", Frame(hardest.board, hardest.places)))
    if rating.bottleneck is not None:
        bottleneck = rating.bottleneck
        caption = f"The bottleneck: {bottleneck.in_words()}"
        pictures.append(Picture(caption, Frame(bottleneck.board, bottleneck.places)))
    return Finding("rating", rating.in_words(), rating.to_dict(), tuple(pictures))


def find_techniques(board: Board, limits: Limits) -> Finding:
    """Return the techniques of an explanation, and how often it uses them; as far as it gets if the time runs out."""
    explanation = Explanation(board, limits=limits).find_all()
    steps = explanation.steps
    is_complete = explanation.ending is not Ending.TIMEOUT
    if not is_complete and not steps:
        raise OutOfTimeError("out of time")
    counts = Counter(step.technique for step in steps if step.technique)
    unnamed = len(steps) - counts.total()
    text = explanation.in_words()
    if counts:
        names = ", ".join(f"{name} ({number:,})" for name, number in counts.most_common())
        text += f" Techniques: {names}."
    if unnamed:
        text += f" {pluralize(unnamed, 'step')} without a technique that has a name."
    data = {"steps": len(steps), "techniques": dict(counts.most_common()), "unnamed": unnamed}
    return Finding("techniques", text, data, complete=is_complete)
