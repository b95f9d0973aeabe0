"""`masume bench speed`: the choice of boards, the measurements, the tables and the reports."""

import csv
import json
import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

import growth_boards
import masume
from clock import Clock
from command import interrupt_after
from csv_tables import read_csv, undocumented_columns
from masume.bench import boards, speed, summary_statistics
from masume.bench.boards import BenchBoard, BoardSelection
from masume.bench.measuring_process import MeasuringProcess
from masume.bench.report_tables import ReportTable
from masume.bench.speed import comparisons, measurement, memory, peers, report, tables
from masume.bench.speed.measurement import LATE, WRONG, SpeedMeasurement, Stages
from masume.bench.speed.peers import board_arrays, multi_puzzle_solver, puzzlekit
from masume.core.cancellation import checkpoint
from masume.core.errors import InputError, OutOfTimeError
from masume.core.layers import Where
from masume.core.square import SquareGrid

COMMAND = [sys.executable, "-m", "masume", "bench", "speed"]
SMALL = [name for name in masume.examples.names() if "small" in name]
GENRES = [masume.examples.find(name).genre.name for name in SMALL]
BOARD = BenchBoard(GENRES[0], SMALL[0], masume.write(masume.examples.find(SMALL[0]), "pzpr"), 25, "1")


def run(*arguments: str, corpus: Path | None = None) -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if name != "MASUME_CORPUS"}
    if corpus is not None:
        environment["MASUME_CORPUS"] = str(corpus)
    return subprocess.run([*COMMAND, *arguments], capture_output=True, encoding="utf-8", env=environment)


def fake(
    name: str, cells: int, seconds: float, engine: str = "one", genre: str = "some", cold: bool = False
) -> SpeedMeasurement:
    """Return an invented measurement: `seconds` for solving, 1 for reading, 2 for checking."""
    stages = Stages(reading=1, model=seconds / 4, hand_over=seconds / 4, search=seconds / 2, check=2)
    return SpeedMeasurement(BenchBoard(genre, name, "", cells), engine, cold, "1", stages, stages)


def rows_of(table: ReportTable) -> list[list[Any]]:
    """Return the rows of a table as lists, with times to the microsecond."""
    return [[round(value, 3) if isinstance(value, float) else value for value in row] for row in table.rows]


def make_corpus(folder: Path, *lines: dict[str, Any]) -> Path:
    """Write some boards of the first genre to a folder, and a file of an unknown genre."""
    (folder / f"{GENRES[0]}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (folder / "nosuch.jsonl").write_text("not even JSON\n", encoding="utf-8")
    return folder


def test_shipped_boards_have_all_genres_and_a_fixed_order() -> None:
    shipped = boards.select_boards(None, BoardSelection())
    assert {board.genre for board in shipped} == set(masume.genres.names()) & set(GENRES)
    assert shipped == boards.select_boards(None, BoardSelection())
    assert [board.id for board in shipped] != sorted(board.id for board in shipped)
    for board in shipped[:5]:
        assert len(masume.read(board.url).grid.cells) == board.cells


def test_boards_are_selected_by_genre_size_and_number() -> None:
    few = boards.select_boards(None, BoardSelection(boards_per_band=2))
    bands = [(board.genre, boards.BANDS.classify(board.cells)) for board in few]
    assert max(map(bands.count, bands)) == 2
    assert set(few) <= set(boards.select_boards(None, BoardSelection()))
    only = boards.select_boards(None, BoardSelection([GENRES[0].upper()], min_cells=50, max_cells=100))
    assert {board.genre for board in only} == {GENRES[0]}
    assert all(50 <= board.cells <= 100 for board in only)
    with pytest.raises(InputError, match="no board matches"):
        boards.select_boards(None, BoardSelection(min_cells=10**6))


def test_bands() -> None:
    sizes = (1, 150, 151, 500, 501)
    assert [boards.BANDS.classify(size) for size in sizes] == ["1–150", "1–150", "151–500", "151–500", "over 500"]


def test_a_third_is_held_out() -> None:
    whole = set(boards.select_boards(None, BoardSelection()))
    out, others = (set(boards.select_boards(None, BoardSelection(held_out=which))) for which in ("only", "without"))
    assert out | others == whole
    assert not out & others
    assert out == {board for board in whole if int.from_bytes(sha256(board.id.encode()).digest(), "big") % 3 == 0}


def test_a_folder_of_boards(tmp_path: Path) -> None:
    folder = make_corpus(
        tmp_path, {"id": "a", "pzpr_url": BOARD.url, "n_solutions": "1"}, {"id": "b", "url": BOARD.url}
    )
    loaded = {board.id: board for board in boards.select_boards(folder, BoardSelection())}
    assert loaded["a"] == BOARD._replace(id="a")
    assert loaded["b"].known == ""


def test_every_stage_is_measured() -> None:
    result = measurement.measure_board(BOARD, masume.engines.default(), 60)
    assert result.verdict == "1"
    for stages in (result.cpu, result.wall):
        assert all(seconds > 0 for seconds in stages)
        assert stages.solving == pytest.approx(sum(stages) - stages.reading - stages.check)
        assert stages.url_to_verdict == sum(stages)
    assert measurement.measure_board(BOARD, "lazy", 60, cold=True).cold


def test_a_late_board_counts_with_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    def endless(board: masume.Board) -> None:
        clock.advance(1000)
        while True:
            checkpoint()
            time.sleep(0.01)

    monkeypatch.setattr(measurement, "build_model", endless)
    result = measurement.measure_board(BOARD, "lazy", 1000)
    assert (result.verdict, result.cpu.solving, result.wall.solving) == (LATE, 1000, 1000)


def test_a_wrong_verdict_is_reported() -> None:
    wrong = measurement.measure_board(BOARD._replace(known=">=2"), "lazy", 60)
    assert (wrong.verdict, wrong.note) == (WRONG, "1 solutions, not >=2")
    assert wrong.is_error
    assert measurement.check_verdict(BOARD, ">=1") == (">=1", "")
    assert measurement.check_verdict(BOARD._replace(known="0"), ">=1")[0] == WRONG


def test_an_answer_that_breaks_a_rule_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masume, "check", lambda board: [masume.checking.BrokenRule("X1", (0,))])
    assert measurement.measure_board(BOARD, "lazy", 60).verdict == WRONG


def test_memory_is_measured_in_a_fresh_process() -> None:
    ballast = bytearray(b"1" * 200 * 2**20)
    found = memory.measure_memory(BOARD, "lazy", 60)
    assert found.verdict == "1"
    assert found.before is not None
    assert found.megabytes is not None
    assert 5 < found.before <= found.megabytes < len(ballast) / 2**20
    assert boards.pick_largest([BOARD, BOARD._replace(cells=30), BOARD._replace(genre="x")]) == [
        BOARD._replace(cells=30),
        BOARD._replace(genre="x"),
    ]


def test_percentiles() -> None:
    assert summary_statistics.percentile([5.0, 1.0, 3.0], 95) == 5.0
    assert summary_statistics.percentile(list(range(1, 101)), 95) == 95
    assert summary_statistics.percentile([7.0], 95) == 7.0


def test_ratios() -> None:
    summary = summary_statistics.summarise_ratios([(1.0, 2.0), (8.0, 1.0), (4.0, 2.0)])
    assert summary == pytest.approx((3, 2.0, 2.0, 0.5, 8.0, 2 / 3))


def test_growth_is_a_power() -> None:
    fit = summary_statistics.fit_growth([(cells, 0.001 * cells**1.5) for cells in (25, 100, 400, 900)])
    assert fit is not None
    assert fit == pytest.approx((1.5, 1.0))
    assert summary_statistics.fit_growth([(100, 1.0), (100, 2.0)]) is None


def test_medians_by_size() -> None:
    points = [(64, 1.0), (65, 2.0), (128, 4.0), (100, 3.0), (129, 9.0)]
    assert summary_statistics.medians_by_size(points) == {64: (1, 1.0), 128: (3, 3.0), 256: (1, 9.0)}


def test_times_and_stages() -> None:
    some = [fake("a", 100, 0.001), fake("b", 100, 0.003), fake("c", 600, 0.5), fake("a", 100, 0.008, cold=True)]
    some.append(some[0]._replace(board=BenchBoard("some", "d", "", 100), verdict=LATE, cpu=Stages(search=10)))
    times = tables.tabulate_times(some, "one")
    assert rows_of(times) == [
        ["some", "1–150", 3, 0, 1, 3003.0, 10000.0, 3008.0, 3.0, 10000.0, 1.0, 8.0],
        ["some", "over 500", 1, 0, 0, 3500.0, 3500.0, None, 500.0, 500.0, 500.0, None],
    ]
    assert [figure.partition(":")[0] for figure in times.figures[3:]] == ["URL to verdict"] * 3 + ["solving"] * 4
    warm_figures = [figure for figure in times.figures if "cold" not in figure]
    assert list(tables.tabulate_times(some[:3], "one").figures) == warm_figures
    assert tables.tabulate_stages(some, "one").rows[0] == (
        "some",
        "1–150",
        "warm",
        2,
        1000.0,
        0.5,
        0.5,
        1.0,
        0.0,
        2000.0,
    )
    assert [row[2] for row in tables.tabulate_problems(some).rows] == ["d"]
    held_out = rows_of(tables.tabulate_held_out(some, ["one"]))
    assert sum(row[3] + row[5] for row in held_out) == 4
    assert {row[4] or row[6] for row in held_out if row[2] == "over 500"} == {3500.0}
    ((genre, number, exponent, *_, last),) = tables.tabulate_growth(some[:3], "one").rows
    assert (genre, number, last) == ("some", 3, 500.0)
    assert isinstance(exponent, float)


def test_engines_are_compared_board_by_board() -> None:
    some = [fake("a", 10, 1.0), fake("b", 600, 8.0), fake("b", 600, 1.0, "two"), fake("a", 10, 2.0, "two")]
    (table,) = comparisons.compare_engines(some, ["one", "two"])
    assert table.title == "one / two"
    assert [row[:4] for row in rows_of(table)] == [
        ["some", "1–150", 1, pytest.approx(0.5)],
        ["some", "over 500", 1, pytest.approx(8.0)],
        ["all", "all", 2, pytest.approx(2.0)],
    ]


def test_a_baseline_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    lines = [
        {"id": "a", "genre": GENRES[0], "cells": 10, "status": "solved", "inner_s": 9.0},
        {"id": "b", "genre": GENRES[0], "cells": 10, "status": "timeout", "inner_s": 20},
        {"id": "c", "genre": "nosuch", "cells": 10, "status": "solved", "inner_s": 1.0},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    (theirs,) = speed.load_baselines(path)
    assert theirs.name == "theirs"
    assert theirs.seconds == {(GENRES[0], "a"): 9.0}
    ours = [fake("a", 10, 1.5, genre=GENRES[0]), fake("b", 10, 1.5, genre=GENRES[0])]
    first, last = rows_of(comparisons.compare_baseline(ours, ["one"], theirs))
    assert first == ["one", GENRES[0], "1–150", 1, pytest.approx(2.0), 2.0, 2.0, 2.0, 1.0]
    assert last[1:4] == ["all", "all", 1]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "nonsense", '{"measurements": [{}]}', '{"id": 1}\n', '{"status": "late"}']
)
def test_a_baseline_in_another_format_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "odd"
    path.write_text(text)
    with pytest.raises(InputError, match="expected lines of JSON"):
        speed.load_baselines(path)


def fake_peer(monkeypatch: pytest.MonkeyPatch, module: str, result: Any) -> list[Any]:
    """Replace a peer's module by a fake one; return the list of the puzzles it gets."""
    puzzles: list[Any] = []

    class Module:
        @staticmethod
        def generic_solve_all(board: Any, max_solutions: int | None = None) -> Any:
            return result[:max_solutions]

        class Board:
            def __init__(self, *arguments: Any) -> None:
                puzzles.append(arguments)

            def solve_and_print(self, verbose: bool) -> Any:
                return Module.generic_solve_all(self)

        @staticmethod
        def array(rows: Any) -> Any:
            return rows

        @staticmethod
        def solve(puzzle: Any, **options: Any) -> Any:
            puzzles.append(puzzle)
            return type("Result", (), {"solution_data": {"status": result}})

    for name in ("numpy", module):
        monkeypatch.setitem(sys.modules, name, Module)
    return puzzles


COUNTING_GENRES = peers.peer_data()["multi-puzzle-solver"]["genres"]


@pytest.mark.parametrize("name", [name for name in SMALL if masume.examples.find(name).genre.name in COUNTING_GENRES])
@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_peer_that_counts(name: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board = masume.examples.find(name)
    genre_data = COUNTING_GENRES[board.genre.name]
    solver = genre_data["solver"]
    puzzles = fake_peer(monkeypatch, f"puzzle_solver.puzzles.{solver}.{solver}", list(range(number)))
    assert multi_puzzle_solver.prepare(board, genre_data, 1)() == {0: "0", 1: "1", 3: ">=2"}[number]
    ((rows, *_),) = puzzles
    assert {len(row) for row in rows} == {5}
    assert len(rows) == 5


@pytest.mark.parametrize("name", SMALL)
def test_a_peer_that_finds_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = masume.examples.find(name)
    genre_data = peers.peer_data()["puzzlekit"]["genres"][board.genre.name]
    for status, verdict in (("Optimal", ">=1"), ("Infeasible", "0"), ("Timeout", LATE)):
        puzzles = fake_peer(monkeypatch, "puzzlekit", status)
        assert puzzlekit.prepare(board, genre_data, 1)() == verdict
        assert len(puzzles[0]["grid"]) == puzzles[0]["num_rows"]
        assert all(isinstance(symbol, str) for row in puzzles[0]["grid"] for symbol in row)
    fake_peer(monkeypatch, "puzzlekit", "Strange")
    with pytest.raises(ValueError, match="Strange"):
        puzzlekit.prepare(board, genre_data, 1)()


def board_with_sums() -> masume.Board:
    """Return two rows and three columns without the last cell, with sums 6 and 4 to the right, 4, 5 and 1 down."""
    (genre,) = (
        masume.genres.find(name)
        for name in GENRES
        if any(layer.where is Where.RUNS for layer in masume.genres.find(name).clue_layers)
    )
    grid = SquareGrid(2, 3, frozenset({5}))
    (layer,) = genre.clue_layers
    sums = {
        grid.vertical_edge(0, 0): 6,
        grid.vertical_edge(1, 0): 4,
        grid.horizontal_edge(0, 0): 4,
        grid.horizontal_edge(0, 1): 5,
        grid.horizontal_edge(0, 2): 1,
    }
    return masume.Board(genre, grid, {layer.name: sums})


def test_layout_of_sums() -> None:
    board = board_with_sums()
    assert multi_puzzle_solver._lay_out_sums(board, {}) == [
        [[" ", " ", " "], [" ", " ", "#"]],
        [[6], [4]],
        [[4], [5], [1]],
    ]
    assert puzzlekit._lay_out_sums(board, {})["grid"] == [
        ["-", "4,", "5,", "1,"],
        [",6", "0", "0", "0"],
        [",4", "0", "0", "-"],
    ]


def test_a_clue_without_a_symbol_is_inexpressible() -> None:
    name = next(name for name in SMALL if "?" in str(masume.examples.find(name).clues))
    with pytest.raises(board_arrays.InexpressibleError):
        board_arrays.clue_array(masume.examples.find(name), " ", {})


def test_missing_peers_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "_is_installed", lambda package: package == "puzzlekit")
    with pytest.raises(InputError, match=r"pip install multi-puzzle-solver$"):
        peers.require_peers()


def test_a_peer_that_is_late_or_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def reply(self: MeasuringProcess, timeout: float, **task: Any) -> dict[str, Any]:
        if task["peer"] == "puzzlekit":
            raise OutOfTimeError
        return {"verdict": "0", "note": "", "cpu": 0.5, "wall": 0.5}

    monkeypatch.setattr(MeasuringProcess, "measure", reply)
    with peers.PeerProcesses() as processes:
        assert processes.measure(BOARD, "puzzlekit", 2).verdict == LATE
        wrong = processes.measure(BOARD, "multi-puzzle-solver", 2)
        assert (wrong.verdict, wrong.cpu.solving) == (WRONG, 0.5)
        assert processes.measure(BOARD, "multi-puzzle-solver", 0.1).verdict == LATE
    ours = [SpeedMeasurement(BOARD, "lazy", False, "1", Stages(search=0.25), Stages(search=0.25))]
    (row,) = rows_of(comparisons.compare_peer(ours, [wrong], "multi-puzzle-solver", "lazy"))
    assert row == [BOARD.genre, "1–150", 1, 1, 0, 0, 0, 500.0, 500.0, pytest.approx(2.0), 2.0, 1.0]


def test_a_run_and_its_reports(tmp_path: Path) -> None:
    progress: list[tuple[int, int]] = []
    settings = speed.SpeedSettings(("lazy", masume.engines.default()), time_limit=60, cold=True)
    two = [BOARD, BOARD._replace(id="again")]
    found = speed.run(two, settings, lambda done, total: progress.append((done, total)))
    assert progress[-1][0] == progress[-1][1] == 9
    assert found.is_ok
    assert len(found.measurements) == 8
    text, data = speed.WRITERS["markdown"](found), json.loads(speed.WRITERS["json"](found))
    for table in report.build_tables(found):
        assert f"## {table.title}\n" in text
        assert all(len(row) == len(table.labels) + len(table.figures) for row in table.rows)
    assert all(word in text for word in ("processor", "load before", "seed: 1", "cold median CPU ms"))
    assert len(data["measurements"]) == 8
    for cpu in (each["cpu"] for each in data["measurements"]):
        assert cpu["url_to_verdict"] == pytest.approx(cpu["reading"] + cpu["solving"] + cpu["check"], abs=1e-6)
    lines = speed.WRITERS["csv"](found)
    assert_csv_agrees_with_json(lines, data["measurements"])
    assert undocumented_columns(lines) == []
    path = tmp_path / "run.json"
    path.write_text(json.dumps(data, indent=2))
    earlier = speed.load_baselines(path)
    assert {baseline.name for baseline in earlier} == {"run lazy", f"run {masume.engines.default()}"}
    of_lazy = next(baseline for baseline in earlier if baseline.name == "run lazy")
    assert of_lazy.seconds == pytest.approx(
        {
            (each.board.genre, each.board.id): each.cpu.url_to_verdict
            for each in found.measurements
            if each.engine == "lazy" and not each.cold
        },
        abs=1e-6,
    )
    both = found._replace(settings=settings._replace(baselines=tuple(earlier)))
    drawn = speed.plots.draw_plots(both, tmp_path)
    assert [path.name for path in drawn] == [f"speed-{BOARD.genre}.svg", "speed-cactus.svg"]
    assert all(">run lazy<" in path.read_text(encoding="utf-8") for path in drawn)


def assert_csv_agrees_with_json(text: str, measurements: list[dict[str, Any]]) -> None:
    words = {"genre", "id", "address", "known", "kind", "held_out", "engine", "cold", "verdict", "note"}
    for row, each in zip(read_csv(text, words), measurements, strict=True):
        assert {name: row[name] for name in words} == {
            name: str(each[name]).lower() if isinstance(each[name], bool) else each[name] for name in words
        }
        seconds = {f"{clock}_{stage}": time for clock in ("cpu", "wall") for stage, time in each[clock].items()}
        assert {name: float(row[name]) for name in row.keys() - words} == {"cells": each["cells"], **seconds}


def test_the_command(tmp_path: Path) -> None:
    done = run("--genre", GENRES[0], "--cells", "25", "--boards", "2", "--format", "json", "--plots", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert {each["genre"] for each in json.loads(done.stdout)["measurements"]} == {GENRES[0]}
    assert done.stderr == f"masume: wrote 2 plots to {tmp_path}\n"  # and no progress bar


@pytest.mark.thorough
def test_the_command_writes_csv() -> None:
    done = run("--engine", "lazy", "--genre", GENRES[0], "--cells", "25", "--boards", "1", "--format", "csv")
    assert done.returncode == 0, done.stderr
    assert [(row["engine"], row["cold"]) for row in csv.DictReader(done.stdout.splitlines())] == [("lazy", "false")]


def test_the_command_finds_a_wrong_verdict_in_the_corpus(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path, {"id": "a", "pzpr_url": BOARD.url, "n_solutions": ">=2"})
    done = run("--engine", "lazy", corpus=folder)
    assert done.returncode == 1
    assert "| lazy | " in done.stdout
    assert "1 solutions, not >=2" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["--engine", "nosuch"],
        ["--engine", "asp"],
        ["--genre", "nosuch"],
        ["--cells", "0"],
        ["--cells", "1"],
        ["--boards", "-1"],
        ["--held-out", "maybe"],
        ["--time-limit", "0"],
        ["--corpus", "/nonexistent"],
        ["--corpus", str(Path(__file__).parent)],
        ["--baseline", "/nonexistent"],
        ["--baseline", __file__],
        ["--format", "html"],
    ],
    ids=" ".join,
)
def test_bad_options_give_a_message_and_status_2(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


@pytest.mark.parametrize("line", [{"id": "a"}, {"pzpr_url": BOARD.url}, {"id": "a", "pzpr_url": "nosuch"}, []])
def test_bad_lines_of_a_corpus_are_named(line: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 1"):
        boards.select_boards(make_corpus(tmp_path, line), BoardSelection())


def test_ctrl_c_ends_the_run_without_a_report(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path, *({"id": number, "pzpr_url": BOARD.url} for number in range(3000)))
    first_measurement = rb" [1-9]\d*/3001"  # in the progress bar; the last measurement is of the memory
    done = interrupt_after(first_measurement, "bench", "speed", "--engine", "lazy", "--corpus", str(folder))
    assert (done.returncode, done.stdout) == (130, b"")
    assert done.stderr.endswith(b"\x1b[Kmasume: interrupted\r\n")


@pytest.mark.parametrize("genre", sorted({*growth_boards.TILE_SIDES, *growth_boards.GENERATORS}))
def test_growth_boards_have_the_solution_they_were_made_from(genre: str) -> None:
    for share in (1, 0.6):
        board = growth_boards.make_board(genre, 16, Random(1), share)
        assert not masume.check(board)
        outcome = masume.solve(masume.Board(board.genre, board.grid, board.clues), limits=masume.Limits(seconds=20))
        assert outcome.status is masume.Status.SOLVED
        if genre in growth_boards.TILE_SIDES:
            assert outcome.unique
