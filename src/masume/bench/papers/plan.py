"""The plan: which tables were published, on which boards they are made again, and by which engines and formulations.

`published.json` holds the papers' figures with their sources, `plan.json` what is run here beside them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from masume.bench.papers.boards import Pool, Posed, example
from masume.bench.report_tables import Value
from masume.core.errors import UnknownNameError


class Task(NamedTuple):
    """What is measured: an engine with a formulation on a board, maybe with some rules left out."""

    address: str
    engine: str
    formulation: str | None
    without: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return " ".join(filter(None, (self.engine, self.formulation)))


class Figure(NamedTuple):
    """A column: a statistic of ours (None: there is none), and the printed figure that stands beside it."""

    ours: str | None
    printed: str | None = None


class Group(NamedTuple):
    """The columns of an engine with a formulation, which may depend on the genre; `total` are printed seconds."""

    engine: str
    formulations: Mapping[str, str | None]
    figures: tuple[Figure, ...]
    total: tuple[str, ...] = ()
    genres: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return Task("", self.engine, self.formulations[""]).label

    @property
    def is_timed(self) -> bool:
        return any("seconds" in (figure.ours or "") for figure in self.figures)

    def task(self, instance: "Instance") -> Task | None:
        """What is measured for an instance, None if it has no board or the group leaves its genre out."""
        if instance.board is None or (self.genres and instance.genre not in self.genres):
            return None
        formulation = self.formulations.get(instance.genre, self.formulations[""])
        return Task(instance.board.address, self.engine, formulation, instance.without)


class Instance(NamedTuple):
    """A row: the printed name, genre and figures of an instance, and the board that stands for it."""

    name: str
    genre: str
    size: tuple[int, int]
    printed: Mapping[str, Value]
    board: Posed | None
    without: tuple[str, ...] = ()


class Experiment(NamedTuple):
    """A published table, and what is run here beside it."""

    id: str
    paper: str
    title: str
    notes: tuple[str, ...]
    groups: tuple[Group, ...]
    instances: tuple[Instance, ...]


@cache
def data(name: str) -> Any:
    """A file of this package."""
    return json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def names() -> list[str]:
    """The names of the tables."""
    return [table["id"] for table in data("plan.json")["tables"]]


class Pace(NamedTuple):
    """The time limit of a measurement in seconds, how many run at a time, and of how many sizes boards are taken."""

    limit: float
    jobs: int
    sizes: int | None = None


def pace(quick: bool = False) -> Pace:
    """How a run goes if nothing else is said."""
    return Pace(**data("plan.json")["quick" if quick else "usual"])


def experiments(pool: Pool, only: Sequence[str] = (), quick: bool = False) -> list[Experiment]:
    """The tables to make (all if none is named), each instance with a board; to be quick, with few of them."""
    for name in only:
        if name not in names():
            raise UnknownNameError(f"unknown table {name!r:.40}: expected one of {', '.join(names())}")
    published = {table["id"]: table for table in data("published.json")["tables"]}
    chosen = [table for table in data("plan.json")["tables"] if not only or table["id"] in only]
    return [_experiment(published[table["id"]], table, pool, quick) for table in chosen]


def tasks(planned: Iterable[Experiment]) -> list[Task]:
    """Everything to be measured, each once: all columns on one board by turns, then the next board."""
    boards: dict[str, dict[Task, None]] = {}
    for experiment in planned:
        for instance in experiment.instances:
            for group in experiment.groups:
                if (task := group.task(instance)) is not None:
                    boards.setdefault(task.address, {})[task] = None
    return [task for of_board in boards.values() for task in of_board]


def _experiment(published: Mapping[str, Any], table: Mapping[str, Any], pool: Pool, quick: bool) -> Experiment:
    signs = (f"{sign} in print: {meaning}" for sign, meaning in published["signs"].items())
    told = (
        f"Print: {published['source']}; {published['software']}; on {published['machine']}; limit {published['limit']}."
    )
    notes = (*table["notes"], *published["notes"], told, *(f"{sign}." for sign in signs))
    instances = _instances(published, table, pool)
    return Experiment(
        published["id"],
        published["paper"],
        published["title"],
        notes,
        tuple(_group(**group) for group in table["groups"]),
        tuple(_few(instances, pace(quick).sizes)),
    )


def _group(
    engine: str,
    formulation: str | Mapping[str, str | None] | None,
    figures: Iterable[Sequence[str]],
    print_total: Iterable[str] = (),
    genres: Iterable[str] = (),
) -> Group:
    named = formulation if isinstance(formulation, Mapping) else {"": formulation}
    return Group(engine, named, tuple(Figure(*figure) for figure in figures), tuple(print_total), tuple(genres))


def _instances(published: Mapping[str, Any], table: Mapping[str, Any], pool: Pool) -> list[Instance]:
    margins, found = data("plan.json")["margins"], []
    taken: dict[tuple[str, int, int], int] = {}
    for name, genre, (rows, cols), *figures in (*published["rows"], *table.get("further", ())):
        margin = margins.get(genre, 0)
        wanted = (genre, rows - margin, cols - margin)
        if name in table.get("examples", {}):
            board: Posed | None = example(table["examples"][name])
        else:
            board = pool.board(*wanted, taken.setdefault(wanted, 0))
            taken[wanted] += 1
        printed = dict(zip(published["figures"], figures, strict=False))  # further ones are not printed
        without = tuple(table.get("without", {}).get(name, ()))
        found.append(Instance(name, genre, (rows, cols), printed, board, without))
    return found


def _few(instances: Sequence[Instance], sizes: int | None) -> Sequence[Instance]:
    """A board for each genre and size, of so many sizes, the smallest first; all if nothing is said."""
    if sizes is None:
        return instances
    taken: dict[tuple[str, tuple[str, ...]], dict[tuple[int, int], Instance]] = {}
    for instance in instances:  # the tables begin with the smallest
        of_genre = taken.setdefault((instance.genre, instance.without), {})
        if instance.board is not None and len(of_genre) < sizes:
            of_genre.setdefault(instance.size, instance)
    return [instance for of_genre in taken.values() for instance in of_genre.values()]
