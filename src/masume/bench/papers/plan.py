"""The plan: the published tables, the boards on which they are measured again, and the engines and formulations.

`published.json` holds the papers' figures with their sources; `plan.json` lists what to run here for comparison.  In
this package, "printed" and "in print" mean: as published in a paper.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from masume.bench.papers.boards import BoardPool, PaperBoard, load_example
from masume.bench.report_tables import Value
from masume.core.errors import UnknownNameError
from masume.core.messages import quote, suggest_names


class Task(NamedTuple):
    """One measurement to make: an engine with a formulation on a board, perhaps with some rules left out."""

    url: str
    engine: str
    formulation: str | None
    without: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The engine and the formulation."""
        return " ".join(filter(None, (self.engine, self.formulation)))


class Figure(NamedTuple):
    """A column of a table: the name of our statistic and of the printed figure, or None where there is none."""

    ours: str | None
    printed: str | None = None


class ColumnGroup(NamedTuple):
    """The columns of an engine with a formulation, which may depend on the genre.

    `formulations` maps genres to names, with "" as the default.  `total` names the printed figures that add up to the
    total time.  `genres` limits the group to some genres.
    """

    engine: str
    formulations: Mapping[str, str | None]
    figures: tuple[Figure, ...]
    total: tuple[str, ...] = ()
    genres: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The engine and the default formulation."""
        return Task("", self.engine, self.formulations[""]).label

    @property
    def has_times(self) -> bool:
        """Whether one of the figures is a time."""
        return any("seconds" in (figure.ours or "") for figure in self.figures)

    def task_for(self, instance: "PaperInstance") -> Task | None:
        """Return the task for an instance, or None if it has no board or the group excludes its genre."""
        if instance.board is None or (self.genres and instance.genre not in self.genres):
            return None
        formulation = self.formulations.get(instance.genre, self.formulations[""])
        return Task(instance.board.url, self.engine, formulation, instance.without)


class PaperInstance(NamedTuple):
    """A row of a table: an instance in print, with its printed size and figures, and the board that replaces it."""

    name: str
    genre: str
    size: tuple[int, int]
    printed: Mapping[str, Value]
    board: PaperBoard | None
    without: tuple[str, ...] = ()

    @property
    def cells(self) -> int:
        """The number of cells; some printed sizes also count a margin, which is left out."""
        return prod(_without_margin(self.genre, self.size))


class Experiment(NamedTuple):
    """A published table, and what to run here to compare with it."""

    id: str
    paper: str
    title: str
    notes: tuple[str, ...]
    groups: tuple[ColumnGroup, ...]
    instances: tuple[PaperInstance, ...]


class PaperSettings(NamedTuple):
    """Seconds for each measurement, the number of parallel jobs, and how many board sizes to use (None: all)."""

    time_limit: float
    jobs: int
    sizes: int | None = None


@cache
def load_data(name: str) -> Any:
    """Return the contents of a JSON file in this package."""
    return json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def table_names() -> list[str]:
    """Return the ids of the published tables."""
    return [table["id"] for table in load_data("plan.json")["tables"]]


def default_settings(quick: bool = False) -> PaperSettings:
    """Return the default settings of a run."""
    return PaperSettings(**load_data("plan.json")["quick" if quick else "default"])


def plan_experiments(pool: BoardPool, only: Sequence[str] = (), quick: bool = False) -> list[Experiment]:
    """Plan the named tables (default: all) with a board for each instance; `quick` keeps only a few small boards."""
    for name in only:
        if name not in table_names():
            raise UnknownNameError(f"unknown table {quote(name)}: {suggest_names(name, table_names())}")
    published = {table["id"]: table for table in load_data("published.json")["tables"]}
    chosen = [table for table in load_data("plan.json")["tables"] if not only or table["id"] in only]
    return [_build_experiment(published[table["id"]], table, pool, quick) for table in chosen]


def list_tasks(experiments: Iterable[Experiment]) -> list[Task]:
    """Return all tasks without duplicates, sorted by board: all columns on one board, then the next board."""
    boards: dict[str, dict[Task, None]] = {}
    for experiment in experiments:
        for instance in experiment.instances:
            for group in experiment.groups:
                if (task := group.task_for(instance)) is not None:
                    boards.setdefault(task.url, {})[task] = None
    return [task for of_board in boards.values() for task in of_board]


def _build_experiment(
    published: Mapping[str, Any], planned: Mapping[str, Any], pool: BoardPool, quick: bool
) -> Experiment:
    signs = (f"{sign} in print: {meaning}." for sign, meaning in published["signs"].items())
    source, software, machine, limit = (published[name] for name in ("source", "software", "machine", "limit"))
    origin = f"Printed figures: {source}; {software}; on {machine}; limit {limit}."
    return Experiment(
        published["id"],
        published["paper"],
        published["title"],
        (*planned["notes"], *published["notes"], origin, *signs),
        tuple(_build_group(**group) for group in planned["groups"]),
        tuple(_limit_sizes(_build_instances(published, planned, pool), default_settings(quick).sizes)),
    )


def _build_group(
    engine: str,
    formulation: str | Mapping[str, str | None] | None,
    figures: Iterable[Sequence[str]],
    print_total: Iterable[str] = (),
    genres: Iterable[str] = (),
) -> ColumnGroup:
    by_genre = formulation if isinstance(formulation, Mapping) else {"": formulation}
    return ColumnGroup(engine, by_genre, tuple(Figure(*names) for names in figures), tuple(print_total), tuple(genres))


def _build_instances(published: Mapping[str, Any], planned: Mapping[str, Any], pool: BoardPool) -> list[PaperInstance]:
    instances = []
    used: dict[tuple[str, int, int], int] = {}  # how many boards of the pool, by genre and size
    for name, genre, size, *figures in (*published["rows"], *planned.get("further", ())):
        key = (genre, *_without_margin(genre, size))
        if name in planned.get("examples", {}):
            board: PaperBoard | None = load_example(planned["examples"][name])
        else:
            board = pool.find(*key, used.setdefault(key, 0))
            used[key] += 1
        printed = dict(zip(published["figures"], figures, strict=False))  # the further rows have no figures
        without = tuple(planned.get("without", {}).get(name, ()))
        rows, cols = size
        instances.append(PaperInstance(name, genre, (rows, cols), printed, board, without))
    return instances


def _without_margin(genre: str, size: tuple[int, int]) -> tuple[int, int]:
    """Return a printed size without the row and column of clues that the papers count for some genres."""
    margin = load_data("plan.json")["margins"].get(genre, 0)
    rows, cols = size
    return rows - margin, cols - margin


def _limit_sizes(instances: Sequence[PaperInstance], sizes: int | None) -> Sequence[PaperInstance]:
    """Keep one board for each genre and size, up to `sizes` sizes, the smallest first; keep all if it is None."""
    if sizes is None:
        return instances
    kept: dict[tuple[str, tuple[str, ...]], dict[tuple[int, int], PaperInstance]] = {}
    for instance in instances:  # the tables start with the smallest
        of_genre = kept.setdefault((instance.genre, instance.without), {})
        if instance.board is not None and len(of_genre) < sizes:
            of_genre.setdefault(instance.size, instance)
    return [instance for of_genre in kept.values() for instance in of_genre.values()]
