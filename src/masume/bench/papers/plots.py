"""Plots of the papers' tables: how many boards are solved how fast, and how time grows with size."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from masume.bench.papers.measuring import MISSING, SOLVED, UNSAID
from masume.bench.papers.plan import Experiment, Instance, Task, Value, data
from masume.bench.papers.running import Results
from masume.core.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Points: TypeAlias = list[tuple[float, float]]
# Colours that the colour-blind can tell apart (Okabe and Ito), each with a marker of its own.
_LOOKS = list(
    zip(
        ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#882255", "#44AA99", "#7F7F7F", "#000000"),
        ("o", "s", "^", "D", "v", "P", "<", ">", "X", "*"),
        strict=True,
    )
)


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
    require()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [path for sort in _SORTS for path in _drawn(planned, results, folder, sort)]
    except OSError as error:
        raise InputError(
            f"cannot write plots to {str(folder)!r:.200}: {(error.strerror or 'unknown').lower()}"
        ) from None


def require() -> None:
    """Complain if there is no matplotlib; it draws to files only."""
    try:
        import matplotlib
    except ImportError:
        raise InputError("plots need matplotlib: pip install 'masume[plots]'") from None
    matplotlib.use("Agg")


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
    from matplotlib import pyplot
    from matplotlib.ticker import MaxNLocator

    # The same bytes each time, and text as text.
    with pyplot.rc_context({"svg.hashsalt": "masume", "svg.fonttype": "none", "font.size": 10}):
        figure, axes = pyplot.subplots(figsize=(9, 4.5), layout="constrained")
        for line in lines:
            _add(axes, line, sort.points(line.solved))
        axes.axhline(limit, color="#7F7F7F", linewidth=1, linestyle=":", label=f"our limit, {limit:g} s")
        axes.set_yscale("log")
        axes.set_xlabel(sort.across)
        axes.set_ylabel(sort.upward)
        axes.set_title(title, loc="left")
        axes.grid(visible=True, color="#dddddd", linewidth=0.6)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
        figure.legend(loc="outside right upper", frameon=False)
        figure.savefig(path, format="svg", metadata={"Date": None})
        pyplot.close(figure)


def _add(axes: "Axes", line: Line, points: Points) -> None:
    colour, marker = _LOOKS[line.look % len(_LOOKS)]
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
