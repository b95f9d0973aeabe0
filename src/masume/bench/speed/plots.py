"""Plots of a run: for each genre time against cells, and over all how many boards are solved how fast."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeAlias

from masume.bench import plot_style
from masume.bench.plot_style import LOOKS, require
from masume.bench.speed.measurement import ERROR, LATE, WRONG
from masume.bench.speed.peers import UNSAID
from masume.bench.speed.runner import Run

__all__ = ["draw", "require"]
Points: TypeAlias = list[tuple[float, float]]


class Line(NamedTuple):
    """Whose times these are, the cells and seconds of its boards by genre, and the number of its look."""

    name: str
    points: dict[str, Points]
    look: int

    @property
    def all_points(self) -> Points:
        """The points of all genres."""
        return [point for points in self.points.values() for point in points]


def draw(run: Run, folder: Path) -> list[Path]:
    """Write the plots as SVG into a folder, and say which these are."""
    with plot_style.into(folder):
        return list(_drawn(run, folder))


def _drawn(run: Run, folder: Path) -> Iterator[Path]:
    lines = _lines(run)
    for genre in sorted({board.genre for board in run.boards}):
        path = folder / f"speed-{genre}.svg"
        with plot_style.figure(path, genre, "cells of the board", "solve time (s)", run.settings.limit) as axes:
            axes.set_xscale("log")
            for line in lines:
                if points := line.points.get(genre):
                    colour, marker = LOOKS[line.look % len(LOOKS)]
                    across, upward = zip(*points, strict=True)
                    axes.scatter(across, upward, s=12, alpha=0.4, color=colour, marker=marker, linewidths=0)
                    across, upward = zip(*_medians(points), strict=True)
                    axes.plot(across, upward, color=colour, marker=marker, markersize=5, label=line.name)
        yield path
    path = folder / "speed-cactus.svg"
    with plot_style.figure(
        path, "all boards", "boards solved", "time for each, at most (s)", run.settings.limit
    ) as axes:
        for line in lines:
            colour, _ = LOOKS[line.look % len(LOOKS)]
            seconds = sorted(upward for _, upward in line.all_points)
            axes.plot(range(1, len(seconds) + 1), seconds, color=colour, label=line.name)
    yield path


def _lines(run: Run) -> list[Line]:
    """A line for each engine, peer and baseline, of the boards that were solved."""
    found: dict[str, dict[str, Points]] = {engine: {} for engine in run.settings.engines}
    for one in (*run.timed, *run.peers):
        if not one.cold and one.verdict not in (LATE, WRONG, ERROR, UNSAID):
            of_genre = found.setdefault(one.engine, {}).setdefault(one.board.genre, [])
            of_genre.append((float(one.board.cells), one.cpu.solving))
    ours = {(board.genre, board.id): board.cells for board in run.boards}
    for baseline in run.settings.baselines:
        for (genre, board), seconds in baseline.seconds.items():
            if cells := ours.get((genre, board)):
                found.setdefault(baseline.name, {}).setdefault(genre, []).append((float(cells), seconds))
    return [Line(name, points, look) for look, (name, points) in enumerate(found.items())]


def _medians(points: Points) -> Points:
    """The medians of the boards of about one size, a class from each power of two to the next."""
    classes: dict[int, Points] = {}
    for cells, seconds in points:
        classes.setdefault(int(cells).bit_length(), []).append((cells, seconds))
    return [
        (median(cells for cells, _ in some), median(seconds for _, seconds in some))
        for _, some in sorted(classes.items())
    ]
