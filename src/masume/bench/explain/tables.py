"""The tables of a run: targets, hints, whole boards, steps, the slowest and largest, and problems."""

from collections.abc import Iterator, Sequence

from masume.bench.boards import group_by_band
from masume.bench.explain.measurement import ExplainMeasurement, HintMeasurement, StepKind
from masume.bench.explain.targets import (
    BANDS,
    MAX_EASY_REASONS,
    MAX_SMALL_REASONS,
    TARGETS,
    board_seconds,
    hint_seconds,
    percent,
    percent_of_easy_boards,
    percent_of_small_steps,
)
from masume.bench.report_tables import ReportTable, Value, format_rounded
from masume.bench.summary_statistics import summarise_times
from masume.bench.timed_job import DONE, LATE

_STEP_SIZES = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 7), (8, 14), (15, None))  # lowest, highest number of reasons
_GROUP = ("genre", "cells")
_SUMMARY = ("median", "95 %", "most")
_CPU_SUMMARY = tuple(f"CPU {name}" for name in _SUMMARY)
MISSED = "(missed)"


def tabulate_targets(measurements: Sequence[ExplainMeasurement]) -> ReportTable:
    """Compare the figures of each genre with the targets."""
    groups = dict(group_explained(measurements))
    rows = []
    for genre in sorted({genre for genre, _ in groups}):
        row: list[Value] = [genre]
        for target in TARGETS:
            reached = target.compute(groups.get((genre, target.band), ()))
            suffix = "" if reached is None or target.is_reached(reached) else f" {MISSED}"
            row.append(None if reached is None else format_rounded(reached) + suffix)
        rows.append(tuple(row))
    return ReportTable("Targets", ("genre",), tuple(target.label for target in TARGETS), tuple(rows))


def tabulate_hints(measurements: Sequence[ExplainMeasurement]) -> ReportTable:
    """Summarise the times and the quality of hints."""
    rows = []
    for group, band in group_explained(measurements):
        hints = [hint for each in band for hint in each.hints]
        steps = [hint.step for hint in hints if hint.step is not None]
        counts = (
            sum(step.size <= MAX_SMALL_REASONS for step in steps),
            sum(step.kind is StepKind.TRUST for step in steps),
        )
        times = (*summarise_times(hint_seconds(band), 1000), *summarise_times(_cpu_seconds(hints), 1000))
        rows.append((*group, len(hints), *times, *counts))
    note = "In milliseconds, from states spread evenly over the explanation, including its start."
    figures = ("hints", *_SUMMARY, *_CPU_SUMMARY, f"with at most {MAX_SMALL_REASONS} reasons", "on trust")
    return ReportTable("Hints", _GROUP, figures, tuple(rows), (note,))


def tabulate_boards(measurements: Sequence[ExplainMeasurement]) -> ReportTable:
    """Summarise the times of whole explanations."""
    rows = []
    for group, band in group_explained(measurements):
        late = sum(each.verdict == LATE for each in band)
        rows.append(
            (*group, len(band), late, *summarise_times(board_seconds(band), 1), *summarise_times(_cpu_seconds(band), 1))
        )
    note = "In seconds; a late board counts with its time limit."
    return ReportTable("Whole boards", _GROUP, ("boards", "late", *_SUMMARY, *_CPU_SUMMARY), tuple(rows), (note,))


def tabulate_step_sizes(measurements: Sequence[ExplainMeasurement]) -> ReportTable:
    """Count steps by their number of reasons."""
    rows = []
    for group, band in group_explained(measurements):
        sizes = [step.size for each in band for step in each.steps]
        counts = [sum(low <= size and (high is None or size <= high) for size in sizes) for low, high in _STEP_SIZES]
        rows.append((*group, len(sizes), *counts, percent_of_small_steps(band), percent_of_easy_boards(band)))
    classes = [
        f"{low} or more" if high is None else str(low) if low == high else f"{low}–{high}" for low, high in _STEP_SIZES
    ]
    shares = (f"% with at most {MAX_SMALL_REASONS}", f"% of boards with at most {MAX_EASY_REASONS}")
    note = "Steps by number of reasons. A late board counts with the steps found so far, and as a hard board."
    return ReportTable("Sizes of steps", _GROUP, ("steps", *classes, *shares), tuple(rows), (note,))


def tabulate_step_kinds(measurements: Sequence[ExplainMeasurement]) -> ReportTable:
    """Count steps by kind."""
    rows: list[tuple[Value, ...]] = []
    for group, band in group_explained(measurements):
        steps = [step for each in band for step in each.steps]
        kinds = (StepKind.CASES, StepKind.TRIAL, StepKind.TRUST)
        counts = [sum(step.kind is kind for step in steps) for kind in kinds]
        rows.append((*group, len(steps), sum(step.has_cut for step in steps), *counts))
    figures = ("steps", "with a cut", "with two cases", "by trial", "on trust")
    return ReportTable("Kinds of steps", _GROUP, figures, tuple(rows))


def tabulate_voice(measurements: Sequence[ExplainMeasurement]) -> ReportTable:
    """Summarise how the explanations read."""
    rows: list[tuple[Value, ...]] = []
    for group, band in group_explained(measurements):
        steps = [step for each in band for step in each.steps]
        jumps = [step for step in steps if step.is_jump]
        cells = sum(each.board.cells for each in band)
        rows.append(
            (
                *group,
                len(steps),
                percent([step.is_bookkeeping for step in steps]),
                100 * sum(step.words for step in steps) / cells,
                percent([bool(step.technique) for step in steps if step.is_argued_by_several]),
                sum(step.unargued for step in steps),
                percent([step.is_jump for step in steps]),
                percent([step.is_needless for step in jumps]),
                sum(step.kind is StepKind.TRUST for step in steps),
            )
        )
    figures = (
        *("steps", "% bookkeeping", "words per 100 cells", "% named of those with 2 or more reasons"),
        *("claims without argument", "% jumps", "% of jumps needless", "on trust"),
    )
    return ReportTable("Voice", _GROUP, figures, tuple(rows))


def tabulate_extremes(measurements: Sequence[ExplainMeasurement]) -> ReportTable:
    """List the slowest hint, the slowest board and the largest step of each genre and band."""
    rows: list[tuple[Value, ...]] = []
    for group, band in group_explained(measurements):
        hints = [(1000 * hint.elapsed.wall, hint.after, each.board.id) for each in band for hint in each.hints]
        milliseconds, after, board = max(hints, default=(None, None, None))
        slowest = max(band, key=lambda each: each.elapsed.wall)
        largest = max(band, key=lambda each: each.max_step_size)
        boards = (slowest.board.id, slowest.elapsed.wall, largest.board.id, largest.max_step_size)
        rows.append((*group, board, after, milliseconds, *boards))
    figures = ("slowest hint", "after steps", "ms", "slowest board", "s", "largest step", "reasons")
    return ReportTable("Slowest and largest", _GROUP, figures, tuple(rows))


def tabulate_problems(measurements: Sequence[ExplainMeasurement]) -> ReportTable:
    """List the boards that were late or could not be explained."""
    problems = [each for each in measurements if each.verdict != DONE]
    rows = tuple(
        (each.board.genre, each.board.id, each.board.cells, each.verdict, len(each.steps), each.note)
        for each in sorted(problems, key=lambda each: (not each.is_error, each.board))
    )
    return ReportTable("Late or wrong", ("genre", "board"), ("cells", "verdict", "steps", "note"), rows)


def group_explained(
    measurements: Sequence[ExplainMeasurement],
) -> Iterator[tuple[tuple[str, str], list[ExplainMeasurement]]]:
    """Yield ((genre, band), measurements) without the boards that cannot be explained."""
    return group_by_band((each for each in measurements if each.verdict in (DONE, LATE)), BANDS)


def _cpu_seconds(measurements: Sequence[ExplainMeasurement] | Sequence[HintMeasurement]) -> list[float]:
    return [each.elapsed.cpu for each in measurements]
