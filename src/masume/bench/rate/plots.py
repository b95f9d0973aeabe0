"""Plots of a run: scores against labels for each genre, and the spread of scores over all genres."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from masume.bench.plot_style import curve_style, plots_folder, require_matplotlib, svg_axes
from masume.bench.rate.label_groups import LabelGroup, group_by_label, scores_of
from masume.bench.rate.runner import RateRun
from masume.bench.rate.tables import group_by_genre
from masume.core.levels import LEVELS

__all__ = ["draw_plots", "require_matplotlib"]

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_GOLDEN_RATIO = 0.618034  # its multiples are spread evenly, without a pattern that the eye could take for a result
_STRIP, _GAP = 0.6, 0.6  # the width of a strip of points, and the space between two groups; columns are 1 apart
_INCHES = 0.55  # the width of a column
_TOP = len(LEVELS) + 1  # all scores are below
_LINE = {"color": "#555555", "linewidth": 0.8}  # of boxes, so that points stay visible


class Column(NamedTuple):
    """A strip of points: its name, where it is, the number of its style, and the scores."""

    name: str
    x: float
    style: int
    scores: Sequence[float]


def draw_plots(run: RateRun, folder: Path) -> list[Path]:
    """Write the plots as SVG files into a folder and return their paths; there is none where nothing was rated."""
    with plots_folder(folder):
        return list(_draw(run, folder))


def _draw(run: RateRun, folder: Path) -> Iterator[Path]:
    groups = [group for group in group_by_label(run.labelled) if len(group.classes) > 1]
    groups.sort(key=lambda group: (group.genre, group.source, group.cells))
    for genre, members in groupby(groups, key=lambda group: group.genre):
        path = folder / f"rate-labels-{genre}.svg"
        _draw_labels(genre, list(members), path)
        yield path
    if by_genre := group_by_genre(run.spread):
        path = folder / "rate-spread.svg"
        columns = [Column(genre, x, 0, scores_of(rated)) for x, (genre, rated) in enumerate(by_genre)]
        with svg_axes(path, "Spread of scores", "genre, and number of boards", "score", _width(columns, 0.9)) as axes:
            _draw_columns(axes, columns)
        yield path


def _draw_labels(genre: str, groups: Sequence[LabelGroup], path: Path) -> None:
    columns: list[Column] = []
    starts: list[float] = []
    x = 0.0
    for style, group in enumerate(groups):
        starts.append(x)
        for label_class in group.classes:
            columns.append(Column(label_class.name, x, style, scores_of(label_class.measurements)))
            x += 1
        x += _GAP
    title = f"{genre}: labels and scores"
    with svg_axes(path, title, "label, and number of boards", "score", _width(columns, _INCHES)) as axes:
        _draw_columns(axes, columns)
        axes.set_ylim(top=_TOP + 0.75)  # space for the names of the groups
        for start, group in zip(starts, groups, strict=True):
            middle = start + (len(group.classes) - 1) / 2
            axes.text(middle, _TOP + 0.1, f"{group.source}\n{group.cells} cells", ha="center", fontsize=9)
            axes.axvline(start - (1 + _GAP) / 2, color="#bbbbbb", linewidth=0.8)


def _width(columns: Sequence[Column], inches: float) -> float:
    return max(5, 1.6 + inches * (columns[-1].x + 1))


def _draw_columns(axes: "Axes", columns: Sequence[Column]) -> None:
    """Draw a strip of points and a box for each column, and a line for each level."""
    for column in columns:
        colour, marker = curve_style(column.style)
        xs = [column.x + _STRIP * (number * _GOLDEN_RATIO % 1 - 0.5) for number in range(len(column.scores))]
        axes.scatter(xs, column.scores, s=12, alpha=0.5, color=colour, marker=marker, linewidths=0)
    axes.boxplot(
        [column.scores for column in columns],
        positions=[column.x for column in columns],
        widths=_STRIP + 0.15,
        whis=(10, 90),
        showfliers=False,
        manage_ticks=False,
        boxprops=_LINE,
        whiskerprops=_LINE,
        capprops=_LINE,
        medianprops={"color": "black", "linewidth": 1.8},
    )
    axes.set_xticks([column.x for column in columns], [f"{each.name}\n{len(each.scores)}" for each in columns])
    axes.set_xlim(columns[0].x - 0.8, columns[-1].x + 0.8)
    levels = range(1, len(LEVELS) + 1)
    axes.set_yticks(levels, [f"{name} {level}" for level, name in zip(levels, LEVELS, strict=True)])
    axes.set_ylim(0.9, _TOP)
    axes.grid(visible=True, axis="y", color="#bbbbbb", linewidth=0.8)
    axes.set_axisbelow(True)
