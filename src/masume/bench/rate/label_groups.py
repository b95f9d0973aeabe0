"""Labelled boards that can be compared: those of one source, genre and size."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import NamedTuple

from masume.bench.rate.labels import LABELS, is_held_out, source_of
from masume.bench.rate.measurement import RateMeasurement
from masume.bench.summary_statistics import area_under_curve, rank_correlation

MIN_BOARDS = 3  # fewer boards show nothing


class LabelClass(NamedTuple):
    """The rated boards with the same label, or with labels that mean the same."""

    measurements: Sequence[RateMeasurement]

    @property
    def name(self) -> str:
        """The label; if there are several, all of them."""
        found = {each.board.label for each in self.measurements}
        return "/".join(label for label in LABELS if label in found)

    @property
    def median(self) -> float:
        """The median score."""
        return median(scores_of(self.measurements))


class LabelGroup(NamedTuple):
    """The rated boards of one source, genre and size, by label, the easiest first."""

    source: str
    genre: str
    cells: int
    classes: Sequence[LabelClass]

    @property
    def measurements(self) -> list[RateMeasurement]:
        """The measurements of all labels."""
        return [each for label_class in self.classes for each in label_class.measurements]


class Disagreement(NamedTuple):
    """A board whose score is beyond the median of the boards with the label at the other end of its group."""

    measurement: RateMeasurement
    other_end: LabelClass
    excess: float  # how far the score is beyond that median


def group_by_label(measurements: Iterable[RateMeasurement]) -> Iterator[LabelGroup]:
    """Yield the groups of labelled boards that can be compared, sorted; boards without a rating are left out."""
    groups: dict[tuple[str, str, int], dict[int, list[RateMeasurement]]] = {}
    for each in measurements:
        if each.score is not None:
            board = each.board
            classes = groups.setdefault((source_of(board), board.genre, board.cells), {})
            classes.setdefault(LABELS[board.label], []).append(each)
    for key, classes in sorted(groups.items()):
        yield LabelGroup(*key, [LabelClass(classes[rank]) for rank in sorted(classes)])


def compare_labels(easier: Sequence[RateMeasurement], harder: Sequence[RateMeasurement]) -> float | None:
    """Return the chance that a harder board has the higher score (AUC); None if there are too few boards."""
    if min(len(easier), len(harder)) < MIN_BOARDS:
        return None
    return area_under_curve(scores_of(easier), scores_of(harder))


def correlate_labels(measurements: Sequence[RateMeasurement]) -> float | None:
    """Return the rank correlation of labels and scores; None if there are too few boards, or if all have one label."""
    if len(measurements) < MIN_BOARDS:
        return None
    return rank_correlation([LABELS[each.board.label] for each in measurements], scores_of(measurements))


def split_held_out(
    measurements: Iterable[RateMeasurement],
) -> tuple[list[RateMeasurement], list[RateMeasurement]]:
    """Return the measurements of held-out boards, and those of the others."""
    parts: tuple[list[RateMeasurement], list[RateMeasurement]] = ([], [])
    for each in measurements:
        parts[0 if is_held_out(each.board) else 1].append(each)
    return parts


def scores_of(measurements: Iterable[RateMeasurement]) -> list[float]:
    """Return the scores of all boards that have one."""
    return [each.score for each in measurements if each.score is not None]


def find_disagreements(groups: Iterable[LabelGroup]) -> list[Disagreement]:
    """Return all boards that disagree with their label, the worst first."""
    found = [each for group in groups for each in _list_disagreements(group)]
    return sorted(found, key=lambda each: (-each.excess, each.measurement.board))


def _list_disagreements(group: LabelGroup) -> Iterator[Disagreement]:
    ends = ((group.classes[-1], 1), (group.classes[0], -1))  # beyond the hardest is above, beyond the easiest below
    medians = [(end, sign, end.median) for end, sign in ends if len(end.measurements) >= MIN_BOARDS]
    for label_class in group.classes:
        for each, score in zip(label_class.measurements, scores_of(label_class.measurements), strict=True):
            others = ((end, sign * (score - middle)) for end, sign, middle in medians if end is not label_class)
            end, excess = max(others, key=lambda other: other[1], default=(label_class, 0.0))
            if excess > 0:
                yield Disagreement(each, end, excess)
