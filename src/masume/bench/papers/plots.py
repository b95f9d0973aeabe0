"""Plots of the papers' tables: cactus plots, and how time grows with size."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from masume.bench.papers.measurement import INEXPRESSIBLE, MISSING, SOLVED
from masume.bench.papers.plan import Experiment, Task, load_data
from masume.bench.papers.runner import Results
from masume.bench.plot_style import Points, curve_style, plots_folder, require_matplotlib, svg_plot
from masume.bench.report_tables import Value

__all__ = ["draw_plots", "require_matplotlib"]

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class SolvedBoard(NamedTuple):
    """The cells of a board that was solved, and the seconds it took."""

    cells: int
    seconds: float


class PaperCurve(NamedTuple):
    """A curve: its name, the boards solved, and the number of its style.

    A printed curve has the style of the engine that replaces it; our own engines, which are in all plots, have the last
    styles.
    """

    name: str
    solved: tuple[SolvedBoard, ...]
    style: int
    is_printed: bool = False


class PlotType(NamedTuple):
    """A type of plot: its name, the labels of its axes, and the function that computes the points of a curve."""

    name: str
    x_label: str
    y_label: str
    points: Callable[[Sequence[SolvedBoard]], Points]


def _cactus_points(solved: Sequence[SolvedBoard]) -> Points:
    return [(float(count), seconds) for count, seconds in enumerate(sorted(board.seconds for board in solved), 1)]


def _scaling_points(solved: Sequence[SolvedBoard]) -> Points:
    by_cells: dict[int, list[float]] = {}
    for board in solved:
        by_cells.setdefault(board.cells, []).append(board.seconds)
    return [(float(cells), median(by_cells[cells])) for cells in sorted(by_cells)]


_PLOT_TYPES = (
    PlotType("cactus", "boards solved", "time for each, at most (s)", _cactus_points),
    PlotType("scaling", "cells of the board", "median time of solved boards (s)", _scaling_points),
)


def draw_plots(experiments: Sequence[Experiment], results: Results, folder: Path) -> list[Path]:
    """Write the plots of every table with times and every genre as SVG files into a folder; return their paths."""
    with plots_folder(folder):
        return [path for plot_type in _PLOT_TYPES for path in _draw(experiments, results, folder, plot_type)]


def _draw(experiments: Iterable[Experiment], results: Results, folder: Path, plot_type: PlotType) -> Iterator[Path]:
    """Draw the plots of a type, except where each of our curves would be a single point."""
    for experiment in experiments:
        if not any(group.has_times for group in experiment.groups):
            continue
        for genre in dict.fromkeys(instance.genre for instance in experiment.instances):
            curves = _curves(experiment, genre, results)
            if any(len(plot_type.points(curve.solved)) > 1 for curve in curves if not curve.is_printed):
                path = folder / f"{experiment.id}-{genre}-{plot_type.name}.svg"
                _save_plot(curves, plot_type, f"{genre} ({experiment.title})", results.time_limit, path)
                yield path


def _curves(experiment: Experiment, genre: str, results: Results) -> list[PaperCurve]:
    """Return a curve for each column of a genre that was run, then one for each printed column."""
    instances = [each for each in experiment.instances if each.genre == genre and not each.without]
    styles = {Task("", *own).label: -number for number, own in enumerate(load_data("plan.json")["baselines"], 1)}
    boards: dict[tuple[str, bool, int], dict[str, SolvedBoard]] = {}
    for group in experiment.groups:
        for instance in instances:
            if (task := group.task_for(instance)) is None or instance.board is None:
                continue
            style = styles.setdefault(task.label, sum(number >= 0 for number in styles.values()))
            result = results.measurements.get(task)
            if result is not None and result.status not in (MISSING, INEXPRESSIBLE):
                solved = boards.setdefault((task.label, False, style), {})
                if result.status == SOLVED and result.seconds:
                    solved[instance.name] = SolvedBoard(prod(instance.board.size), result.seconds)
            if group.total and (seconds := _sum(instance.printed.get(name) for name in group.total)):
                name = f"{group.total[-1].rpartition(' ')[0]} in print".strip()
                boards.setdefault((name, True, style), {})[instance.name] = SolvedBoard(instance.cells, seconds)
    curves = [
        PaperCurve(name, tuple(solved.values()), style, is_printed)
        for (name, is_printed, style), solved in boards.items()
    ]
    return sorted(curves, key=lambda curve: curve.is_printed)


def _sum(values: Iterable[Value]) -> float | None:
    """Return the sum of values, or None if one of them is not a number."""
    found = list(values)
    return sum(float(value) for value in found if value) if all(isinstance(v, int | float) for v in found) else None


def _save_plot(curves: Sequence[PaperCurve], plot_type: PlotType, title: str, time_limit: float, path: Path) -> None:
    from matplotlib.ticker import MaxNLocator

    with svg_plot(path, title, plot_type.x_label, plot_type.y_label, time_limit) as axes:
        for curve in curves:
            _plot_curve(axes, curve, plot_type.points(curve.solved))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))


def _plot_curve(axes: "Axes", curve: PaperCurve, points: Points) -> None:
    colour, marker = curve_style(curve.style)
    axes.plot(
        [x for x, _ in points],
        [y for _, y in points],
        label=curve.name if points else f"{curve.name} (none solved)",
        color=colour,
        marker=marker,
        markersize=5,
        linewidth=1.4,
        linestyle="--" if curve.is_printed else "-",
        markerfacecolor="none" if curve.is_printed else colour,  # so that print hides no point of ours
        gid=curve.name,
    )
