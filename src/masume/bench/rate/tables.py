"""The tables of a run: labels against scores, the spread of scores, times, disagreements, and problems."""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from masume.bench.boards import group_by_band
from masume.bench.rate.label_groups import (
    MIN_BOARDS,
    compare_labels,
    correlate_labels,
    find_disagreements,
    group_by_label,
    scores_of,
    split_held_out,
)
from masume.bench.rate.measurement import RateMeasurement
from masume.bench.rate.selection import BANDS
from masume.bench.report_tables import ReportTable, Value
from masume.bench.summary_statistics import percentile, summarise_times
from masume.bench.timed_job import DONE, LATE
from masume.core.levels import LEVELS

MAX_DISAGREEMENTS = 10
_GROUP = ("source", "genre", "cells")
_PARTS = ("held out", "others")


def tabulate_labels(measurements: Sequence[RateMeasurement]) -> ReportTable:
    """Say for each group and each pair of adjacent labels how often the harder label has the higher score."""
    rows: list[tuple[Value, ...]] = []
    for group in group_by_label(measurements):
        for easier, harder in pairwise(group.classes):
            parts = zip(split_held_out(easier.measurements), split_held_out(harder.measurements), strict=True)
            figures = [(len(low), len(high), compare_labels(low, high)) for low, high in parts]
            if any(chance is not None for _, _, chance in figures):
                names = (f"{easier.name} < {harder.name}",)
                rows.append((group.source, group.genre, str(group.cells), *names, *figures[0], *figures[1]))
    headings = tuple(f"{name}, {part}" for part in _PARTS for name in ("easier", "harder", "AUC"))
    note = (
        "AUC is the chance that the board with the harder label has the higher score; ties count half. It is empty if "
        f"there are fewer than {MIN_BOARDS} boards on a side."
    )
    return ReportTable("Labels", (*_GROUP, "labels"), headings, tuple(rows), (note,))


def tabulate_correlations(measurements: Sequence[RateMeasurement]) -> ReportTable:
    """Correlate labels and scores, for each group, and for each source and genre over all sizes."""
    rows: list[tuple[Value, ...]] = []
    for (source, genre), same_kind in groupby(group_by_label(measurements), key=lambda group: group[:2]):
        groups = list(same_kind)
        members = [(str(group.cells), group.measurements) for group in groups]
        if len(groups) > 1:
            members.append(("all", [each for group in groups for each in group.measurements]))
        for cells, boards in members:
            figures = [(len(part), correlate_labels(part)) for part in split_held_out(boards)]
            if any(correlation is not None for _, correlation in figures):
                rows.append((source, genre, cells, *figures[0], *figures[1]))
    headings = tuple(f"{name}, {part}" for part in _PARTS for name in ("boards", "correlation"))
    note = "Spearman's rank correlation of label and score. The labels of different sizes need not mean the same."
    return ReportTable("Rank correlation", _GROUP, headings, tuple(rows), (note,))


def tabulate_spread(measurements: Sequence[RateMeasurement]) -> ReportTable:
    """Summarise the scores of each genre, and count its boards of each level."""
    rows: list[tuple[Value, ...]] = []
    for genre, rated in group_by_genre(measurements):
        scores = scores_of(rated)
        levels = [each.level for each in rated]
        counts = [levels.count(level) for level in range(1, len(LEVELS) + 1)]
        rows.append((genre, len(rated), *(percentile(scores, percent) for percent in (10, 50, 90)), *counts))
    names = tuple(f"{level} {name}" for level, name in enumerate(LEVELS, 1))
    return ReportTable("Spread", ("genre",), ("boards", "10 %", "50 %", "90 %", *names), tuple(rows))


def group_by_genre(measurements: Iterable[RateMeasurement]) -> list[tuple[str, list[RateMeasurement]]]:
    """Return (genre, measurements) for each genre, without the boards that have no rating."""
    rated = sorted((each for each in measurements if each.score is not None), key=lambda each: each.board)
    return [(genre, list(members)) for genre, members in groupby(rated, key=lambda each: each.board.genre)]


def tabulate_times(measurements: Sequence[RateMeasurement]) -> ReportTable:
    """Summarise the times of each genre and size band."""
    rows: list[tuple[Value, ...]] = []
    for group, band in group_by_band((each for each in measurements if each.verdict in (DONE, LATE)), BANDS):
        late = sum(each.verdict == LATE for each in band)
        rows.append((*group, len(band), late, *summarise_times([each.elapsed.cpu for each in band], 1000)))
    note = "CPU time in milliseconds; a late board counts with its time limit."
    return ReportTable(
        "Times", ("genre", "cells"), ("boards", "late", "median", "95 %", "longest"), tuple(rows), (note,)
    )


def tabulate_disagreements(measurements: Sequence[RateMeasurement]) -> ReportTable:
    """List the boards that disagree most with their label, so that a person can look at them."""
    rows: list[tuple[Value, ...]] = []
    for found in find_disagreements(group_by_label(measurements))[:MAX_DISAGREEMENTS]:
        each, other = found.measurement, found.other_end
        names = (each.board.genre, each.board.id, each.board.label)
        rows.append((*names, each.score, each.level_name, f"{other.name}: {other.median:.2f}", each.board.url))
    note = (
        "Boards that are beyond the median of the boards with the label at the other end of their group: of the "
        "hardest label if they are rated too high, of the easiest if they are rated too low."
    )
    figures = ("score", "level", "beyond the median of", "address")
    return ReportTable("Disagreements", ("genre", "id", "label"), figures, tuple(rows), (note,))


def tabulate_problems(measurements: Sequence[RateMeasurement]) -> ReportTable:
    """List the boards that were late or could not be rated."""
    problems = sorted(
        (each for each in measurements if each.verdict != DONE), key=lambda each: (not each.is_error, each.board)
    )
    rows = tuple((each.board.genre, each.board.id, each.board.cells, each.verdict, each.note) for each in problems)
    return ReportTable("Problems", ("genre", "id"), ("cells", "verdict", "note"), rows)
