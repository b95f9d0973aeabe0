"""`masume bench explain`: the measurements, their comparison with the targets, and the reports."""

import csv
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import masume
from clock import Clock
from command import interrupt_after
from csv_tables import read_csv, undocumented_columns
from masume.bench import boards, explain
from masume.bench.boards import BenchBoard
from masume.bench.explain import measurement, report, tables, targets
from masume.bench.explain.measurement import ExplainMeasurement, HintMeasurement, StepKind, StepSummary
from masume.bench.report_tables import ReportTable
from masume.bench.timed_job import DONE, ERROR, LATE, NO_SOLUTION, Elapsed
from masume.core.cancellation import checkpoint
from masume.core.errors import InputError, NoSolutionError
from masume.explaining import Step

COMMAND = [sys.executable, "-m", "masume", "bench", "explain"]
SMALL = [name for name in masume.examples.names() if name.endswith("-small")][:2]
URLS = [masume.write(masume.examples.find(name), "pzpr").strip() for name in SMALL]
GENRES = [masume.examples.find(name).genre.name for name in SMALL]
BOARD = BenchBoard(GENRES[0], SMALL[0], URLS[0], 25)
LINE, CASES, TRIAL, TRUST = (StepSummary(size, kind) for size, kind in zip((1, 6, 20, 99), StepKind, strict=True))


def make_corpus(folder: Path) -> Path:
    """Write a published and a generated board of each of two genres to a folder."""
    for name, genre, url in zip(SMALL, GENRES, URLS, strict=True):
        lines = [{"id": f"{name}-{kind}", "pzpr_url": url, "kind": kind} for kind in ("published", "generated")]
        (folder / f"{genre}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return folder


def run(*arguments: str, corpus: Path) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "MASUME_CORPUS": str(corpus)}
    return subprocess.run([*COMMAND, *arguments], capture_output=True, encoding="utf-8", env=environment)


def fake(
    name: str, cells: int, seconds: float, *steps: StepSummary, hints: tuple[float, ...] = ()
) -> ExplainMeasurement:
    """Return an invented measurement."""
    fake_hints = tuple(HintMeasurement(after, Elapsed(wall, wall), LINE) for after, wall in enumerate(hints))
    board = BenchBoard("some", name, "", cells)
    return ExplainMeasurement(board, DONE, Elapsed(seconds, seconds), steps, fake_hints)


def rows_of(table: ReportTable) -> list[list[Any]]:
    """Return the rows of a table as lists."""
    return [list(row) for row in table.rows]


def test_states_are_evenly_spread() -> None:
    assert list(measurement.spread_evenly(3, 8)) == [0, 1, 2]
    assert list(measurement.spread_evenly(16, 8)) == [0, 2, 4, 6, 8, 10, 12, 14]
    assert list(measurement.spread_evenly(0, 8)) == []


def test_kind_excludes_boards_of_other_known_kinds(tmp_path: Path) -> None:
    published = explain.select_boards(make_corpus(tmp_path), explain.BoardSelection(kind="published"))
    assert sorted(board.id for board in published) == sorted(f"{name}-published" for name in SMALL)
    assert len(explain.select_boards(tmp_path, explain.BoardSelection())) == 4
    shipped = explain.select_boards(None, explain.BoardSelection())
    assert explain.select_boards(None, explain.BoardSelection(kind="published")) == shipped


@pytest.mark.parametrize("has_corpus", [True, False])
def test_an_unknown_kind_is_refused_with_a_list_of_known_ones(has_corpus: bool, tmp_path: Path) -> None:
    corpus, known = (make_corpus(tmp_path), "generated, published") if has_corpus else (None, "published")
    with pytest.raises(InputError, match=f"^no board is of the kind 'nosuch': expected (one of )?{known}$"):
        explain.select_boards(corpus, explain.BoardSelection(kind="nosuch"))


def test_bands() -> None:
    assert targets.BANDS.names == ["1–100", "101–150", "151–300", "over 300"]
    assert [targets.BANDS.classify(cells) for cells in (100, 101, 300, 301)] == [
        "1–100",
        "101–150",
        "151–300",
        "over 300",
    ]


def test_pick_the_smallest_board_of_each_genre() -> None:
    large = BOARD._replace(cells=100)
    assert boards.pick_smallest([large, BOARD, large._replace(genre="x")]) == [BOARD, large._replace(genre="x")]


@pytest.mark.parametrize("name", SMALL)
def test_a_board_is_measured(name: str) -> None:
    board = masume.examples.find(name)
    bench_board = BenchBoard(board.genre.name, name, masume.write(board, "pzpr"), 25)
    found = measurement.measure_board(bench_board, 30, 3, 0.2)
    steps = list(masume.explain(board))
    assert found.verdict == DONE, found.note
    assert found.steps == tuple(map(measurement.summarise_step, steps, [None, *steps]))
    assert found.max_step_size == max(step.size for step in steps)
    assert [hint.after for hint in found.hints] == [0, len(steps) // 3, len(steps) * 2 // 3]
    assert all(hint.step is not None and hint.elapsed.wall > 0 for hint in found.hints)
    assert found.elapsed.wall > 0


def test_a_late_board_counts_with_its_limit_and_keeps_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    first = next(iter(masume.explain(masume.read(BOARD.url))))
    clock = Clock(monkeypatch)

    def endless(board: masume.Board) -> Iterator[Step]:
        yield first
        clock.advance(1000)
        while True:
            checkpoint()
            time.sleep(0.01)

    monkeypatch.setattr(masume, "explain", endless)
    found = measurement.measure_board(BOARD, 1000, 3, 0.2)
    assert (found.verdict, found.elapsed.wall, found.steps) == (LATE, 1000, (measurement.summarise_step(first),))
    assert len(found.hints) == 1


def test_boards_that_cannot_be_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(error: Exception) -> Any:
        def explain(*arguments: object) -> None:
            raise error

        return explain

    monkeypatch.setattr(masume, "explain", fail(NoSolutionError("none")))
    none = measurement.measure_board(BOARD, 5, 1, 0.2)
    assert (none.verdict, none.is_error) == (NO_SOLUTION, False)
    monkeypatch.setattr(masume, "explain", fail(KeyError("odd")))
    wrong = measurement.measure_board(BOARD, 5, 1, 0.2)
    assert (wrong.verdict, wrong.note, wrong.is_error) == (ERROR, "KeyError: 'odd'", True)
    assert [row[3] for row in rows_of(tables.tabulate_problems([none, wrong]))] == [ERROR, NO_SOLUTION]
    assert rows_of(tables.tabulate_boards([none, wrong])) == []


def test_a_failed_hint_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise KeyError("odd")

    monkeypatch.setattr(masume, "hint", fail)
    found = measurement.measure_board(BOARD, 30, 1, 0.2)
    assert (found.verdict, found.note) == (ERROR, "hint after 0 steps: KeyError: 'odd'")


def test_kinds_of_steps() -> None:
    step = next(step for step in masume.explain(masume.read(BOARD.url)) if step.branches)
    (branch,) = step.branches
    many = step.reasons * 15

    def kind(**changes: Any) -> StepKind:
        fields = {"claims": step.claims, "reasons": step.reasons, "known": step.known, **changes}
        return measurement.summarise_step(Step(step.board, **fields)).kind

    assert kind(branches=(branch,)) is StepKind.LINE
    assert kind(branches=(branch, branch)) is StepKind.CASES
    assert kind(branches=(branch,), reasons=many) is StepKind.TRIAL
    assert kind() is StepKind.TRUST
    assert kind(minimal=True) is StepKind.LINE


def test_times_of_boards_and_hints() -> None:
    some = [
        fake("a", 100, 0.5, hints=(0.01, 0.02, 0.4)),
        fake("b", 90, 1.5),
        fake("c", 80, 4.0)._replace(verdict=LATE),
        fake("d", 200, 7.0, hints=(0.1,)),
    ]
    assert rows_of(tables.tabulate_boards(some)) == [
        ["some", "1–100", 3, 1, *[1.5, 4.0, 4.0] * 2],
        ["some", "151–300", 1, 0, *[7.0] * 6],
    ]
    assert rows_of(tables.tabulate_hints(some)) == [
        ["some", "1–100", 3, *[20.0, 400.0, 400.0] * 2, 3, 0],
        ["some", "151–300", 1, *[100.0] * 6, 1, 0],
    ]
    assert rows_of(tables.tabulate_extremes(some)) == [
        ["some", "1–100", "a", 2, 400.0, "c", 4.0, "a", 0],
        ["some", "151–300", "d", 0, 100.0, "d", 7.0, "d", 0],
    ]


def test_counts_of_steps() -> None:
    cut = StepSummary(4, StepKind.LINE, has_cut=True)
    some = [
        fake("a", 100, 1, LINE, LINE, cut, CASES),
        fake("b", 100, 1, TRIAL, TRUST, LINE, StepSummary(8, StepKind.LINE)),
    ]
    assert rows_of(tables.tabulate_step_sizes(some)) == [["some", "1–100", 8, 3, 0, 0, 1, 1, 1, 2, 50.0, 50.0]]
    assert rows_of(tables.tabulate_step_kinds(some)) == [["some", "1–100", 8, 1, 1, 1, 1]]
    late = [some[0]._replace(verdict=LATE)]
    assert rows_of(tables.tabulate_step_sizes(late))[0][-1] == 0.0  # unknown steps might follow


def test_targets() -> None:
    some = [fake("a", 100, 0.5, *[LINE] * 9, CASES, hints=(0.01, 0.02, 0.2)), fake("d", 200, 7.0)]
    (row,) = rows_of(tables.tabulate_targets(some))
    assert row == ["some", "20.0", "200 (missed)", "200", "0.50", "90.0", "100", None, "7.00 (missed)"]


def test_a_run_and_its_reports() -> None:
    progress: list[tuple[int, int]] = []
    settings = explain.ExplainSettings(hints=2)
    two = [BOARD, BOARD._replace(id="again")]
    found = explain.run(two, settings, lambda done, total: progress.append((done, total)))
    assert progress == [(0, 2), (1, 2), (2, 2)]
    assert found.is_ok
    assert found.is_complete
    text, data = (explain.WRITERS[name](found) for name in ("markdown", "json"))
    for table in report.build_tables(found):
        assert f"## {table.title}\n" in text
        assert all(len(row) == len(table.labels) + len(table.figures) for row in table.rows)
    assert all(word in text for word in ("processor", "load before", "seed: 1", "boards: 2", "clock / CPU: "))
    assert [len(each["hints"]) for each in json.loads(data)["measurements"]] == [2, 2]


def test_csv_has_a_row_for_each_board() -> None:
    cut = StepSummary(4, StepKind.LINE, has_cut=True)
    some = [fake("a", 100, 0.5, LINE, cut, TRIAL, hints=(0.1, 0.4, 0.2)), fake("b", 90, 60)._replace(verdict=LATE)]
    run = explain.ExplainRun(explain.ExplainSettings(), {}, [each.board for each in some], some)
    words = {"genre", "id", "address", "known", "kind", "verdict", "note"}
    lines = explain.WRITERS["csv"](run)
    assert undocumented_columns(lines) == []
    first, second = read_csv(lines, words)
    assert (first["id"], first["cells"], first["verdict"], first["wall"]) == ("a", "100", "done", "0.5")
    assert (first["steps"], first["largest_step"], first["line_steps"], first["trial_steps"]) == ("3", "20", "2", "1")
    assert (first["cut_steps"], first["hints"]) == ("1", "3")
    assert (first["hint_wall_median"], first["hint_wall_most"]) == ("0.2", "0.4")
    assert (second["verdict"], second["cpu"], second["largest_step"], second["hint_cpu_most"]) == ("late", "60", "", "")


def test_ctrl_c_keeps_the_measurements_so_far() -> None:
    def interrupt(done: int, total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    found = explain.run([BOARD, BOARD._replace(id="again")], explain.ExplainSettings(hints=1), interrupt)
    assert [each.board for each in found.measurements] == [BOARD]
    assert not found.is_complete
    assert "boards: 1 of 2" in report.format_markdown(found)


def test_the_command(tmp_path: Path) -> None:
    done = run("--hints", "2", "--format", "json", corpus=make_corpus(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert {each["kind"] for each in json.loads(done.stdout)["measurements"]} == {"published"}
    done = run("--hints", "1", "--kind", "all", "--genre", GENRES[0], corpus=tmp_path)
    assert "boards: 2\n" in done.stdout
    done = run("--hints", "1", "--genre", GENRES[0], "--format", "csv", corpus=tmp_path)
    assert [row["id"] for row in csv.DictReader(done.stdout.splitlines())] == [f"{SMALL[0]}-published"]


def test_ctrl_c_prints_the_results_so_far(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"id": number, "pzpr_url": BOARD.url}) + "\n" for number in range(3000))
    (tmp_path / f"{BOARD.genre}.jsonl").write_text(lines, encoding="utf-8")
    first_measurement = rb" [1-9]\d*/3000"  # in the progress bar
    done = interrupt_after(
        first_measurement, "bench", "explain", "--hints", "1", "--corpus", str(tmp_path), "--boards", "3000"
    )
    assert done.returncode == 130
    assert done.stderr.endswith(b"masume: interrupted\r\n")
    assert re.search(rb"boards: [1-9]\d* of 3000\n", done.stdout)


@pytest.mark.parametrize(
    "arguments",
    [["--genre", "nosuch"], ["--cells", "1"], ["--kind", "nosuch"], ["--hints", "0"], ["--hint-seconds", "0"]],
    ids=" ".join,
)
def test_bad_options_give_a_message_and_status_2(arguments: list[str], tmp_path: Path) -> None:
    done = run(*arguments, corpus=make_corpus(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
