"""Statistics that summarise many measurements."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import ceil, exp, log, log2
from statistics import correlation, linear_regression, mean, median
from typing import NamedTuple


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least this percentage of the values do not exceed."""
    return sorted(values)[max(0, ceil(len(values) * percent / 100) - 1)]


def percentile_95(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return percentile(values, 95)


def summarise_times(values: Sequence[float], factor: float) -> tuple[float | None, ...]:
    """Return median, 95th percentile and maximum, multiplied by a factor."""
    if not values:
        return (None,) * 3
    return tuple(factor * figure for figure in (median(values), percentile_95(values), max(values)))


def area_under_curve(lower: Sequence[float], higher: Sequence[float]) -> float:
    """Return the chance that a value of `higher` is above one of `lower` (AUC); ties count half."""
    wins = sum((high > low) + (high == low) / 2 for low in lower for high in higher)
    return wins / (len(lower) * len(higher))


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation, where ties share their average rank; None if a list has no two values."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return correlation(_ranks(first), _ranks(second))


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, from 1; equal values share the average of their ranks."""
    ordered = sorted(values)
    return [(bisect_left(ordered, value) + bisect_right(ordered, value) + 1) / 2 for value in values]


class RatioSummary(NamedTuple):
    """A summary of ratios: their number, geometric mean, median, minimum, maximum, and the share above 1."""

    number: int
    geometric_mean: float
    median: float
    minimum: float
    maximum: float
    share_above_one: float


def summarise_ratios(pairs: Sequence[tuple[float, float]]) -> RatioSummary:
    """Summarise the ratios of pairs of times, the first divided by the second."""
    ratios = [dividend / divisor for dividend, divisor in pairs]
    share = sum(ratio > 1 for ratio in ratios) / len(ratios)
    return RatioSummary(len(ratios), exp(mean(map(log, ratios))), median(ratios), min(ratios), max(ratios), share)


class Growth(NamedTuple):
    """A time that grows like the number of cells to the power `exponent`; `seconds` is the fit at 100 cells."""

    exponent: float
    seconds: float


def fit_growth(points: Sequence[tuple[int, float]]) -> Growth | None:
    """Fit a least-squares line to the logarithms of cells and seconds; return None if all boards have one size."""
    if len({cells for cells, _ in points}) < 2:
        return None
    slope, offset = linear_regression([log(cells) for cells, _ in points], [log(seconds) for _, seconds in points])
    return Growth(slope, exp(offset + slope * log(100)))


def medians_by_size(points: Sequence[tuple[int, float]]) -> dict[int, tuple[int, float]]:
    """Group boards into size classes that end at powers of two: {largest size: (number of boards, median time)}."""
    classes: dict[int, list[float]] = {}
    for cells, seconds in points:
        classes.setdefault(2 ** ceil(log2(cells)), []).append(seconds)
    return {limit: (len(classes[limit]), median(classes[limit])) for limit in sorted(classes)}
