"""Plots of the papers' tables: how many boards are solved how fast, and how time grows with size."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from masume.bench import plot_style
from masume.bench.papers.measurement import MISSING, SOLVED, UNSAID
from masume.bench.papers.plan import Experiment, Instance, Task, data
from masume.bench.papers.runner import Results
from masume.bench.plot_style import LOOKS, require
from masume.bench.report_tables import Value

__all__ = ["draw", "require"]

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Points: TypeAlias = list[tuple[float, float]]


class Solved(NamedTuple):
    """A board that was solved: its cells, and the seconds."""

    cells: int
    seconds: float


class Line(NamedTuple):
    """What a line shows: its name, the boards solved, and the number of its look.

    Print has the look of its stand-in; ours, which are in all plots, have the last looks.
    """

    name: str
    solved: tuple[Solved, ...]
    look: int
    printed: bool = False


def draw(planned: Sequence[Experiment], results: Results, folder: Path) -> list[Path]:
    """Write the plots of every table with times and every genre as SVG into a folder, and say which these are."""
    with plot_style.into(folder):
        return [path for sort in _SORTS for path in _drawn(planned, results, folder, sort)]


class Sort(NamedTuple):
    """A sort of plot: its name, what its axes say, and the points of a line."""

    name: str
    across: str
    upward: str
    points: Callable[[Sequence[Solved]], Points]


def _cactus(solved: Sequence[Solved]) -> Points:
    return [(float(number), one.seconds) for number, one in enumerate(sorted(solved, key=lambda one: one.seconds), 1)]


def _scaling(solved: Sequence[Solved]) -> Points:
    by_cells: dict[int, list[float]] = {}
    for one in solved:
        by_cells.setdefault(one.cells, []).append(one.seconds)
    return [(float(cells), median(by_cells[cells])) for cells in sorted(by_cells)]


_SORTS = (
    Sort("cactus", "boards solved", "time for each, at most (s)", _cactus),
    Sort("scaling", "cells of the board", "median time of solved boards (s)", _scaling),
)


def _drawn(planned: Iterable[Experiment], results: Results, folder: Path, sort: Sort) -> Iterator[Path]:
    """The plots of a sort; none where every line would be a single point."""
    for experiment in (one for one in planned if any(group.is_timed for group in one.groups)):
        for genre in dict.fromkeys(one.genre for one in experiment.instances):
            lines = _lines(experiment, genre, results)
            if any(len(sort.points(line.solved)) > 1 for line in lines if not line.printed):
                path = folder / f"{experiment.id}-{genre}-{sort.name}.svg"
                _save(lines, sort, f"{genre} ({experiment.title})", results.limit, path)
                yield path


def _lines(experiment: Experiment, genre: str, results: Results) -> list[Line]:
    """A line for each column of a genre that was run, and one for each printed one."""
    instances = [one for one in experiment.instances if one.genre == genre and not one.without]
    looks = {Task("", *own).label: -number for number, own in enumerate(data("plan.json")["baselines"], 1)}
    found: dict[tuple[str, bool, int], dict[str, Solved]] = {}
    for group in experiment.groups:
        for instance in instances:
            if (task := group.task(instance)) is None or instance.board is None:
                continue
            look = looks.setdefault(task.label, sum(number >= 0 for number in looks.values()))
            result = results.known.get(task)
            if result is not None and result.status not in (MISSING, UNSAID):
                solved = found.setdefault((task.label, False, look), {})
                if result.status == SOLVED and result.seconds:
                    solved[instance.name] = Solved(prod(instance.board[3:]), result.seconds)
            if group.total and (seconds := _sum(instance.printed.get(name) for name in group.total)):
                name = f"{group.total[-1].rpartition(' ')[0]} in print".strip()
                found.setdefault((name, True, look), {})[instance.name] = Solved(_cells(instance), seconds)
    lines = [Line(name, tuple(by_name.values()), look, printed) for (name, printed, look), by_name in found.items()]
    return sorted(lines, key=lambda line: line.printed)


def _cells(instance: Instance) -> int:
    margin = data("plan.json")["margins"].get(instance.genre, 0)
    return prod(length - margin for length in instance.size)


def _sum(values: Iterable[Value]) -> float | None:
    found = list(values)
    return sum(float(value) for value in found if value) if all(isinstance(v, int | float) for v in found) else None


def _save(lines: Sequence[Line], sort: Sort, title: str, limit: float, path: Path) -> None:
    from matplotlib.ticker import MaxNLocator

    with plot_style.figure(path, title, sort.across, sort.upward, limit) as axes:
        for line in lines:
            _add(axes, line, sort.points(line.solved))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))


def _add(axes: "Axes", line: Line, points: Points) -> None:
    colour, marker = LOOKS[line.look % len(LOOKS)]
    axes.plot(
        [across for across, _ in points],
        [upward for _, upward in points],
        label=line.name if points else f"{line.name} (none solved)",
        color=colour,
        marker=marker,
        markersize=5,
        linewidth=1.4,
        linestyle="--" if line.printed else "-",
        markerfacecolor="none" if line.printed else colour,  # lest print hides a point of ours
        gid=line.name,
    )
