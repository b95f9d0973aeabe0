"""Tables of the same shape as the papers': ours beside print, a row for each instance, a summary for each size."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import NamedTuple, TypeAlias

from masume.bench.papers.measurement import MISSING, SOLVED, TIMEOUT, UNSAID, Measurement
from masume.bench.papers.plan import Experiment, Figure, Group, Instance, Task, data
from masume.bench.report_tables import Value

Known: TypeAlias = Mapping[Task, Measurement]
Encoding: TypeAlias = tuple[str, str | None]  # engine and formulation
DASH = "–"
_SOLVED_IN_PRINT = "*"  # a solution was found, but print does not tell when


class Column(NamedTuple):
    """A column: whose figures, which figure (None: only print has it), and its name in print (None: not there)."""

    group: str
    ours: str | None
    printed: str | None = None


class Cell(NamedTuple):
    """A figure of ours and the printed one; None where there is none, a dash where it is not known."""

    ours: Value = None
    printed: Value = None


class Row(NamedTuple):
    """A row: for an instance ("board") or a summary of several ("solved", "total", "median")."""

    kind: str
    labels: tuple[str, ...]
    cells: tuple[Cell, ...]


class Table(NamedTuple):
    """A table, with what is to be said under it."""

    id: str
    title: str
    labels: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def table(experiment: Experiment, known: Known, limit: float) -> Table:
    """A published table with our figures in it."""
    groups = [group for group in experiment.groups if _worth_showing(group, experiment.instances, known)]
    pairs = [(group, figure) for group in groups for figure in group.figures]
    rows: list[Row] = []
    for (genre, size, _), together in groupby(experiment.instances, key=lambda one: (one.genre, one.size, one.without)):
        some = [_row(instance, pairs, known) for instance in together]
        rows += some if len(some) == 1 else [*some, *_summary((genre, _by(size)), some, pairs)]
    return Table(
        experiment.id,
        experiment.title,
        ("instance", "genre", "size", "board"),
        tuple(Column(group.label, *figure) for group, figure in pairs),
        tuple(rows),
        (
            f"Ours: limit {limit:g} s, {DASH} is out of time or not told; print is in parentheses.",
            *_remarks(experiment, known),
            *experiment.notes,
        ),
    )


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _tasks(group: Group, instances: Iterable[Instance]) -> list[Task]:
    return [task for task in map(group.task, instances) if task is not None]


def _worth_showing(group: Group, instances: Iterable[Instance], known: Known) -> bool:
    """Whether a group has print to show, or a result."""
    results = (known.get(task) for task in _tasks(group, instances))
    return any(figure.printed for figure in group.figures) or any(
        result is not None and result.status != MISSING for result in results
    )


def _row(instance: Instance, pairs: Iterable[tuple[Group, Figure]], known: Known) -> Row:
    cells = []
    for group, figure in pairs:
        task = group.task(instance)
        result = known.get(task) if task is not None else None
        ours = _figure(result, figure.ours, figure == group.figures[0]) if result and figure.ours else None
        cells.append(Cell(ours, instance.printed.get(figure.printed) if figure.printed else None))
    board = instance.board.name if instance.board else "none of this size"
    return Row("board", (instance.name, instance.genre, _by(instance.size), board), tuple(cells))


def _figure(result: Measurement, name: str, first: bool) -> Value:
    """A figure of a result; the first of a group, and every time, tells how it ended if not well."""
    if result.status == MISSING:
        return None
    is_time = name.endswith("seconds")
    if result.status not in (SOLVED, TIMEOUT) and (first or is_time):
        return result.status
    if result.status == TIMEOUT and is_time and name != "grounding_seconds":
        return DASH
    figure = result.seconds if name == "seconds" else result.statistics.get(name)
    return DASH if figure is None else figure


def _summary(labels: tuple[str, str], rows: Sequence[Row], pairs: Sequence[tuple[Group, Figure]]) -> list[Row]:
    """How many were solved, and the total and the median of those that were."""
    columns = list(zip(*(row.cells for row in rows), strict=True))

    def made(kind: str, of: Callable[[Sequence[Value]], Value], only_times: bool = True) -> Row:
        told = [
            Cell(of([cell.ours for cell in column]), of([cell.printed for cell in column]))
            if not only_times or "seconds" in (figure.ours or "")
            else Cell()
            for column, (_, figure) in zip(columns, pairs, strict=True)
        ]
        return Row(kind, (f"{kind} of {len(rows)}", *labels, ""), tuple(told))

    summaries = [made("solved", _solved), made("total", _total), made("median", _median, only_times=False)]
    return [row for row in summaries if any(cell != Cell() for cell in row.cells)]


def numbers(values: Iterable[Value]) -> list[int | float]:
    """Those values that are numbers."""
    return [value for value in values if isinstance(value, int | float)]


def _solved(values: Sequence[Value]) -> Value:
    if all(value is None for value in values):
        return None
    return len(numbers(values)) + sum(value == _SOLVED_IN_PRINT for value in values)


def _total(values: Sequence[Value]) -> Value:
    found = numbers(values)
    return round(sum(found), 6) if found else None


def _median(values: Sequence[Value]) -> Value:
    found = numbers(values)
    return median(found) if found else None


def _remarks(experiment: Experiment, known: Known) -> list[str]:
    """What is to be said of columns that are missing, or went wrong."""
    said: dict[tuple[str, str], str] = {}
    for group in experiment.groups:
        for task in _tasks(group, experiment.instances):
            if (result := known.get(task)) is not None and result.note:
                said.setdefault((task.label, result.status), f"{task.label}: {_in_short(result)}.")
    return list(said.values())


def _in_short(result: Measurement) -> str:
    """What there is to say of the first such result."""
    if "pip install" in result.note:
        return f"not installed ({result.note})"
    note = result.note.partition(": expected")[0]
    return note if result.status in (MISSING, SOLVED) else f"{result.status}, at first because {note}"


def findings(planned: Iterable[Experiment], known: Known) -> Table:
    """What each encoding took on all boards of a genre and a size, beside ours on those that both solved."""
    ours: list[Encoding] = [(engine, formulation) for engine, formulation in data("plan.json")["baselines"]]
    columns = [Column("boards", "number"), Column("boards", "solved"), Column("encoding", "total seconds")]
    for own in ours:
        label = Task("", *own).label
        columns += [Column(label, name) for name in ("solved by both", "encoding's seconds", "its seconds", "ratio")]
    rows = [
        Row("board", (*place, Task("", *encoding).label), tuple(map(Cell, _compared(encoding, ours, boards, known))))
        for (*place, encoding), boards in _tried(planned, known).items()
        if encoding not in ours
    ]
    note = "Totals and ratios beside tuned and lazy are of the boards that both solved in time."
    return Table("findings", "Findings", ("genre", "size", "encoding"), tuple(columns), tuple(rows), (note,))


def _tried(planned: Iterable[Experiment], known: Known) -> dict[tuple[str, str, Encoding], list[str]]:
    """The boards of each genre and size on which each encoding was tried."""
    found: dict[tuple[str, str, Encoding], dict[str, None]] = {}
    for experiment in planned:
        for instance in experiment.instances:
            for task in filter(None, (group.task(instance) for group in experiment.groups)):
                result = known.get(task)
                if instance.board and result and not task.without and result.status not in (MISSING, UNSAID):
                    place = (instance.genre, _by(instance.board[3:]), (task.engine, task.formulation))
                    found.setdefault(place, {})[task.address] = None
    return {place: list(boards) for place, boards in sorted(found.items(), key=lambda item: item[0][0])}


def _compared(encoding: Encoding, ours: Iterable[Encoding], boards: Sequence[str], known: Known) -> list[Value]:
    def times(which: Encoding) -> dict[str, float]:
        results = {address: known.get(Task(address, *which)) for address in boards}
        return {at: one.seconds for at, one in results.items() if one and one.status == SOLVED and one.seconds}

    theirs = times(encoding)
    told: list[Value] = [len(boards), len(theirs), _total(list(theirs.values()))]
    for which in ours:
        own = times(which)
        both = theirs.keys() & own.keys()
        one, other = sum(theirs[address] for address in both), sum(own[address] for address in both)
        told += [len(both), one, other, one / other] if both else [0, None, None, None]
    return told


def not_available() -> Table:
    """What the papers used and cannot be had here, and what stands in for it."""
    rows = tuple(Row("board", tuple(pair), ()) for pair in data("plan.json")["not_available"])
    return Table("not available", "Not available", ("what the papers used", "what stands in for it"), (), rows)
