"""`masume bench rate`: the choice of boards, the comparison of ratings with labels, the tables, plots and reports."""

import json
import re
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import masume
from command import error_lines, interrupt_after, output, run_process
from csv_tables import read_csv, undocumented_columns
from json_schemas import validator
from masume.bench import rate
from masume.bench.boards import BenchBoard
from masume.bench.rate import label_groups, labels, measurement, report, tables
from masume.bench.rate.measurement import RateMeasurement
from masume.bench.report_tables import ReportTable
from masume.bench.summary_statistics import area_under_curve, rank_correlation
from masume.bench.timed_job import DONE, ERROR, LATE, NO_SOLUTION, SEVERAL, Elapsed
from masume.core.errors import InputError, NoSolutionError, NotUniqueError, OutOfTimeError

SMALL = [name for name in masume.examples.names() if name.endswith("-small")][:2]
URLS = [masume.write(masume.examples.find(name), "pzpr").strip() for name in SMALL]
GENRES = [masume.examples.find(name).genre.name for name in SMALL]
BOARD = BenchBoard(GENRES[0], SMALL[0], URLS[0], 25)
TINY = rate.RateBoards([BOARD], [BenchBoard(GENRES[1], "a-easy-1", URLS[1], 25, label="easy")])


def ids(held_out: bool, prefix: str, number: int) -> list[str]:
    """Return ids of boards that are held out, or that are not."""
    names = (f"{prefix}-{count}" for count in range(1000))
    return [name for name in names if (crc32(name.encode()) % 3 == 0) == held_out][:number]


def fake(name: str, score: float | None, label: str = "", cells: int = 25, verdict: str = DONE) -> RateMeasurement:
    """Return an invented measurement; its time in seconds is its score."""
    level = None if score is None else int(score)
    board = BenchBoard("some", name, f"url of {name}", cells, label=label)
    return RateMeasurement(board, verdict, Elapsed(score or 0, score or 0), score, level)


def fakes(source: str, label: str, *scores: float, held_out: bool = True, cells: int = 25) -> list[RateMeasurement]:
    """Return invented measurements of boards with a label."""
    names = ids(held_out, f"{source}-{label}", len(scores))
    return [fake(name, score, label, cells) for name, score in zip(names, scores, strict=True)]


def rows_of(table: ReportTable) -> list[list[Any]]:
    """Return the rows of a table as lists, with rounded figures."""
    return [[round(value, 3) if isinstance(value, float) else value for value in row] for row in table.rows]


def write_lines(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def make_corpus(folder: Path) -> Path:
    """Write a published board, a generated one and one with a label in its id to a folder."""
    kinds = {"one": "published", "two": "generated", "puzzle-5x5_easy-3": "generated", "puzzle-5x5_odd-4": "generated"}
    write_lines(
        folder / f"{GENRES[0]}.jsonl",
        *({"id": name, "kind": kind, "pzpr_url": URLS[0]} for name, kind in kinds.items()),
    )
    return folder


@pytest.mark.parametrize(
    ("lower", "higher", "chance"),
    [([1, 2], [3, 4], 1), ([3, 4], [1, 2], 0), ([1], [1], 0.5), ([1, 3], [2, 3], 0.625), ([1, 1, 1], [0, 2], 0.5)],
)
def test_area_under_curve(lower: list[float], higher: list[float], chance: float) -> None:
    assert area_under_curve(lower, higher) == chance


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([1, 2, 3], [10, 20, 99], 1),
        ([1, 2, 3], [3, 2, 1], -1),
        ([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], 0.8),  # 1 - 6 * 4 / (5 * 24)
        ([1, 1, 2, 2], [5, 6, 7, 8], 2 / 5**0.5),  # ranks 1.5, 1.5, 3.5, 3.5
        ([1, 1], [2, 3], None),
        ([2, 3], [1, 1], None),
        ([], [], None),
    ],
)
def test_rank_correlation(first: list[float], second: list[float], expected: float | None) -> None:
    assert rank_correlation(first, second) == (expected if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    ("name", "label", "found"),
    [
        ("puzzle-loop-25x30_medium-9674524", "", "medium"),
        ("puzzle-5x5-hard", "", "hard"),
        ("some-20x20hard4", "", ""),
        ("sgt-7x7-1", "Tricky", "tricky"),
        ("sgt-7x7-easy-1", "hard", "hard"),
        ("sgt-7x7-1", "unreasonable", ""),
    ],
)
def test_labels(name: str, label: str, found: str) -> None:
    assert labels.find_label(BOARD._replace(id=name, label=label)) == found


def test_sources_and_held_out_boards() -> None:
    assert labels.source_of(BOARD._replace(id="sgt-7x7_easy")) == "sgt"
    held_out = {name: labels.is_held_out(BOARD._replace(id=name)) for name in "abcdef"}
    assert held_out == {name: crc32(name.encode()) % 3 == 0 for name in "abcdef"}
    assert set(held_out.values()) == {True, False}


def test_labelled_boards_are_those_of_files_and_of_the_corpus(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path / "labelled",
        {"id": "a-1", "pzpr_url": URLS[0], "difficulty": "hard"},
        {"id": "a-2", "pzpr_url": URLS[0], "difficulty": None},
        {"id": "a-3", "pzpr_url": URLS[1], "difficulty": "tricky"},
    )
    selection = rate.BoardSelection(kind="published", boards_per_band=1)
    both = rate.select_boards(make_corpus(tmp_path), [path], selection)
    assert [board.id for board in both.spread] == ["one"]
    found = {board.id: board.label for board in both.labelled}
    assert found == {"a-1": "hard", "a-3": "tricky", "puzzle-5x5_easy-3": "easy"}
    assert len(both.all) == 4
    of_one_genre = rate.select_boards(tmp_path, [path], selection._replace(genres=[GENRES[1]]))
    assert (of_one_genre.spread, [board.id for board in of_one_genre.labelled]) == ([], ["a-3"])
    assert rate.select_boards(None, [], selection).labelled == []  # "medium" in a shipped name is a size
    with pytest.raises(InputError, match=r"^no board matches"):
        rate.select_boards(tmp_path, [path], selection._replace(max_cells=1))


def test_a_file_without_labels_is_refused(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "boards", {"id": "a-1", "pzpr_url": URLS[0]})
    with pytest.raises(InputError, match="boards: expected boards with a field difficulty that is one of easy, normal"):
        rate.select_boards(None, [path], rate.BoardSelection())


def test_a_board_in_both_groups_is_measured_once() -> None:
    both = rate.RateBoards([BOARD], [BOARD._replace(label="easy")])
    assert both.all == [BOARD._replace(label="easy")]


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (OutOfTimeError(), LATE),
        (NoSolutionError("none"), NO_SOLUTION),
        (NotUniqueError("two"), SEVERAL),
        (KeyError("odd"), ERROR),
    ],
)
def test_boards_that_cannot_be_rated(error: Exception, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(board: masume.Board) -> None:
        raise error

    monkeypatch.setattr(masume, "rate", fail)
    found = measurement.measure_board(BOARD, 5)
    assert (found.verdict, found.score, found.level, found.level_name) == (verdict, None, None, "")
    assert found.is_error == (verdict == ERROR)
    assert [row[3] for row in rows_of(tables.tabulate_problems([found, fake("fine", 2)]))] == [verdict]
    assert rows_of(tables.tabulate_spread([found])) == []
    assert len(tables.tabulate_times([found]).rows) == (verdict == LATE)


def test_labels_are_compared_within_source_genre_and_size() -> None:
    some = [
        *fakes("a", "easy", 1.1, 1.2, 1.3),
        *fakes("a", "normal", 1.2, 2.2, 2.3),
        *fakes("a", "easy", 1.5, 1.6, 1.7, held_out=False),
        *fakes("a", "normal", 1.4, 1.4, held_out=False),
        *fakes("a", "hard", 5.1, 5.2, 5.3, held_out=False),
        *fakes("b", "hard", 1.1, 1.2, 1.3),
        *fakes("c", "easy", 2.1, 2.2),
        *fakes("c", "hard", 3.1, 3.2, 3.3),
        *fakes("d", "easy", 2.1, 2.2, 2.3, cells=36),
        *fakes("d", "hard", 3.1, 3.2, 3.3, cells=49),
    ]
    assert rows_of(tables.tabulate_labels(some)) == [["a", "some", "25", "easy < normal", 3, 3, 0.833, 3, 2, None]]
    assert rows_of(tables.tabulate_correlations(some)) == [
        ["a", "some", "25", 6, 0.594, 8, 0.57],  # by hand: 9 / √(13.5 · 17) and 22.5 / √(37.5 · 41.5)
        ["c", "some", "25", 5, 0.866, 0, None],
        ["d", "some", "all", 6, 0.878, 0, None],
    ]


def test_normal_and_medium_mean_the_same() -> None:
    some = [*fakes("a", "normal", 2, 3), *fakes("a", "medium", 2, 3), *fakes("a", "hard", 4, 4, 2)]
    assert rows_of(tables.tabulate_labels(some)) == [
        ["a", "some", "25", "normal/medium < hard", 4, 3, 0.75, 0, 0, None],
    ]


def test_spread_and_times() -> None:
    some = [fake(f"b{number}", 1 + number / 2, cells=110 + number // 9) for number in range(1, 11)]
    some.append(fake("late", None, verdict=LATE)._replace(elapsed=Elapsed(10, 10)))
    assert rows_of(tables.tabulate_spread(some)) == [["some", 10, 1.5, 3.5, 5.5, 1, 2, 2, 2, 2, 1]]
    assert rows_of(tables.tabulate_times(some)) == [
        ["some", "1–110", 9, 1, 3500.0, 10000.0, 10000.0],
        ["some", "111–260", 2, 0, 5750.0, 6000.0, 6000.0],
    ]


def test_disagreements_are_beyond_the_other_end_of_the_group() -> None:
    easy, normal, hard = (
        fakes("a", "easy", 1.5, 1.6, 6.5),
        fakes("a", "normal", 1.2, 3.0),
        fakes("a", "hard", 1.1, 5.0, 5.5),
    )
    found = label_groups.find_disagreements(label_groups.group_by_label([*easy, *normal, *hard]))
    assert [(each.measurement.score, each.other_end.name) for each in found] == [
        (6.5, "hard"),
        (1.1, "easy"),
        (1.2, "easy"),
    ]
    first, *_ = rows_of(tables.tabulate_disagreements([*easy, *normal, *hard]))
    name = easy[2].board.id
    assert first == ["some", name, "easy", 6.5, "needs trial", "hard: 5.00", f"url of {name}"]
    many = [*fakes("a", "easy", *[5.5] * 20), *fakes("a", "hard", 2, 2, 2)]
    assert len(tables.tabulate_disagreements(many).rows) == tables.MAX_DISAGREEMENTS
    assert label_groups.find_disagreements(label_groups.group_by_label([*easy, *hard[:2]]))[0].other_end.name == "easy"


def test_a_run_and_its_reports() -> None:
    progress: list[tuple[int, int]] = []
    found = rate.run(TINY, 30, lambda done, total: progress.append((done, total)))
    assert progress == [(0, 2), (1, 2), (2, 2)]
    assert found.is_ok
    assert found.is_complete
    expected = {url: masume.rate(masume.read(url)) for url in URLS}
    for each in found.measurements:
        rating = expected[each.board.url]
        assert (each.score, each.level, each.level_name) == (rating.score, rating.level, rating.name)
        assert each.elapsed.wall > 0
    text, data = (rate.WRITERS[name](found) for name in ("markdown", "json"))
    for table in report.build_tables(found):
        assert f"## {table.title}\n" in text
        assert all(len(row) == len(table.labels) + len(table.figures) for row in table.rows)
    assert all(word in text for word in ("processor", "load after", "boards: 2", "labelled boards: 1", "clock / CPU: "))
    validator("bench-rate.json").validate(json.loads(data))
    in_spread = {each["id"]: each["in_spread"] for each in json.loads(data)["measurements"]}
    assert in_spread == {BOARD.id: True, "a-easy-1": False}


def test_csv_has_a_row_for_each_board() -> None:
    some = [fake("a-1", 2.5, "easy"), fake("b", None, verdict=LATE), fake("c", 3.5, "odd")]
    boards = rate.RateBoards([each.board for each in some[1:]], [some[0].board])
    lines = rate.WRITERS["csv"](rate.RateRun(10, {}, boards, some))
    assert undocumented_columns(lines) == []
    words = {"genre", "id", "address", "known", "kind", "label", "held_out", "in_spread", "verdict", "note"}
    first, second, third = read_csv(lines, words)
    assert (first["label"], first["in_spread"], first["score"], first["level"]) == ("easy", "false", "2.5", "2")
    assert first["held_out"] == str(crc32(b"a-1") % 3 == 0).lower()
    assert (second["verdict"], second["in_spread"], second["score"], second["level"]) == ("late", "true", "", "")
    assert (third["label"], third["score"]) == ("", "3.5")  # its label is none that can be compared


def test_ctrl_c_keeps_the_measurements_so_far() -> None:
    def interrupt(done: int, total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    found = rate.run(TINY, 30, interrupt)
    assert len(found.measurements) == 1
    assert not found.is_complete
    assert "boards: 1 of 2" in report.format_markdown(found)


def test_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    some = [*fakes("a", "easy", 1.1, 1.2, 1.3), *fakes("a", "hard", 5.1, 5.2), *fakes("b", "easy", 2.1)]
    boards = [each.board for each in some]
    run = rate.RateRun(10, {}, rate.RateBoards(boards, boards), some)
    drawn = rate.plots.draw_plots(run, tmp_path)
    assert [path.name for path in drawn] == ["rate-labels-some.svg", "rate-spread.svg"]
    first, second = (path.read_text(encoding="utf-8") for path in drawn)
    assert all(f">{word}<" in first for word in ("a", "25 cells", "easy", "hard", "needs trial 6", "beginner 1"))
    assert ">b<" not in first  # a single label shows nothing
    assert ">some<" in second
    again = [path.read_text(encoding="utf-8") for path in rate.plots.draw_plots(run, tmp_path)]
    assert again == [first, second]
    nothing = rate.RateRun(10, {}, rate.RateBoards(boards, boards), [])
    assert rate.plots.draw_plots(nothing, tmp_path) == []


def test_the_command(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "labelled", {"id": "a-1", "pzpr_url": URLS[1], "difficulty": "hard"})
    corpus = ["--corpus", str(make_corpus(tmp_path))]
    done = run_process("bench", "rate", *corpus, "--labelled", str(path), "--format", "json")
    assert done.returncode == 0, error_lines(done)
    found = {each["id"]: (each["label"], each["in_spread"]) for each in json.loads(output(done))["measurements"]}
    assert found == {"a-1": ("hard", False), "one": ("", True), "puzzle-5x5_easy-3": ("easy", False)}


def test_ctrl_c_prints_the_results_so_far(tmp_path: Path) -> None:
    write_lines(tmp_path / f"{BOARD.genre}.jsonl", *({"id": number, "pzpr_url": BOARD.url} for number in range(3000)))
    options = ["--corpus", str(tmp_path), "--boards", "3000"]
    done = interrupt_after(rb" [1-9]\d*/3000", "bench", "rate", *options)
    assert done.returncode == 130
    assert re.search(rb"boards: [1-9]\d* of 3000\n", done.stdout)


@pytest.mark.parametrize(
    "arguments",
    [["--genre", "nosuch"], ["--cells", "1"], ["--kind", "nosuch"], ["--time-limit", "0"], ["--labelled", "nosuch"]],
    ids=" ".join,
)
def test_bad_options_give_a_message_and_status_2(arguments: list[str]) -> None:
    done = run_process("bench", "rate", *arguments)
    assert (done.returncode, output(done)) == (2, "")
    assert "Traceback" not in "\n".join(error_lines(done))
    assert error_lines(done)
