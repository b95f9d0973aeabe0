"""Tables that set one beside the other, board by board: engines, baselines, peers."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from masume.bench.boards import by_band
from masume.bench.report_tables import Table, Value
from masume.bench.speed.baselines import Baseline
from masume.bench.speed.measurement import ERROR, LATE, WRONG, Timed
from masume.bench.speed.peers import UNSAID
from masume.bench.speed.tables import milliseconds, of
from masume.bench.summary_figures import ratios

Key: TypeAlias = tuple[str, str]  # genre and id
_SHORT = ("geometric mean", "median", "least", "most")
ALL = "all"


def _key(one: Timed) -> Key:
    return one.board.genre, one.board.id


def engines(timed: Sequence[Timed], names: Sequence[str]) -> list[Table]:
    """How engines compare, two by two, the one that is named first by the other."""
    found = []
    for one, other in combinations(names, 2):
        seconds = {_key(each): each.cpu.solving for each in of(timed, other)}
        rows = _rows(of(timed, one), seconds, ours_first=True)
        title = f"{one} / {other}"
        note = "Ratios of CPU time on each board; a board that was late counts with its time limit."
        found.append(Table(title, ("genre", "cells"), ("boards", *_SHORT), tuple(row[:-1] for row in rows), (note,)))
    return found


def baseline(timed: Sequence[Timed], names: Sequence[str], theirs: Baseline) -> Table:
    """How a baseline compares with our engines, on the boards that both have."""
    rows = tuple(
        (engine, *row) for engine in names for row in _rows(of(timed, engine), theirs.seconds, ours_first=False)
    )
    figures = ("boards", *_SHORT, "share where ours is faster")
    note = "Ratios above 1 mean that ours is faster; ours counts with its time limit where it was late."
    return Table(f"{theirs.name} / ours", ("engine", "genre", "cells"), figures, rows, (note,))


def _rows(timed: Sequence[Timed], seconds: Mapping[Key, float], ours_first: bool) -> list[tuple[Value, ...]]:
    """The ratios per genre and band, and over all, of measurements and other times on the same boards."""
    both = [one for one in timed if _key(one) in seconds]
    places: Iterable[tuple[tuple[str, str], list[Timed]]] = [*by_band(both), ((ALL, ALL), both)]
    rows: list[tuple[Value, ...]] = []
    for place, band in places:
        pairs = [(one.cpu.solving, seconds[_key(one)]) for one in band]
        if pairs:
            rows.append((*place, *ratios(pairs if ours_first else [(other, own) for own, other in pairs])))
    return rows


def peer(ours: Sequence[Timed], theirs: Sequence[Timed], name: str, engine: str) -> Table:
    """What a peer took, and how that compares with an engine of ours on the boards that it came back from."""
    seconds = {_key(one): one.cpu.solving for one in of(ours, engine)}
    rows = []
    for place, band in by_band(one for one in theirs if one.engine == name):
        counts = [sum(one.verdict == verdict for one in band) for verdict in (WRONG, LATE, ERROR, UNSAID)]
        answered = [one for one in band if one.verdict not in (ERROR, UNSAID)]
        medians = (
            milliseconds(one.cpu.solving for one in answered),
            milliseconds(one.wall.solving for one in answered),
        )
        pairs = [(one.cpu.solving, seconds[_key(one)]) for one in answered if _key(one) in seconds]
        told: tuple[Value, ...] = (None, None, None)
        if pairs:
            short = ratios(pairs)
            told = (short.mean, short.median, short.above_one)
        rows.append((*place, len(band), *counts, *medians, *told))
    figures = ("boards", "wrong", "late", "error", "cannot be said", "median CPU ms", "median wall ms")
    further = (f"/ {engine}: geometric mean", "median", "share where ours is faster")
    return Table(f"Peer {name}", ("genre", "cells"), (*figures, *further), tuple(rows), (PEER_NOTE,))


PEER_NOTE = (
    "In a warm process of its own, its way of building the board counted in; boards that it was late on count with the "
    "time limit. A peer that does not look for a second solution is compared with ours, which does."
)
