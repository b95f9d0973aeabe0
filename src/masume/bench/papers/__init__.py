"""The tables and plots of the published papers, measured again: `masume bench papers`.

>>> from masume.bench import papers
>>> papers.table_names()
['2007-1', '2007-2', '2009-1', '2009-2', 'report', '2021']
>>> experiments = papers.plan_experiments(papers.load_shipped(), only=["report"])
>>> [instance.name for instance in experiments[0].instances]
['Kuromasu', 'Kuromasu without U4', 'Light Up']

`run` measures the tasks of the planned experiments and keeps the `Results` in a file; `build_tables` and
`plots.draw_plots` show them.
"""

from collections.abc import Sequence

from masume.bench.machine import installed_version
from masume.bench.papers import plots
from masume.bench.papers.boards import BoardPool, load_folder
from masume.bench.papers.boards import load_shipped as _load_shipped
from masume.bench.papers.plan import (
    Experiment,
    PaperSettings,
    Task,
    default_settings,
    list_tasks,
    load_data,
    plan_experiments,
    table_names,
)
from masume.bench.papers.report import WRITERS
from masume.bench.papers.runner import Results, run
from masume.bench.papers.tables import PaperTable, build_findings, build_table, build_unavailable

__all__ = [
    "WRITERS",
    "BoardPool",
    "Experiment",
    "PaperSettings",
    "PaperTable",
    "Results",
    "Task",
    "build_tables",
    "default_settings",
    "list_tasks",
    "load_folder",
    "load_shipped",
    "plan_experiments",
    "plots",
    "run",
    "table_names",
]
_SOLVERS = ("clingo", "python-sat", "ortools", "pychoco")


def load_shipped() -> BoardPool:
    """Return the boards that are shipped with masume, those printed in the papers first."""
    return _load_shipped(load_data("plan.json")["examples"])


def build_tables(experiments: Sequence[Experiment], results: Results) -> list[PaperTable]:
    """Return the published tables with our figures, a table of findings, and one of what is not available here."""
    measurements = results.measurements
    tables = [build_table(experiment, measurements, results.time_limit) for experiment in experiments]
    findings = build_findings(experiments, measurements)
    return [*tables, findings, build_unavailable()._replace(notes=(_describe_versions(),))]


def _describe_versions() -> str:
    """Return the versions of the installed solvers."""
    versions = ((name, installed_version(name)) for name in _SOLVERS)
    return f"Here: {', '.join(f'{name} {version}' if version else f'no {name}' for name, version in versions)}."
