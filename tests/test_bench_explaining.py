"""How boards are explained: what is measured, how it is summed up beside the goals, and how it is shown."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import masume
from masume.bench import boards, explain
from masume.bench.boards import Posed
from masume.bench.explain import goals, measurement, report, tables
from masume.bench.explain.measurement import DONE, ERROR, LATE, NONE, Explained, Hinted, Manner, Sized, Taken
from masume.core.cancellation import checkpoint
from masume.core.errors import NoSolutionError
from masume.explaining import Step

COMMAND = [sys.executable, "-m", "masume", "bench", "explain"]
SMALL = [name for name in masume.examples.names() if name.endswith("-small")][:2]
ADDRESSES = [masume.write(masume.examples.find(name), "pzpr").strip() for name in SMALL]
GENRES = [masume.examples.find(name).genre.name for name in SMALL]
ONE = Posed(GENRES[0], SMALL[0], ADDRESSES[0], 25)
LINE, CASES, TRIAL, TRUST = (Sized(size, manner) for size, manner in zip((1, 6, 20, 99), Manner, strict=True))


def corpus(folder: Path) -> Path:
    """A folder with two boards of two genres each, one of them published."""
    for name, genre, address in zip(SMALL, GENRES, ADDRESSES, strict=True):
        lines = [{"id": f"{name}-{kind}", "pzpr_url": address, "kind": kind} for kind in ("published", "generated")]
        (folder / f"{genre}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return folder


def run(*words: str, corpus: Path) -> "subprocess.CompletedProcess[str]":
    told = {**os.environ, "MASUME_CORPUS": str(corpus)}
    return subprocess.run([*COMMAND, *words], capture_output=True, encoding="utf-8", env=told)


def explained(name: str, cells: int, seconds: float, *steps: Sized, hints: tuple[float, ...] = ()) -> Explained:
    """A board that was never explained."""
    hinted = tuple(Hinted(after, Taken(wall, wall), LINE) for after, wall in enumerate(hints))
    return Explained(Posed("some", name, "", cells), DONE, Taken(seconds, seconds), steps, hinted)


def rows(table: Any) -> list[list[Any]]:
    return [list(row) for row in table.rows]


def test_states_are_evenly_spread() -> None:
    assert list(measurement.spread(3, 8)) == [0, 1, 2]
    assert list(measurement.spread(16, 8)) == [0, 2, 4, 6, 8, 10, 12, 14]
    assert list(measurement.spread(0, 8)) == []


def test_only_one_kind_is_taken_of_boards_that_tell_of_it(tmp_path: Path) -> None:
    published = explain.chosen(corpus(tmp_path), explain.Choice(kind="published"))
    assert sorted(board.id for board in published) == sorted(f"{name}-published" for name in SMALL)
    assert len(explain.chosen(tmp_path, explain.Choice())) == 4
    assert explain.chosen(None, explain.Choice(kind="published")) == explain.chosen(None, explain.Choice())


def test_bands() -> None:
    assert goals.BANDS.names == ["1–100", "101–150", "151–300", "over 300"]
    assert [goals.BANDS.of(cells) for cells in (100, 101, 300, 301)] == ["1–100", "101–150", "151–300", "over 300"]


def test_the_smallest_board_of_each_genre() -> None:
    large = ONE._replace(cells=100)
    assert boards.smallest([large, ONE, large._replace(genre="x")]) == [ONE, large._replace(genre="x")]


@pytest.mark.parametrize("name", SMALL)
def test_a_board_is_measured(name: str) -> None:
    board = masume.examples.find(name)
    found = measurement.measured(Posed(board.genre.name, name, masume.write(board, "pzpr"), 25), 30, 3, 0.2)
    steps = list(masume.explain(board))
    assert found.verdict == DONE, found.note
    assert found.steps == tuple(map(measurement.sized, steps))
    assert found.largest == max(step.size for step in steps)
    assert [hint.after for hint in found.hints] == [0, len(steps) // 3, len(steps) * 2 // 3]
    assert all(hint.step is not None and hint.taken.wall > 0 for hint in found.hints)
    assert found.taken.wall > 0


def test_a_late_board_counts_with_its_limit_and_keeps_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    first = next(iter(masume.explain(masume.read(ONE.address))))

    def endless(board: masume.Board) -> Iterator[Step]:
        yield first
        while True:
            checkpoint()
            time.sleep(0.01)

    monkeypatch.setattr(masume, "explain", endless)
    found = measurement.measured(ONE, 1, 3, 0.2)
    assert (found.verdict, found.taken.wall, found.steps) == (LATE, 1, (measurement.sized(first),))
    assert len(found.hints) == 1


def test_boards_that_cannot_be_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(error: Exception) -> Any:
        def explain(*told: object) -> None:
            raise error

        return explain

    monkeypatch.setattr(masume, "explain", fail(NoSolutionError("none")))
    none = measurement.measured(ONE, 5, 1, 0.2)
    assert (none.verdict, none.is_bad) == (NONE, False)
    monkeypatch.setattr(masume, "explain", fail(KeyError("odd")))
    wrong = measurement.measured(ONE, 5, 1, 0.2)
    assert (wrong.verdict, wrong.note, wrong.is_bad) == (ERROR, "KeyError: 'odd'", True)
    assert [row[3] for row in rows(tables.trouble([none, wrong]))] == [ERROR, NONE]
    assert rows(tables.whole_boards([none, wrong])) == []


def test_a_hint_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*told: object) -> None:
        raise KeyError("odd")

    monkeypatch.setattr(masume, "hint", fail)
    found = measurement.measured(ONE, 30, 1, 0.2)
    assert (found.verdict, found.note) == (ERROR, "hint after 0 steps: KeyError: 'odd'")


def test_the_manner_of_steps() -> None:
    step = next(step for step in masume.explain(masume.read(ONE.address)) if step.branches)
    (branch,) = step.branches
    many = step.reasons * 15

    def manner(**changes: Any) -> Manner:
        told = {"claims": step.claims, "reasons": step.reasons, "known": step.known, **changes}
        return measurement.sized(Step(step.board, **told)).manner

    assert manner(branches=(branch,)) is Manner.LINE
    assert manner(branches=(branch, branch)) is Manner.CASES
    assert manner(branches=(branch,), reasons=many) is Manner.TRIAL
    assert manner() is Manner.TRUST
    assert manner(minimal=True) is Manner.LINE


def test_times() -> None:
    some = [
        explained("a", 100, 0.5, hints=(0.01, 0.02, 0.4)),
        explained("b", 90, 1.5),
        explained("c", 80, 4.0)._replace(verdict=LATE),
        explained("d", 200, 7.0, hints=(0.1,)),
    ]
    assert rows(tables.whole_boards(some)) == [
        ["some", "1–100", 3, 1, *[1.5, 4.0, 4.0] * 2],
        ["some", "151–300", 1, 0, *[7.0] * 6],
    ]
    assert rows(tables.hints(some)) == [
        ["some", "1–100", 3, *[20.0, 400.0, 400.0] * 2, 3, 0],
        ["some", "151–300", 1, *[100.0] * 6, 1, 0],
    ]
    assert rows(tables.hardest(some)) == [
        ["some", "1–100", "a", 2, 400.0, "c", 4.0, "a", 0],
        ["some", "151–300", "d", 0, 100.0, "d", 7.0, "d", 0],
    ]


def test_steps() -> None:
    cut = Sized(4, Manner.LINE, has_cut=True)
    some = [
        explained("a", 100, 1, LINE, LINE, cut, CASES),
        explained("b", 100, 1, TRIAL, TRUST, LINE, Sized(8, Manner.LINE)),
    ]
    assert rows(tables.sizes(some)) == [["some", "1–100", 8, 3, 0, 0, 1, 1, 1, 2, 50.0, 50.0]]
    assert rows(tables.manners(some)) == [["some", "1–100", 8, 1, 1, 1, 1]]
    late = [some[0]._replace(verdict=LATE)]
    assert rows(tables.sizes(late))[0][-1] == 0.0  # nobody knows what would have come


def test_goals() -> None:
    some = [explained("a", 100, 0.5, *[LINE] * 9, CASES, hints=(0.01, 0.02, 0.2)), explained("d", 200, 7.0)]
    (row,) = rows(tables.goals(some))
    assert row == ["some", "20.0", "200 (missed)", "200", "0.50", "90.0", "100", None, "7.00 (missed)"]


def test_a_run_and_what_it_tells() -> None:
    told: list[tuple[int, int]] = []
    settings = explain.Settings(hints=2)
    found = explain.run([ONE, ONE._replace(id="again")], settings, lambda done, of: told.append((done, of)))
    assert told == [(0, 2), (1, 2), (2, 2)]
    assert found.is_fine
    assert found.is_whole
    text, data = (explain.WRITERS[name](found) for name in ("markdown", "json"))
    for table in report.all_tables(found):
        assert f"## {table.title}\n" in text
        assert all(len(row) == len(table.labels) + len(table.figures) for row in table.rows)
    assert all(word in text for word in ("processor", "load before", "seed: 1", "boards: 2", "clock / CPU: "))
    assert [len(one["hints"]) for one in json.loads(data)["measurements"]] == [2, 2]


def test_ctrl_c_keeps_what_was_measured() -> None:
    def told(done: int, of: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    found = explain.run([ONE, ONE._replace(id="again")], explain.Settings(hints=1), told)
    assert [one.board for one in found.explained] == [ONE]
    assert not found.is_whole
    assert "boards: 1 of 2" in report.markdown(found)


def test_the_command(tmp_path: Path) -> None:
    done = run("--hints", "2", "--format", "json", corpus=corpus(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert {one["kind"] for one in json.loads(done.stdout)["measurements"]} == {"published"}
    done = run("--hints", "1", "--kind", "all", "--genre", GENRES[0], corpus=tmp_path)
    assert "boards: 2\n" in done.stdout


def test_ctrl_c_shows_what_is_known(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"id": number, "pzpr_url": ONE.address}) + "\n" for number in range(3000))
    (tmp_path / f"{ONE.genre}.jsonl").write_text(lines, encoding="utf-8")
    words = [*COMMAND, "--corpus", str(tmp_path), "--boards", "3000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        shown, complaint = process.communicate(timeout=600)
    assert (process.returncode, complaint) == (130, "masume: interrupted\n")
    assert " of 3000\n" in shown


@pytest.mark.parametrize(
    "words",
    [["--genre", "nosuch"], ["--cells", "1"], ["--kind", "nosuch"], ["--hints", "0"], ["--hint-seconds", "0"]],
    ids=" ".join,
)
def test_bad_options_get_a_sentence_and_status_2(words: list[str], tmp_path: Path) -> None:
    done = run(*words, corpus=corpus(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
