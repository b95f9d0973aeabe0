"""The tables of a run: times by genre and size, stages, growth, held-out boards, memory, and problems."""

from collections.abc import Iterable, Sequence
from statistics import median

from masume.bench.boards import group_by_band
from masume.bench.report_tables import ReportTable, Value
from masume.bench.speed.measurement import LATE, SpeedMeasurement, Stages
from masume.bench.speed.memory import MemoryUse
from masume.bench.summary_statistics import fit_growth, medians_by_size, percentile


def median_ms(seconds: Iterable[float]) -> float | None:
    """Return the median in milliseconds, or None if there are no values."""
    values = list(seconds)
    return 1000 * median(values) if values else None


def select_correct(measurements: Iterable[SpeedMeasurement], engine: str, cold: bool = False) -> list[SpeedMeasurement]:
    """Return the warm or cold measurements of an engine without the wrong ones, whose times mean nothing."""
    return [each for each in measurements if each.engine == engine and each.cold is cold and not each.is_error]


def tabulate_times(measurements: Sequence[SpeedMeasurement], engine: str) -> ReportTable:
    """Summarise the times of an engine for each genre and band."""
    cold = dict(group_by_band(select_correct(measurements, engine, cold=True)))
    rows = []
    for group, band in group_by_band(each for each in measurements if each.engine == engine and not each.cold):
        correct = select_correct(band, engine)
        wrong, late = len(band) - len(correct), sum(each.verdict == LATE for each in correct)
        row: list[Value] = [*group, len(band), wrong, late]
        row += _summarise([each.cpu.url_to_verdict for each in correct])
        if cold:
            row.append(median_ms(each.cpu.url_to_verdict for each in cold.get(group, ())))
        row += [*_summarise([each.cpu.solving for each in correct]), median_ms(each.wall.solving for each in correct)]
        if cold:
            row.append(median_ms(each.cpu.solving for each in cold.get(group, ())))
        rows.append(tuple(row))
    cpu_figures, cold_figures = ("median CPU ms", "95 % CPU ms"), ("cold median CPU ms",) if cold else ()
    url_to_verdict = (f"URL to verdict: {figure}" for figure in (*cpu_figures, *cold_figures))
    solving = (f"solving: {figure}" for figure in (*cpu_figures, "median wall ms", *cold_figures))
    figures = ("boards", "wrong", "late", *url_to_verdict, *solving)
    return ReportTable(f"Times of {engine}", ("genre", "cells"), figures, tuple(rows))


def _summarise(seconds: Sequence[float]) -> tuple[float | None, float | None]:
    """Return the median and the 95th percentile in milliseconds."""
    return median_ms(seconds), 1000 * percentile(seconds, 95) if seconds else None


def tabulate_stages(measurements: Sequence[SpeedMeasurement], engine: str) -> ReportTable:
    """Summarise the time of each stage of an engine."""
    rows = []
    for cold in (False, True):
        for group, band in group_by_band(select_correct(measurements, engine, cold)):
            stages = [each.cpu for each in band if each.verdict != LATE]
            if stages:
                medians = [median_ms(column) for column in zip(*stages, strict=True)]
                rows.append((*group, "cold" if cold else "warm", len(stages), *medians))
    figures = ("boards", *(name.replace("_", "-") for name in Stages._fields))
    note = "Medians of CPU ms without late boards. The solve time is without reading and check."
    return ReportTable(f"Stages of {engine}", ("genre", "cells", "memory"), figures, tuple(rows), (note,))


def tabulate_growth(measurements: Sequence[SpeedMeasurement], engine: str) -> ReportTable:
    """Show how the solve time of an engine grows with the size of the board."""
    points: dict[str, list[tuple[int, float]]] = {}
    for each in select_correct(measurements, engine):
        points.setdefault(each.board.genre, []).append((each.board.cells, each.cpu.solving))
    medians = {genre: medians_by_size(points[genre]) for genre in sorted(points)}
    limits = sorted({limit for of_genre in medians.values() for limit in of_genre})
    rows = []
    for genre, of_genre in medians.items():
        growth = fit_growth(points[genre])
        fit = (growth.exponent, 1000 * growth.seconds) if growth else (None, None)
        times = (1000 * of_genre[limit][1] if limit in of_genre else None for limit in limits)
        rows.append((genre, len(points[genre]), *fit, *times))
    figures = ("boards", "exponent", "ms for 100 cells", *(f"{limit // 2 + 1}–{limit}" for limit in limits))
    note = (
        "Exponent and ms for 100 cells: least-squares fit of log solve time against log cells. "
        "The other columns: median CPU ms of solving, by number of cells."
    )
    return ReportTable(f"Growth of {engine}", ("genre",), figures, tuple(rows), (note,))


def tabulate_held_out(measurements: Sequence[SpeedMeasurement], engines: Sequence[str]) -> ReportTable:
    """Compare the medians of the held-out boards, from URL to verdict, with those of the others."""
    rows = []
    for engine in engines:
        for group, band in group_by_band(select_correct(measurements, engine)):
            held_out, others = (
                [each.cpu.url_to_verdict for each in band if each.board.is_held_out is is_held_out]
                for is_held_out in (True, False)
            )
            rows.append((engine, *group, len(held_out), median_ms(held_out), len(others), median_ms(others)))
    figures = ("held out", "median CPU ms", "others", "median CPU ms")
    note = "Times from URL to verdict."
    return ReportTable("The third held out from tuning", ("engine", "genre", "cells"), figures, tuple(rows), (note,))


def tabulate_memory(memory: Sequence[MemoryUse]) -> ReportTable:
    """List the memory for the largest board of each genre."""
    rows = tuple(
        (use.board.genre, use.board.id, use.engine, use.board.cells, use.verdict, use.before, use.megabytes)
        for use in memory
    )
    note = "Peak memory for the largest board of each genre, each in a fresh process."
    figures = ("cells", "solutions", "MB before", "MB")
    return ReportTable("Memory", ("genre", "board", "engine"), figures, rows, (note,))


def tabulate_problems(measurements: Sequence[SpeedMeasurement]) -> ReportTable:
    """List the boards that were late or went wrong."""
    problems = [each for each in measurements if each.is_error or each.verdict == LATE]
    rows = tuple(
        (each.engine, each.board.genre, each.board.id, "cold" if each.cold else "warm", each.verdict, each.note)
        for each in sorted(problems, key=lambda each: (not each.is_error, each.engine, each.board))
    )
    return ReportTable("Late or wrong", ("engine", "genre", "board", "memory", "verdict", "note"), (), rows)
