"""The papers' tables with our figures beside the printed ones, and a summary for each size of boards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import NamedTuple, TypeAlias

from masume.bench.papers.measurement import INEXPRESSIBLE, MISSING, SOLVED, TIMEOUT, PaperMeasurement
from masume.bench.papers.plan import ColumnGroup, Experiment, Figure, PaperInstance, Task, load_data
from masume.bench.report_tables import Value

Measurements: TypeAlias = Mapping[Task, PaperMeasurement]
Encoding: TypeAlias = tuple[str, str | None]  # engine and formulation
DASH = "–"
_SOLVED_IN_PRINT = "*"  # a solution was found, but the paper does not print when


class Column(NamedTuple):
    """A column: its group, and the names of our figure and of the printed one, or None where there is none."""

    group: str
    ours: str | None
    printed: str | None = None


class Cell(NamedTuple):
    """Our figure and the printed one: None if there is no such figure, a dash if its value is not known."""

    ours: Value = None
    printed: Value = None


class Row(NamedTuple):
    """A row for an instance (kind "board") or a summary of several ("solved", "total", "median")."""

    kind: str
    labels: tuple[str, ...]
    cells: tuple[Cell, ...]


class PaperTable(NamedTuple):
    """A table with notes to print below it."""

    id: str
    title: str
    labels: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def build_table(experiment: Experiment, measurements: Measurements, time_limit: float) -> PaperTable:
    """Return a published table with our figures in it."""
    groups = [group for group in experiment.groups if _has_figures(group, experiment.instances, measurements)]
    columns = [(group, figure) for group in groups for figure in group.figures]
    rows: list[Row] = []
    for (genre, size, _), instances in groupby(
        experiment.instances, key=lambda instance: (instance.genre, instance.size, instance.without)
    ):
        of_size = [_build_row(instance, columns, measurements) for instance in instances]
        rows += of_size
        if len(of_size) > 1:
            rows += _summarise((genre, _format_size(size)), of_size, columns)
    return PaperTable(
        experiment.id,
        experiment.title,
        ("instance", "genre", "size", "board"),
        tuple(Column(group.label, *figure) for group, figure in columns),
        tuple(rows),
        (
            f"Ours: time limit {time_limit:g} s; {DASH} means out of time or not known; "
            "printed figures are in parentheses.",
            *_remarks(experiment, measurements),
            *experiment.notes,
        ),
    )


def _format_size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _list_group_tasks(group: ColumnGroup, instances: Iterable[PaperInstance]) -> list[Task]:
    return [task for task in map(group.task_for, instances) if task is not None]


def _has_figures(group: ColumnGroup, instances: Iterable[PaperInstance], measurements: Measurements) -> bool:
    """Return whether a group has printed figures or a result to show."""
    results = (measurements.get(task) for task in _list_group_tasks(group, instances))
    return any(figure.printed for figure in group.figures) or any(
        result is not None and result.status != MISSING for result in results
    )


def _build_row(
    instance: PaperInstance, columns: Iterable[tuple[ColumnGroup, Figure]], measurements: Measurements
) -> Row:
    cells = []
    for group, figure in columns:
        task = group.task_for(instance)
        result = measurements.get(task) if task is not None else None
        ours = _our_figure(result, figure.ours, figure == group.figures[0]) if result and figure.ours else None
        cells.append(Cell(ours, instance.printed.get(figure.printed) if figure.printed else None))
    board = instance.board.name if instance.board else "none of this size"
    return Row("board", (instance.name, instance.genre, _format_size(instance.size), board), tuple(cells))


def _our_figure(result: PaperMeasurement, name: str, is_first: bool) -> Value:
    """Return a figure of a result; after a failure, times and the first figure of a group show the status instead."""
    if result.status == MISSING:
        return None
    is_time = name.endswith("seconds")
    if result.status not in (SOLVED, TIMEOUT) and (is_first or is_time):
        return result.status
    if result.status == TIMEOUT and is_time and name != "grounding_seconds":
        return DASH
    figure = result.seconds if name == "seconds" else result.statistics.get(name)
    return DASH if figure is None else figure


def _summarise(
    labels: tuple[str, str], rows: Sequence[Row], columns: Sequence[tuple[ColumnGroup, Figure]]
) -> list[Row]:
    """Return rows with the number of solved boards, and the total and median of their figures."""
    cells_by_column = list(zip(*(row.cells for row in rows), strict=True))

    def summary_row(kind: str, summary: Callable[[Sequence[Value]], Value], only_times: bool = True) -> Row:
        cells = [
            Cell(summary([cell.ours for cell in cells]), summary([cell.printed for cell in cells]))
            if not only_times or "seconds" in (figure.ours or "")
            else Cell()
            for cells, (_, figure) in zip(cells_by_column, columns, strict=True)
        ]
        return Row(kind, (f"{kind} of {len(rows)}", *labels, ""), tuple(cells))

    summaries = [
        summary_row("solved", _count_solved),
        summary_row("total", _total),
        summary_row("median", _median, only_times=False),
    ]
    return [row for row in summaries if any(cell != Cell() for cell in row.cells)]


def _numbers(values: Iterable[Value]) -> list[int | float]:
    return [value for value in values if isinstance(value, int | float)]


def _count_solved(values: Sequence[Value]) -> Value:
    if all(value is None for value in values):
        return None
    return len(_numbers(values)) + sum(value == _SOLVED_IN_PRINT for value in values)


def _total(values: Sequence[Value]) -> Value:
    numbers = _numbers(values)
    return round(sum(numbers), 6) if numbers else None


def _median(values: Sequence[Value]) -> Value:
    numbers = _numbers(values)
    return median(numbers) if numbers else None


def _remarks(experiment: Experiment, measurements: Measurements) -> list[str]:
    """Return a remark for each column and status whose results have notes."""
    remarks: dict[tuple[str, str], str] = {}
    for group in experiment.groups:
        for task in _list_group_tasks(group, experiment.instances):
            if (result := measurements.get(task)) is not None and result.note:
                remarks.setdefault((task.label, result.status), f"{task.label}: {_shorten_note(result)}.")
    return list(remarks.values())


def _shorten_note(result: PaperMeasurement) -> str:
    if "pip install" in result.note:
        return f"not installed ({result.note})"
    note = result.note.partition(": expected")[0]
    return note if result.status in (MISSING, SOLVED) else f"{result.status}; the first note is: {note}"


def build_findings(experiments: Iterable[Experiment], measurements: Measurements) -> PaperTable:
    """Compare each encoding with our own ones on the boards that both solved, for each genre and size."""
    ours: list[Encoding] = [(engine, formulation) for engine, formulation in load_data("plan.json")["baselines"]]
    columns = [Column("boards", "number"), Column("boards", "solved"), Column("encoding", "total seconds")]
    for own in ours:
        label = Task("", *own).label
        columns += [Column(label, name) for name in ("solved by both", "encoding's seconds", "its seconds", "ratio")]
    rows = [
        Row(
            "board",
            (*group, Task("", *encoding).label),
            tuple(map(Cell, _compare(encoding, ours, boards, measurements))),
        )
        for (*group, encoding), boards in _tried_boards(experiments, measurements).items()
        if encoding not in ours
    ]
    note = "Totals and ratios compared with tuned and lazy are over the boards that both solved in time."
    return PaperTable("findings", "Findings", ("genre", "size", "encoding"), tuple(columns), tuple(rows), (note,))


def _tried_boards(
    experiments: Iterable[Experiment], measurements: Measurements
) -> dict[tuple[str, str, Encoding], list[str]]:
    """Return the boards that each encoding tried, by genre, size and encoding."""
    tried: dict[tuple[str, str, Encoding], dict[str, None]] = {}
    for experiment in experiments:
        for instance in experiment.instances:
            for task in filter(None, (group.task_for(instance) for group in experiment.groups)):
                result = measurements.get(task)
                if instance.board and result and not task.without and result.status not in (MISSING, INEXPRESSIBLE):
                    key = (instance.genre, _format_size(instance.board.size), (task.engine, task.formulation))
                    tried.setdefault(key, {})[task.url] = None
    return {key: list(boards) for key, boards in sorted(tried.items(), key=lambda item: item[0][0])}


def _compare(
    encoding: Encoding, ours: Iterable[Encoding], boards: Sequence[str], measurements: Measurements
) -> list[Value]:
    def solved_times(which: Encoding) -> dict[str, float]:
        results = {url: measurements.get(Task(url, *which)) for url in boards}
        return {
            url: result.seconds
            for url, result in results.items()
            if result and result.status == SOLVED and result.seconds
        }

    theirs = solved_times(encoding)
    figures: list[Value] = [len(boards), len(theirs), _total(list(theirs.values()))]
    for own_encoding in ours:
        own = solved_times(own_encoding)
        both = theirs.keys() & own.keys()
        their_total, own_total = sum(theirs[url] for url in both), sum(own[url] for url in both)
        figures += [len(both), their_total, own_total, their_total / own_total] if both else [0, None, None, None]
    return figures


def build_unavailable() -> PaperTable:
    """List the software and boards of the papers that are not available here, and what replaces them."""
    rows = tuple(Row("board", tuple(pair), ()) for pair in load_data("plan.json")["not_available"])
    return PaperTable("not available", "Not available", ("what the papers used", "what stands in for it"), (), rows)
