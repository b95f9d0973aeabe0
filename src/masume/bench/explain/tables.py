"""The tables of a run: goals, hints, whole boards, steps, what was slowest and largest, trouble."""

from collections.abc import Iterator, Sequence
from statistics import median

from masume.bench.boards import by_band
from masume.bench.explain.goals import (
    BANDS,
    FEW,
    GOALS,
    SOME,
    high,
    hint_seconds,
    seconds,
    share_of_easy_boards,
    share_of_small_steps,
)
from masume.bench.explain.measurement import DONE, LATE, Explained, Hinted, Manner
from masume.bench.report_tables import Table, Value, figure

_SIZES = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 7), (8, 14), (15, None))  # of steps: from, to
_PLACE = ("genre", "cells")
_THREE = ("median", "95 %", "most")
_CPU = tuple(f"CPU {name}" for name in _THREE)
MISSED = "(missed)"


def goals(explained: Sequence[Explained]) -> Table:
    """What is reached of what was aimed at, for each genre."""
    groups = dict(grouped(explained))
    rows = []
    for genre in sorted({genre for genre, _ in groups}):
        row: list[Value] = [genre]
        for goal in GOALS:
            reached = goal.reached(groups.get((genre, goal.band), ()))
            row.append(None if reached is None else figure(reached) + ("" if goal.is_met(reached) else f" {MISSED}"))
        rows.append(tuple(row))
    return Table("Goals", ("genre",), tuple(goal.in_words for goal in GOALS), tuple(rows))


def hints(explained: Sequence[Explained]) -> Table:
    """What hints take, and how good they are."""
    rows = []
    for place, band in grouped(explained):
        found = [hint for one in band for hint in one.hints]
        steps = [hint.step for hint in found if hint.step is not None]
        counts = (sum(step.size <= FEW for step in steps), sum(step.manner is Manner.TRUST for step in steps))
        rows.append((*place, len(found), *_three(hint_seconds(band), 1000), *_three(_cpu(found), 1000), *counts))
    note = "In milliseconds, from states that are evenly spread over the explanation, its start among them."
    heads = ("hints", *_THREE, *_CPU, f"with at most {FEW} reasons", "on trust")
    return Table("Hints", _PLACE, heads, tuple(rows), (note,))


def whole_boards(explained: Sequence[Explained]) -> Table:
    """What whole explanations take."""
    rows = tuple(
        (*place, len(band), sum(one.verdict == LATE for one in band), *_three(seconds(band), 1), *_three(_cpu(band), 1))
        for place, band in grouped(explained)
    )
    note = "In seconds; a board that was late counts with its time limit."
    return Table("Whole boards", _PLACE, ("boards", "late", *_THREE, *_CPU), rows, (note,))


def sizes(explained: Sequence[Explained]) -> Table:
    """How many steps have how many reasons."""
    rows = []
    for place, band in grouped(explained):
        found = [step.size for one in band for step in one.steps]
        counts = [sum(low <= size and (most is None or size <= most) for size in found) for low, most in _SIZES]
        shares = (share_of_small_steps(band), share_of_easy_boards(band))
        rows.append((*place, len(found), *counts, *shares))
    classes = [
        f"{low} or more" if most is None else str(low) if low == most else f"{low}–{most}" for low, most in _SIZES
    ]
    shares_in_words = (f"% with at most {FEW}", f"% of boards with at most {SOME}")
    note = "Steps by the number of their reasons. A board that was late counts with the steps found, and as a hard one."
    return Table("Sizes of steps", _PLACE, ("steps", *classes, *shares_in_words), tuple(rows), (note,))


def manners(explained: Sequence[Explained]) -> Table:
    """How steps are told."""
    rows: list[tuple[Value, ...]] = []
    for place, band in grouped(explained):
        found = [step for one in band for step in one.steps]
        counts = [sum(step.manner is manner for step in found) for manner in (Manner.CASES, Manner.TRIAL, Manner.TRUST)]
        rows.append((*place, len(found), sum(step.has_cut for step in found), *counts))
    heads = ("steps", "with a cut", "with two cases", "by trial", "on trust")
    return Table("Manners of steps", _PLACE, heads, tuple(rows))


def hardest(explained: Sequence[Explained]) -> Table:
    """What was slowest and largest in each genre and band."""
    rows: list[tuple[Value, ...]] = []
    for place, band in grouped(explained):
        hints = [(1000 * hint.taken.wall, hint.after, one.board.id) for one in band for hint in one.hints]
        took, after, on = max(hints, default=(None, None, None))
        slowest = max(band, key=lambda one: one.taken.wall)
        largest = max(band, key=lambda one: one.largest)
        rows.append((*place, on, after, took, slowest.board.id, slowest.taken.wall, largest.board.id, largest.largest))
    heads = ("slowest hint", "after steps", "ms", "slowest board", "s", "largest step", "reasons")
    return Table("Slowest and largest", _PLACE, heads, tuple(rows))


def trouble(explained: Sequence[Explained]) -> Table:
    """The boards that were late or could not be explained."""
    found = [one for one in explained if one.verdict != DONE]
    rows = tuple(
        (one.board.genre, one.board.id, one.board.cells, one.verdict, len(one.steps), one.note)
        for one in sorted(found, key=lambda one: (not one.is_bad, one.board))
    )
    return Table("Late or wrong", ("genre", "board"), ("cells", "verdict", "steps", "note"), rows)


def grouped(explained: Sequence[Explained]) -> Iterator[tuple[tuple[str, str], list[Explained]]]:
    """The boards of each genre and band that can be explained."""
    return by_band((one for one in explained if one.verdict in (DONE, LATE)), BANDS)


def _cpu(measured: Sequence[Explained] | Sequence[Hinted]) -> list[float]:
    return [one.taken.cpu for one in measured]


def _three(values: Sequence[float], unit: float) -> tuple[float | None, ...]:
    """The median, what 95 per cent do not exceed, and the most."""
    return tuple(unit * figure for figure in (median(values), high(values), max(values))) if values else (None,) * 3
