"""`masume bench papers`: the papers' figures, the results of a run, the tables and the plots."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import pytest

import masume
from csv_tables import read_csv, undocumented_columns
from masume.bench import papers
from masume.bench.papers import plan, runner
from masume.bench.papers.boards import PaperBoard
from masume.bench.papers.measurement import PaperMeasurement
from masume.bench.papers.plan import Task
from masume.cli.progress_bar import ProgressBar, _format_rest
from masume.core.errors import InputError

COMMAND = [sys.executable, "-m", "masume", "bench", "papers"]
PUBLISHED: list[dict[str, Any]] = plan.load_data("published.json")["tables"]
SMALL = [
    masume.write(masume.examples.find(name), "pzpr").strip() for name in masume.examples.names() if "small" in name
]
MARK = "MASUME_TEST_MARK"  # an environment variable by which a test recognises the processes that it started
CSV_WORDS = {"table", "row", "instance", "genre", "size", "board", "encoding", "group", "figure", "figure in print"} | {
    "what the papers used",
    "what stands in for it",
}
STATUSES = cycle(["solved", "solved", "solved", "timeout", "memory", "wrong", "cannot be said"])


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*COMMAND, *arguments], capture_output=True, encoding="utf-8")


def fake_pool() -> papers.BoardPool:
    """Return a pool with an invented board for every instance in print."""
    margins = plan.load_data("plan.json")["margins"]
    found = []
    for number, (_, genre, size, *_) in enumerate(row for table in PUBLISHED for row in table["rows"]):
        rows, cols = (length - margins.get(genre, 0) for length in size)
        found.append(PaperBoard(f"board {number}", f"https://puzz.link/p?{genre}/{number}", genre, rows, cols))
    return papers.BoardPool(iter(found))


def fake_results(planned: list[papers.Experiment], path: Path) -> papers.Results:
    """Return invented results for all tasks."""
    results = papers.Results(path, 60)
    for number, task in enumerate(papers.list_tasks(planned), 1):
        statistics = {"atoms": 1000 + number, "grounding_seconds": 0.01, "solving_seconds": 0.01 * number}
        status = next(STATUSES)
        seconds = 0.01 + 0.01 * number if status == "solved" else None
        results.add(task, PaperMeasurement(status, seconds, statistics))
    return results


# The number of rows, and for each column the sum of its numbers and how many entries are not numbers.  They were
# counted in the texts of the papers by another program.
PRINTED: dict[str, tuple[int, list[float], list[int]]] = {
    "2007-1": (
        31,
        [1736289, 47157601, 4705769, 14154476, 32529, 4140133, 24005907, 1658093, 582.8],
        [0, 0, 0, 0, 10, 3, 3, 3, 3],
    ),
    "2007-2": (31, [391, 1219, 1112, 783], [0, 5, 17, 3]),
    "2009-1": (
        40,
        [126.206, 647615, 3007450, 118495, 35914, 40.095, 4113, 52141, 245856, 346526],
        [0, 0, 0, 0, 0, 4, 4, 4, 4, 4],
    ),
    "2009-2": (
        40,
        [1356368, 5389851, 3602893, 8849696, 1606.677, 1904636, 6831679, 4092708, 1114.59],
        [0, 0, 0, 0, 0, 3, 3, 3, 3],
    ),
    "report": (3, [7.203, 44101, 118142, 568574], [0, 0, 0, 0]),
    "2021": (3, [0], [3]),
}


@pytest.mark.parametrize("table", PUBLISHED, ids=lambda table: table["id"])
def test_print_is_complete(table: dict[str, Any]) -> None:
    columns = list(zip(*(row[3:] for row in table["rows"]), strict=True))
    count, sums, signs = PRINTED[table["id"]]
    assert len(table["rows"]) == count
    assert len(columns) == len(table["figures"])
    assert [sum(v for v in column if not isinstance(v, str)) for column in columns] == pytest.approx(sums)
    assert [sum(isinstance(v, str) for v in column) for column in columns] == signs
    assert all(table[name] for name in ("source", "software", "machine", "limit"))


def test_every_printed_figure_is_in_a_table() -> None:
    assert papers.table_names() == [table["id"] for table in PUBLISHED] == list(PRINTED)
    for experiment, table in zip(papers.plan_experiments(papers.load_shipped()), PUBLISHED, strict=True):
        figures = [figure.printed for group in experiment.groups for figure in group.figures if figure.printed]
        assert sorted(figures) == sorted(table["figures"])
        assert {name for group in experiment.groups for name in group.total} <= set(table["figures"])
        formulations = [group.formulations for group in experiment.groups]
        assert all(masume.genres.is_known(genre) for by_genre in formulations for genre in by_genre if genre)


def test_boards_have_the_printed_sizes() -> None:
    margins = plan.load_data("plan.json")["margins"]
    for experiment in papers.plan_experiments(papers.load_shipped()):
        with_boards = [(each, each.board) for each in experiment.instances if each.board is not None]
        assert with_boards
        for instance, board in with_boards:
            assert board.genre == instance.genre
            assert board.size == tuple(length - margins.get(instance.genre, 0) for length in instance.size)


def test_quick_runs_take_less_than_three_minutes() -> None:
    tasks = papers.list_tasks(papers.plan_experiments(fake_pool(), quick=True))
    assert len({task.url for task in tasks}) >= 18
    settings = papers.default_settings(quick=True)
    assert len(tasks) * settings.time_limit / settings.jobs <= 165  # seconds, if nothing is solved


def test_all_tasks_of_a_board_follow_each_other() -> None:
    tasks = papers.list_tasks(papers.plan_experiments(fake_pool()))
    urls = [task.url for task in tasks]
    assert len(set(tasks)) == len(tasks)
    changes = sum(before != after for before, after in pairwise(urls))
    assert changes == len(set(urls)) - 1


def test_tables_in_every_format(tmp_path: Path) -> None:
    planned = papers.plan_experiments(fake_pool())
    tables = papers.build_tables(planned, fake_results(planned, tmp_path / "results"))
    text, lines, data = (papers.WRITERS[name](tables) for name in ("markdown", "csv", "json"))
    assert [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")] == [
        t.title for t in tables
    ]
    for table in PUBLISHED:
        assert all(f"| {row[0]} |" in text for row in table["rows"])
        assert table["source"] in text
    assert all(word in text for word in ("wrong", "memory", "cannot be said", "SMODELS 2.32", "COMET 2", "DLV"))
    assert_figures_are_complete(lines, tables)
    parsed = json.loads(data)["tables"]
    assert [table["id"] for table in parsed] == [*papers.table_names(), "findings", "not available"]
    for table, published in zip(parsed, PUBLISHED, strict=False):
        boards = [row for row in table["rows"] if row["kind"] == "board"][: len(published["rows"])]
        for row, (name, _, _, *figures) in zip(boards, published["rows"], strict=True):
            assert row["instance"] == name
            shown = {c["printed"]: cell["printed"] for c, cell in zip(table["columns"], row["cells"], strict=True)}
            assert [shown[figure] for figure in published["figures"]] == figures


def assert_figures_are_complete(lines: str, tables: list[papers.PaperTable]) -> None:
    """Compare the CSV with the tables: each figure is a number, or words in another column, or unknown and empty."""
    rows = [row for row in read_csv(lines, CSV_WORDS | {"ours in words", "print in words"}) if row["group"]]
    cells = [cell for table in tables for row in table.rows for cell in row.cells if cell != (None, None)]
    for row, cell in zip(rows, cells, strict=True):
        for name, figure in zip(("ours", "print"), cell, strict=True):
            if isinstance(figure, str):
                assert (row[name], row[f"{name} in words"]) == ("", "" if figure == "–" else figure)
            else:
                assert (row[name] or None, row[f"{name} in words"]) == (None if figure is None else str(figure), "")
    assert set(undocumented_columns(lines)) <= {label for table in tables for label in table.labels}
    assert {row["ours in words"] for row in rows} == {"", "memory", "wrong", "cannot be said"}


def test_summaries_and_findings(tmp_path: Path) -> None:
    (experiment,) = papers.plan_experiments(fake_pool(), ["2007-2"])
    results = papers.Results(tmp_path / "results", 60)
    for task in papers.list_tasks([experiment]):
        seconds = 1.0 if task.formulation is None else 2.0 if task.formulation == "tuned" else 10.0
        statistics = {"grounding_seconds": 4.0, "solving_seconds": seconds - 4}
        results.add(task, PaperMeasurement("solved", seconds, statistics))
    table, findings, _ = papers.build_tables([experiment], results)
    last = [column.group for column in table.columns].index("lazy")
    solved, total, median = (
        next(row.cells[last].ours for row in table.rows if row.kind == kind) for kind in ("solved", "total", "median")
    )
    assert solved == total  # each took a second
    assert median == 1.0
    printed = next(row for row in table.rows if row.kind == "solved")
    assert [cell.printed for cell in printed.cells] == [7, 7, 3, 7, None, None]
    ratios = [
        [c.ours for c, column in zip(row.cells, findings.columns, strict=True) if column.ours == "ratio"]
        for row in findings.rows
    ]
    assert ratios
    assert all(ratio == [5.0, 10.0] for ratio in ratios)


def test_a_run_continues_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    tasks = [Task(url, *which) for url in SMALL[:2] for which in (("lazy", None), ("asp", "tuned"), ("nosuch", None))]
    totals: list[int] = []

    def continue_run(limit: float = 60) -> papers.Results:
        results = papers.Results(path, limit)
        papers.run(tasks, results, jobs=2, on_progress=lambda done, total: totals.append(total))
        return results

    first = continue_run()
    assert totals[-1] == 6
    assert [first.measurements[task].status for task in tasks] == ["solved", "solved", "missing"] * 2
    assert "nosuch" in first.measurements[tasks[2]].note
    assert len(path.read_bytes().splitlines()) == 4  # an engine that is missing may be installed later
    path.write_bytes(path.read_bytes()[:-20])
    again = continue_run()
    assert totals[-1] == 3
    assert again.measurements.keys() == first.measurements.keys()
    continue_run()
    assert totals[-1] == 2
    continue_run(limit=61)
    assert totals[-1] == 6


def test_a_late_worker_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results"
    worker = tmp_path / "silent_worker.py"
    worker.write_text("import time; time.sleep(600)")  # and no reply
    monkeypatch.setenv(MARK, str(path))
    monkeypatch.setattr(runner, "_WORKER", worker)
    monkeypatch.setattr(runner, "_GRACE", 0)
    tasks = [Task(SMALL[0], "lazy", None), Task(SMALL[0], "asp", None)]
    measurements = papers.run(tasks, papers.Results(path, 0.1))
    assert [measurements[task].status for task in tasks] == ["timeout", "timeout"]
    assert not _running(path)


def test_measurements_without_a_rule(tmp_path: Path) -> None:
    (experiment,) = papers.plan_experiments(papers.load_shipped(), ["report"])
    tasks = [task for task in papers.list_tasks([experiment]) if task.without and task.engine in ("asp", "lazy")]
    measurements = papers.run(tasks, papers.Results(tmp_path / "results", 60))
    assert {measurements[task].status for task in tasks if task.engine == "asp"} == {"solved"}
    assert {measurements[task].status for task in tasks if task.engine == "lazy"} == {"cannot be said"}


@pytest.mark.thorough
def test_plots_name_every_curve(tmp_path: Path) -> None:
    (whole,) = papers.plan_experiments(fake_pool(), ["2007-2"])
    genre = whole.instances[0].genre
    planned = whole._replace(instances=tuple(each for each in whole.instances if each.genre == genre))
    results = fake_results([planned], tmp_path / "results")
    paths = papers.plots.draw_plots([planned], results, tmp_path / "plots")
    first = [path.read_text(encoding="utf-8") for path in paths]
    assert [path.name for path in paths] == [f"2007-2-{genre}-{plot_type}.svg" for plot_type in ("cactus", "scaling")]
    names = [curve.name for curve in papers.plots._curves(planned, genre, results)]
    assert {"CLASP in print", "SMODELS in print", "lazy", "asp tuned"} <= set(names)
    for text in first:
        assert all(f">{name}<" in text for name in [*names, "our limit, 60 s"])
        assert "(s)<" in text
    papers.plots.draw_plots([planned], results, tmp_path / "plots")
    assert [path.read_text(encoding="utf-8") for path in paths] == first


def test_plots_need_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match="pip install"):
        papers.plots.require_matplotlib()


def test_boards_from_a_folder(tmp_path: Path) -> None:
    (tmp_path / "some.jsonl").write_text(f'{{"url": "{SMALL[0]}", "id": "one"}}\n{{"pzpr_url": "nosuch/2/2/"}}\n')
    board = masume.read(SMALL[0])
    pool = papers.load_folder(tmp_path)
    found = pool.find(board.genre.name, 5, 5, 0)
    assert found is not None
    assert found.name == "one"
    assert pool.find(board.genre.name, 5, 5, 1) is None
    (tmp_path / "some.jsonl").write_text("[]\n")
    with pytest.raises(InputError, match="line 1"):
        papers.load_folder(tmp_path)


def test_the_command(tmp_path: Path) -> None:
    outputs = ("--results", str(tmp_path / "results.jsonl"), "--plots", str(tmp_path / "plots"))
    done = run("--quick", "--only", "report", "--time-limit", "1", "--format", "json", "--jobs", "2", *outputs)
    assert done.returncode == 0, done.stderr
    assert [table["id"] for table in json.loads(done.stdout)["tables"]] == ["report", "findings", "not available"]
    assert done.stderr == "masume: no plots: a curve needs two solved boards\n"  # and no progress bar


@pytest.mark.parametrize(
    "arguments",
    [
        ["--only", "nosuch"],
        ["--jobs", "0"],
        ["--time-limit", "0"],
        ["--format", "nosuch"],
        ["--boards", "/nonexistent"],
        ["--boards", str(Path(__file__).parent / "plugin")],
        ["--results", __file__],
        ["--results", "/nonexistent/results", "--quick", "--only", "report"],
    ],
    ids=lambda arguments: " ".join(arguments)[:30],
)
def test_bad_options_give_a_message_and_status_2(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


@pytest.mark.thorough
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    arguments = ("--jobs", "2", "--only", "2007-2", "--results", str(path))
    with subprocess.Popen(
        [*COMMAND, *arguments], stderr=subprocess.PIPE, encoding="utf-8", env={**os.environ, MARK: str(path)}
    ) as process:
        deadline = time.monotonic() + 600
        while not (path.exists() and path.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert errors == "masume: interrupted\n"
    deadline = time.monotonic() + 600  # a child that has just started needs a moment to notice that its parent is gone
    while _running(path) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not _running(path)
    assert all(json.loads(line) for line in path.read_bytes().splitlines())


def _running(path: Path) -> list[str]:
    """Return the commands of the processes that were started with this path as their mark."""
    commands = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={path}".encode() in (process / "environ").read_bytes():
                commands.append((process / "cmdline").read_text())
        except OSError:
            pass  # it has ended, or belongs to someone else
    return commands


def test_the_progress_bar_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        with ProgressBar() as bar:
            bar.show(0, 4)
            bar.show(3, 4)
        assert bool(re.search(r"3/4, about \d+ s left", stream.getvalue())) == shown


def test_the_progress_bar_says_when_long_work_will_end() -> None:
    assert _format_rest(20) == "20 s left"
    assert re.fullmatch(r"10 min left, until \d\d:\d\d", _format_rest(600))
    assert re.fullmatch(r"48\.0 h left, until \w+ \d\d:\d\d", _format_rest(48 * 3600))
