"""The papers' tables and plots, made again: `masume bench papers`.

>>> from masume.bench import papers
>>> papers.names()
['2007-1', '2007-2', '2009-1', '2009-2', 'report', '2021']
>>> planned = papers.experiments(papers.shipped(), only=["report"])
>>> [instance.name for instance in planned[0].instances]
['Kuromasu', 'Kuromasu without U4', 'Light Up']

`run` measures the `tasks` of what is planned and keeps the `Results` in a file, `tables` and `plots.draw` show them.
"""

from collections.abc import Sequence
from importlib import metadata

from masume.bench.papers import plots
from masume.bench.papers.boards import Pool, from_folder
from masume.bench.papers.boards import shipped as _shipped
from masume.bench.papers.plan import Experiment, Task, data, experiments, names, pace, tasks
from masume.bench.papers.report import WRITERS
from masume.bench.papers.runner import Results, run
from masume.bench.papers.tables import Table, findings, not_available, table

__all__ = [
    "WRITERS",
    "Experiment",
    "Pool",
    "Results",
    "Table",
    "Task",
    "experiments",
    "from_folder",
    "names",
    "pace",
    "plots",
    "run",
    "shipped",
    "tables",
    "tasks",
]
_SOLVERS = ("clingo", "python-sat", "ortools", "pychoco")


def shipped() -> Pool:
    """The boards that come with masume, those printed in the papers first."""
    return _shipped(data("plan.json")["examples"])


def tables(planned: Sequence[Experiment], results: Results) -> list[Table]:
    """The published tables with our figures, the findings, and what is not available."""
    made = [table(experiment, results.known, results.limit) for experiment in planned]
    return [*made, findings(planned, results.known), not_available()._replace(notes=(_versions(),))]


def _versions() -> str:
    """The versions of the solvers that are installed."""
    found = []
    for name in _SOLVERS:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"no {name}")
    return f"Here: {', '.join(found)}."
