"""The papers' tables and plots: what print says, what a run keeps, how it is shown."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import pytest

import masume
from masume.bench import papers
from masume.bench.papers import plan, runner
from masume.bench.papers.boards import Posed
from masume.bench.papers.measurement import Measurement
from masume.bench.papers.plan import Task
from masume.cli.progress_bar import Bar
from masume.core.errors import InputError

COMMAND = [sys.executable, "-m", "masume", "bench", "papers"]
PUBLISHED: list[dict[str, Any]] = plan.data("published.json")["tables"]
SMALL = [
    masume.write(masume.examples.find(name), "pzpr").strip() for name in masume.examples.names() if "small" in name
]
ENDS = cycle(["solved", "solved", "solved", "timeout", "memory", "wrong", "cannot be said"])


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*COMMAND, *words], capture_output=True, encoding="utf-8")


def everywhere() -> papers.Pool:
    """A board, by name only, for every instance in print."""
    margins = plan.data("plan.json")["margins"]
    found = []
    for number, (_, genre, size, *_) in enumerate(row for table in PUBLISHED for row in table["rows"]):
        rows, cols = (length - margins.get(genre, 0) for length in size)
        found.append(Posed(f"board {number}", f"https://puzz.link/p?{genre}/{number}", genre, rows, cols))
    return papers.Pool(iter(found))


def pretended(planned: list[papers.Experiment], path: Path) -> papers.Results:
    """Results as a run would have left them, for everything that is planned."""
    results = papers.Results(path, 60)
    for number, task in enumerate(papers.tasks(planned), 1):
        told = {"atoms": 1000 + number, "grounding_seconds": 0.01, "solving_seconds": 0.01 * number}
        status = next(ENDS)
        results.add(task, Measurement(status, 0.01 + 0.01 * number if status == "solved" else None, told))
    return results


# The rows, the sum of each column's numbers, and how many are none: counted in the papers' texts by another program.
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


def test_every_printed_figure_stands_in_a_table() -> None:
    assert papers.names() == [table["id"] for table in PUBLISHED] == list(PRINTED)
    for experiment, table in zip(papers.experiments(papers.shipped()), PUBLISHED, strict=True):
        shown = [figure.printed for group in experiment.groups for figure in group.figures if figure.printed]
        assert sorted(shown) == sorted(table["figures"])
        assert {name for group in experiment.groups for name in group.total} <= set(table["figures"])
        formulations = [group.formulations for group in experiment.groups]
        assert all(masume.genres.is_known(genre) for named in formulations for genre in named if genre)


def test_boards_have_the_sizes_in_print() -> None:
    margins = plan.data("plan.json")["margins"]
    for experiment in papers.experiments(papers.shipped()):
        placed = [(one, one.board) for one in experiment.instances if one.board is not None]
        assert placed
        for instance, board in placed:
            assert board.genre == instance.genre
            assert board[3:] == tuple(length - margins.get(instance.genre, 0) for length in instance.size)


def test_being_quick_is_quick() -> None:
    tasks = papers.tasks(papers.experiments(everywhere(), quick=True))
    assert len({task.address for task in tasks}) >= 18
    pace = papers.pace(quick=True)
    assert len(tasks) * pace.limit / pace.jobs <= 165  # seconds, if nothing is solved


def test_all_columns_take_turns_on_a_board() -> None:
    tasks = papers.tasks(papers.experiments(everywhere()))
    addresses = [task.address for task in tasks]
    assert len(set(tasks)) == len(tasks)
    turns = sum(one != other for one, other in pairwise(addresses))
    assert turns == len(set(addresses)) - 1


def test_tables_in_every_format(tmp_path: Path) -> None:
    planned = papers.experiments(everywhere())
    tables = papers.tables(planned, pretended(planned, tmp_path / "results"))
    text, lines, data = (papers.WRITERS[name](tables) for name in ("markdown", "csv", "json"))
    assert [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")] == [
        t.title for t in tables
    ]
    for table in PUBLISHED:
        assert all(f"| {row[0]} |" in text for row in table["rows"])
        assert table["source"] in text
    assert all(word in text for word in ("wrong", "memory", "cannot be said", "SMODELS 2.32", "COMET 2", "DLV"))
    heads, *rows = csv.reader(io.StringIO(lines))
    assert {len(row) for row in rows} == {len(heads)}
    told = json.loads(data)["tables"]
    assert [table["id"] for table in told] == [*papers.names(), "findings", "not available"]
    for table, published in zip(told, PUBLISHED, strict=False):
        boards = [row for row in table["rows"] if row["kind"] == "board"][: len(published["rows"])]
        for row, (name, _, _, *figures) in zip(boards, published["rows"], strict=True):
            assert row["instance"] == name
            shown = {c["printed"]: cell["printed"] for c, cell in zip(table["columns"], row["cells"], strict=True)}
            assert [shown[figure] for figure in published["figures"]] == figures


def test_summaries_and_findings(tmp_path: Path) -> None:
    (experiment,) = papers.experiments(everywhere(), ["2007-2"])
    results = papers.Results(tmp_path / "results", 60)
    for task in papers.tasks([experiment]):
        seconds = 1.0 if task.formulation is None else 2.0 if task.formulation == "tuned" else 10.0
        told = {"grounding_seconds": 4.0, "solving_seconds": seconds - 4}
        results.add(task, Measurement("solved", seconds, told))
    table, found, _ = papers.tables([experiment], results)
    last = [column.group for column in table.columns].index("lazy")
    solved, total, median = (
        next(row.cells[last].ours for row in table.rows if row.kind == kind) for kind in ("solved", "total", "median")
    )
    assert solved == total  # each took a second
    assert median == 1.0
    printed = next(row for row in table.rows if row.kind == "solved")
    assert [cell.printed for cell in printed.cells] == [7, 7, 3, 7, None, None]
    ratios = [
        [c.ours for c, column in zip(row.cells, found.columns, strict=True) if column.ours == "ratio"]
        for row in found.rows
    ]
    assert ratios
    assert all(ratio == [5.0, 10.0] for ratio in ratios)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    tasks = [
        Task(address, *which) for address in SMALL[:2] for which in (("lazy", None), ("asp", "tuned"), ("nosuch", None))
    ]
    counted: list[int] = []

    def go_on(limit: float = 5) -> papers.Results:
        results = papers.Results(path, limit)
        papers.run(tasks, results, jobs=2, told=lambda done, total: counted.append(total))
        return results

    first = go_on()
    assert counted[-1] == 6
    assert [first.known[task].status for task in tasks] == ["solved", "solved", "missing"] * 2
    assert "nosuch" in first.known[tasks[2]].note
    assert len(path.read_bytes().splitlines()) == 4  # an engine that is missing may be installed later
    path.write_bytes(path.read_bytes()[:-20])
    again = go_on()
    assert counted[-1] == 3
    assert again.known.keys() == first.known.keys()
    go_on()
    assert counted[-1] == 2
    go_on(limit=6)
    assert counted[-1] == 6


def test_what_does_not_come_back_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "_GRACE", -0.55)  # before the process has even started
    task = Task(SMALL[0], "lazy", None)
    results = papers.Results(tmp_path / "results", 0.6)
    assert papers.run([task, task._replace(engine="asp")], results)[task].status == "timeout"


def test_rules_left_out(tmp_path: Path) -> None:
    (experiment,) = papers.experiments(papers.shipped(), ["report"])
    tasks = [task for task in papers.tasks([experiment]) if task.without and task.engine in ("asp", "lazy")]
    known = papers.run(tasks, papers.Results(tmp_path / "results", 20))
    assert {known[task].status for task in tasks if task.engine == "asp"} == {"solved"}
    assert {known[task].status for task in tasks if task.engine == "lazy"} == {"cannot be said"}


def test_plots_name_every_line(tmp_path: Path) -> None:
    (whole,) = papers.experiments(everywhere(), ["2007-2"])
    genre = whole.instances[0].genre
    planned = whole._replace(instances=tuple(one for one in whole.instances if one.genre == genre))
    results = pretended([planned], tmp_path / "results")
    paths = papers.plots.draw([planned], results, tmp_path / "plots")
    once = [path.read_text(encoding="utf-8") for path in paths]
    assert [path.name for path in paths] == [f"2007-2-{genre}-{sort}.svg" for sort in ("cactus", "scaling")]
    names = [line.name for line in papers.plots._lines(planned, genre, results)]
    assert {"CLASP in print", "SMODELS in print", "lazy", "asp tuned"} <= set(names)
    for text in once:
        assert all(f">{name}<" in text for name in [*names, "our limit, 60 s"])
        assert "(s)<" in text
    papers.plots.draw([planned], results, tmp_path / "plots")
    assert [path.read_text(encoding="utf-8") for path in paths] == once


def test_plots_need_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match="pip install"):
        papers.plots.require()


def test_boards_from_a_folder(tmp_path: Path) -> None:
    (tmp_path / "some.jsonl").write_text(f'{{"url": "{SMALL[0]}", "id": "one"}}\n{{"pzpr_url": "nosuch/2/2/"}}\n')
    board = masume.read(SMALL[0])
    pool = papers.from_folder(tmp_path)
    found = pool.board(board.genre.name, 5, 5, 0)
    assert found is not None
    assert found.name == "one"
    assert pool.board(board.genre.name, 5, 5, 1) is None
    (tmp_path / "some.jsonl").write_text("[]\n")
    with pytest.raises(InputError, match="line 1"):
        papers.from_folder(tmp_path)


def test_the_command(tmp_path: Path) -> None:
    where = ("--results", str(tmp_path / "results.jsonl"), "--plots", str(tmp_path / "plots"))
    done = run("--quick", "--only", "report", "--time-limit", "1", "--format", "json", "--jobs", "2", *where)
    assert done.returncode == 0, done.stderr
    assert [table["id"] for table in json.loads(done.stdout)["tables"]] == ["report", "findings", "not available"]
    assert done.stderr == "masume: no plots: a line needs two boards that were solved\n"  # and no bar


@pytest.mark.parametrize(
    "words",
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
    ids=lambda words: " ".join(words)[:30],
)
def test_bad_options_get_a_sentence_and_status_2(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    words = ("--jobs", "2", "--only", "2007-2", "--results", str(path))
    with subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, encoding="utf-8", env=_marked(path)) as process:
        patience = time.monotonic() + 600
        while not (path.exists() and path.stat().st_size) and time.monotonic() < patience:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=600)
    assert process.returncode == 130
    assert complaint == "masume: interrupted\n"
    patience = time.monotonic() + 60  # a child that was just being started notices only then that nobody wants it
    while _running(path) and time.monotonic() < patience:
        time.sleep(0.1)
    assert not _running(path)
    assert all(json.loads(line) for line in path.read_bytes().splitlines())


def _marked(path: Path) -> dict[str, str]:
    return {**os.environ, "MASUME_TEST_MARK": str(path)}


def _running(path: Path) -> list[str]:
    """The processes that have the mark in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"MASUME_TEST_MARK={path}".encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text())
        except OSError:
            pass  # it has ended, or belongs to someone else
    return found


def test_the_bar_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        with Bar() as bar:
            bar.show(0, 4)
            bar.show(3, 4)
        assert ("3/4, about 0 s left" in stream.getvalue()) == shown
