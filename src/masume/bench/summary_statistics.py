"""Statistics that summarise many measurements."""

from collections.abc import Sequence
from math import ceil, exp, log, log2
from statistics import linear_regression, mean, median
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
