"""Figures that sum up many measurements."""

from collections.abc import Sequence
from math import ceil, exp, log, log2
from statistics import linear_regression, mean, median
from typing import NamedTuple


def percentile(values: Sequence[float], percent: float) -> float:
    """The least value that so many per cent of all do not exceed."""
    return sorted(values)[max(0, ceil(len(values) * percent / 100) - 1)]


class Ratios(NamedTuple):
    """Ratios in short: how many, their geometric mean, median, least and most, and the share that is above one."""

    number: int
    mean: float
    median: float
    least: float
    most: float
    above_one: float


def ratios(pairs: Sequence[tuple[float, float]]) -> Ratios:
    """The ratios of pairs of times, the first by the second."""
    found = [one / other for one, other in pairs]
    above = sum(ratio > 1 for ratio in found) / len(found)
    return Ratios(len(found), exp(mean(map(log, found))), median(found), min(found), max(found), above)


class Growth(NamedTuple):
    """A time that grows like cells to the power of the exponent; `seconds` is what it gives for 100 cells."""

    exponent: float
    seconds: float


def growth(points: Sequence[tuple[int, float]]) -> Growth | None:
    """The least-squares line through the logarithms of cells and seconds; None if all boards have one size."""
    if len({cells for cells, _ in points}) < 2:
        return None
    slope, offset = linear_regression([log(cells) for cells, _ in points], [log(seconds) for _, seconds in points])
    return Growth(slope, exp(offset + slope * log(100)))


def doublings(points: Sequence[tuple[int, float]]) -> dict[int, tuple[int, float]]:
    """The boards up to each power of two cells, and above the one before: how many, and the median of their times."""
    classes: dict[int, list[float]] = {}
    for cells, seconds in points:
        classes.setdefault(2 ** ceil(log2(cells)), []).append(seconds)
    return {most: (len(classes[most]), median(classes[most])) for most in sorted(classes)}
