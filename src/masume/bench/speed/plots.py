"""Plots of a run: time from URL to verdict against cells for each genre, and a cactus plot of all boards."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from masume.bench.plot_style import Points, curve_style, plots_folder, require_matplotlib, svg_plot
from masume.bench.speed.measurement import ERROR, LATE, WRONG
from masume.bench.speed.peers import INEXPRESSIBLE
from masume.bench.speed.runner import SpeedRun

__all__ = ["draw_plots", "require_matplotlib"]


class SpeedCurve(NamedTuple):
    """The curve of an engine, peer or baseline: `points` has the cells and seconds of its boards, by genre."""

    name: str
    points: dict[str, Points]
    style: int

    @property
    def all_points(self) -> Points:
        """The points of all genres."""
        return [point for points in self.points.values() for point in points]


def draw_plots(run: SpeedRun, folder: Path) -> list[Path]:
    """Write the plots as SVG files into a folder and return their paths."""
    with plots_folder(folder):
        return list(_draw(run, folder))


def _draw(run: SpeedRun, folder: Path) -> Iterator[Path]:
    curves, limit = _curves(run), run.settings.time_limit
    for genre in sorted({board.genre for board in run.boards}):
        path = folder / f"speed-{genre}.svg"
        with svg_plot(path, genre, "cells of the board", "URL to verdict (s)", limit) as axes:
            axes.set_xscale("log")
            for curve in curves:
                if points := curve.points.get(genre):
                    colour, marker = curve_style(curve.style)
                    xs, ys = zip(*points, strict=True)
                    axes.scatter(xs, ys, s=12, alpha=0.4, color=colour, marker=marker, linewidths=0)
                    xs, ys = zip(*_medians(points), strict=True)
                    axes.plot(xs, ys, color=colour, marker=marker, markersize=5, label=curve.name)
        yield path
    path = folder / "speed-cactus.svg"
    with svg_plot(path, "all boards", "boards solved", "time for each, at most (s)", limit) as axes:
        for curve in curves:
            colour, _ = curve_style(curve.style)
            seconds = sorted(y for _, y in curve.all_points)
            axes.plot(range(1, len(seconds) + 1), seconds, color=colour, label=curve.name)
    yield path


def _curves(run: SpeedRun) -> list[SpeedCurve]:
    """Return a curve for each engine, peer and baseline, with the boards that it solved.

    A peer's times are without reading and checking, because it does neither.
    """
    points: dict[str, dict[str, Points]] = {engine: {} for engine in run.settings.engines}
    for each in (*run.measurements, *run.peer_measurements):
        if not each.cold and each.verdict not in (LATE, WRONG, ERROR, INEXPRESSIBLE):
            of_genre = points.setdefault(each.engine, {}).setdefault(each.board.genre, [])
            of_genre.append((float(each.board.cells), each.cpu.url_to_verdict))
    our_cells = {(board.genre, board.id): board.cells for board in run.boards}
    for baseline in run.settings.baselines:
        for (genre, board), seconds in baseline.seconds.items():
            if cells := our_cells.get((genre, board)):
                points.setdefault(baseline.name, {}).setdefault(genre, []).append((float(cells), seconds))
    return [SpeedCurve(name, by_genre, style) for style, (name, by_genre) in enumerate(points.items())]


def _medians(points: Points) -> Points:
    """Return the median cells and seconds of each size class; a class starts at each power of two."""
    classes: dict[int, Points] = {}
    for cells, seconds in points:
        classes.setdefault(int(cells).bit_length(), []).append((cells, seconds))
    return [
        (median(cells for cells, _ in members), median(seconds for _, seconds in members))
        for _, members in sorted(classes.items())
    ]
