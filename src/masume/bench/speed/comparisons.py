"""Tables that compare times board by board: between engines, with baselines, and with peers."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from masume.bench.boards import BenchBoard, group_by_band
from masume.bench.report_tables import ReportTable, Value
from masume.bench.speed.baselines import Baseline
from masume.bench.speed.measurement import ERROR, LATE, WRONG, SpeedMeasurement
from masume.bench.speed.peers import INEXPRESSIBLE
from masume.bench.speed.tables import median_ms, select_correct
from masume.bench.summary_statistics import summarise_ratios

Key: TypeAlias = tuple[str, str]  # genre and id
_RATIO_FIGURES = ("geometric mean", "median", "least", "most")
ALL = "all"
_PEER_NOTE = (
    "The peer runs in its own warm process; its time includes converting the board to its input. Boards on which it "
    "was late count with the time limit. The peer neither reads a URL nor checks its answer, so our solve time is "
    "compared. Ours always includes the proof of uniqueness, even if the peer does not look for a second solution."
)


class _ComparedTimes(NamedTuple):
    """Two times for a board in seconds, whose ratio is of interest."""

    board: BenchBoard
    dividend: float
    divisor: float


def _key(measurement: SpeedMeasurement) -> Key:
    return measurement.board.genre, measurement.board.id


def compare_engines(measurements: Sequence[SpeedMeasurement], engines: Sequence[str]) -> list[ReportTable]:
    """Return a table for each pair of engines, with the ratios of the first engine's times to the second's."""
    tables = []
    for first, second in combinations(engines, 2):
        seconds = {_key(each): each.cpu.solving for each in select_correct(measurements, second)}
        measured = [each for each in select_correct(measurements, first) if _key(each) in seconds]
        times = [_ComparedTimes(each.board, each.cpu.solving, seconds[_key(each)]) for each in measured]
        rows = tuple(row[:-1] for row in _ratio_rows(times))  # without the share above 1
        note = "Ratios of the CPU times for solving each board; a late board counts with its time limit."
        tables.append(
            ReportTable(f"{first} / {second}", ("genre", "cells"), ("boards", *_RATIO_FIGURES), rows, (note,))
        )
    return tables


def compare_baseline(
    measurements: Sequence[SpeedMeasurement], engines: Sequence[str], baseline: Baseline
) -> ReportTable:
    """Compare a baseline with our engines, from URL to verdict, on the boards that both have."""
    rows: list[tuple[Value, ...]] = []
    for engine in engines:
        measured = [each for each in select_correct(measurements, engine) if _key(each) in baseline.seconds]
        times = [_ComparedTimes(each.board, baseline.seconds[_key(each)], each.cpu.url_to_verdict) for each in measured]
        rows += ((engine, *row) for row in _ratio_rows(times))
    figures = ("boards", *_RATIO_FIGURES, "share where ours is faster")
    note = (
        "Our times are from URL to verdict. Ratios above 1 mean that ours is faster; where ours was late it counts "
        "with its time limit."
    )
    return ReportTable(f"{baseline.name} / ours", ("engine", "genre", "cells"), figures, tuple(rows), (note,))


def _ratio_rows(times: Sequence[_ComparedTimes]) -> list[tuple[Value, ...]]:
    """Summarise the ratios of compared times for each genre and band and for all."""
    groups = [*group_by_band(times), ((ALL, ALL), times)] if times else []
    return [(*group, *summarise_ratios([(each.dividend, each.divisor) for each in band])) for group, band in groups]


def compare_peer(
    ours: Sequence[SpeedMeasurement], theirs: Sequence[SpeedMeasurement], peer: str, engine: str
) -> ReportTable:
    """Summarise a peer's times, and compare them with one of our engines on the boards that the peer answered."""
    seconds = {_key(each): each.cpu.solving for each in select_correct(ours, engine)}
    rows = []
    for group, band in group_by_band(each for each in theirs if each.engine == peer):
        counts = [sum(each.verdict == verdict for each in band) for verdict in (WRONG, LATE, ERROR, INEXPRESSIBLE)]
        answered = [each for each in band if each.verdict not in (ERROR, INEXPRESSIBLE)]
        medians = (
            median_ms(each.cpu.solving for each in answered),
            median_ms(each.wall.solving for each in answered),
        )
        pairs = [(each.cpu.solving, seconds[_key(each)]) for each in answered if _key(each) in seconds]
        ratios: tuple[Value, ...] = (None, None, None)
        if pairs:
            summary = summarise_ratios(pairs)
            ratios = (summary.geometric_mean, summary.median, summary.share_above_one)
        rows.append((*group, len(band), *counts, *medians, *ratios))
    figures = ("boards", "wrong", "late", "error", INEXPRESSIBLE, "median CPU ms", "median wall ms")
    ratio_figures = (f"/ {engine}: geometric mean", "median", "share where ours is faster")
    return ReportTable(f"Peer {peer}", ("genre", "cells"), (*figures, *ratio_figures), tuple(rows), (_PEER_NOTE,))
