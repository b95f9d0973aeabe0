"""Lists of boards in Python: records, processes that die, files of results, summaries."""

import contextlib
import doctest
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import masume
from masume import batch
from masume.batch import Batch, BoardResult, ResultsFile, Summary, Task, execution, runner, tasks
from masume.core.errors import (
    InputError,
    InternalError,
    NoSolutionError,
    OutOfMemoryError,
    OutOfTimeError,
    WrongAnswerError,
)
from masume.formats.board_lists import BoardEntry, BoardList, boards_in_text
from processes import processor_seconds, running_children, wait_until

TINY, SLOW = "template/2/2/1", "template/20/20/"  # to count
COUNT = Task("count", {"limit": 10**9})


def boards(*lines: str) -> BoardList:
    return boards_in_text("\n".join((*lines, "")), "mine", "mine.txt", {})


def run(task: Task, entries: BoardList, jobs: int = 1) -> list[BoardResult]:
    with Batch(task, jobs) as runs:
        return [result for _, result in runs.results(entries)]


def records(results: list[BoardResult]) -> list[dict[str, Any]]:
    return [json.loads(result.record) for result in results]


def test_the_example_in_the_docstring() -> None:
    assert doctest.testmod(batch) == (0, 4)


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_are_in_the_order_of_the_list(jobs: int) -> None:
    sizes = ["1/1", "3/3", "1/2", "9/9", "2/2", "0/0", "1/1"]
    results = run(Task("count", {"limit": 600}), boards(*(f"template/{size}/" for size in sizes)), jobs)
    found = records(results)
    assert [record["id"] for record in found] == [f"mine-{line}" for line in range(1, 8)]
    assert [record.get("count") for record in found] == [2, 512, 4, 600, 16, None, 2]
    assert [list(record)[:3] for record in found] == [["id", "digest", "command"]] * 7
    assert found[0]["digest"] == found[6]["digest"] != found[1]["digest"]
    assert {**found[5], "digest": "", "error": ""} == {
        "id": "mine-6",
        "digest": "",
        "command": "count",
        "status": "unreadable",
        "error": "",
        "file": "mine.txt",
        "line": 6,
    }
    assert results[5].problem == found[5]["error"] == "pzpr: size: expected 1 to 1000 rows, not 0"
    assert [result.line for result in results][:4] == [
        "2 solutions.",
        "512 solutions.",
        "4 solutions.",
        "More than 600 solutions.",
    ]


@pytest.mark.parametrize(
    ("error", "status", "category", "line"),
    [
        (NoSolutionError("no way"), "unsolvable", "none", "No solution."),
        (WrongAnswerError("x breaks y"), "wrong", "wrong", "Wrong: x breaks y."),
        (OutOfTimeError("out of time"), "timeout", "late", "Out of time."),
        (OutOfMemoryError("too large"), "memory", "out of memory", ""),
        (MemoryError(), "memory", "out of memory", ""),
        (InputError("not this one"), "refused", "refused", ""),
        (InternalError("oops"), "error", "failed", ""),
        (ZeroDivisionError("oops"), "error", "failed", ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
def test_an_error_costs_only_its_board(
    error: Exception, status: str, category: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[masume.Board] = []

    def fail_once(board: masume.Board) -> Any:
        calls.append(board)
        if len(calls) == 1:
            raise error
        return tasks.convert(board, to="pzpr")

    monkeypatch.setattr(execution, "TASKS", {"try": fail_once})
    first, second = run(Task("try", {}), boards(TINY, TINY))
    (record, other) = records([first, second])
    assert (record["status"], first.category, first.line) == (status, (category,), line)
    assert (record["file"], record["line"]) == ("mine.txt", 1)
    assert record["error"]
    assert first.problem == ("" if line else record["error"])
    assert "\n" not in record["error"]
    assert other["status"] == "converted"


def find_busy_child(others: list[int]) -> int:
    """Wait until one of our two new children has used clearly more processor time than the other, and return it."""
    found: list[int] = []

    def is_busy() -> bool:
        seconds = {pid: processor_seconds([pid]) for pid in running_children(os.getpid()) if pid not in others}
        found[:] = sorted(seconds, key=seconds.__getitem__)
        return len(found) == 2 and seconds[found[1]] > seconds[found[0]] + 0.5

    assert wait_until(is_busy, 60)
    return found[1]


def test_a_process_that_is_killed_costs_only_its_board() -> None:
    others = running_children(os.getpid())  # of earlier tests
    with Batch(COUNT, jobs=2) as runs:
        results = runs.results(boards(TINY, SLOW, *[TINY] * 20), in_order=False)
        done = [next(results) for _ in range(5)]
        os.kill(find_busy_child(others), signal.SIGKILL)
        done += results
    by_line = {entry.line: json.loads(result.record) for entry, result in done}
    assert len(by_line) == 22
    assert by_line[2]["status"] == "memory"
    assert by_line[2]["error"] == "its process was killed, which systems do if there is not enough memory"
    assert {record["status"] for line, record in by_line.items() if line != 2} == {"counted"}


def test_a_process_that_does_not_reply_in_time_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "_GRACE", -599.0)  # so the process does not know that its time is up
    late, *others = records(run(Task("count", {"limit": 10**9, "time_limit": 600}), boards(SLOW, TINY, TINY), jobs=2))
    assert (late["status"], late["error"]) == ("timeout", "out of time")
    assert [record["status"] for record in others] == ["counted", "counted"]


def test_no_process_is_left() -> None:
    others = set(running_children(os.getpid()))  # of earlier tests
    with Batch(COUNT, jobs=2) as runs, contextlib.suppress(KeyboardInterrupt):
        for _ in runs.results(boards(TINY, SLOW, SLOW)):
            children = set(running_children(os.getpid())) - others
            assert children
            raise KeyboardInterrupt
    assert not children & set(running_children(os.getpid()))


def test_lone_surrogates_in_ids_survive() -> None:
    (record,) = records(run(COUNT, boards('{"id": "\\ud800é", "url": "template/1/1/"}')))
    assert record["id"] == "\ud800é"


def test_the_summary_counts_what_occurs() -> None:
    summary = Summary()
    assert summary.describe() == "0 boards"
    for category in [("solved", "several"), ("solved", "unique"), ("solved", "unique"), ("unreadable",), ("late",)]:
        summary.add(category)
    assert summary.describe() == "5 boards: 3 solved (2 unique, 1 several), 1 late, 1 unreadable"
    assert summary.categories == {("solved", "several"), ("solved", "unique"), ("unreadable",), ("late",)}


def record_of(number: int, command: str = "count") -> str:
    data = {"status": "counted", "count": 1, "more": False, "title": "é" * number}
    return json.dumps({"id": number, "command": command, **data})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def load(path: Path) -> dict[Any, Any]:
    with ResultsFile(path, "count") as file:
        return file.load()


def test_a_results_file_is_read_again(path: Path) -> None:
    with ResultsFile(path, "count") as file:
        assert file.load() == {}
        for number in range(3):
            file.append(record_of(number))
    assert path.read_text(encoding="utf-8") == "".join(record_of(number) + "\n" for number in range(3))
    assert load(path) == {(number, None, 1): ("counted", "unique") for number in range(3)}


def test_an_unfinished_line_is_removed(path: Path) -> None:
    """At whatever byte the run was killed, nothing is lost and nothing is left."""
    whole, last = f"{record_of(1)}\n".encode(), f"{record_of(2)}\n".encode()
    for length in range(len(last) + 1):
        path.write_bytes(whole + last[:length])
        with ResultsFile(path, "count") as file:
            known = file.load()
            for number in (1, 2):
                if (number, None, 1) not in known:
                    file.append(record_of(number))
        assert path.read_bytes() == whole + last, length
        path.write_bytes(last[:length])
        assert set(load(path)) == ({(2, None, 1)} if length >= len(last) - 1 else set())
        assert path.read_bytes() in (b"", last)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"some text", "is not a file of results: line 1 is not a result of masume"),
        (record_of(1).encode() + b"\n{}\n", "line 2 is not a result of masume"),
        (b'{"id": "a", "pzpr_url": "template/2/2/"}\n', "line 1 is not a result of masume"),
        (b'{"id": "a", "pzpr_url": "template/2/2/"}', "line 1 is not a result of masume"),
        (b'{"id": []}\n', "line 1 is not a result of masume"),
        (b"\xff\n", "line 1 is not a result of masume"),
        (record_of(1, "solve").encode() + b"\n", "holds results of `masume solve` in line 1"),
    ],
)
def test_other_files_are_refused_and_stay_as_they_are(path: Path, content: bytes, message: str) -> None:
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        load(path)
    assert path.read_bytes() == content


def test_files_that_cannot_hold_results(path: Path, tmp_path: Path) -> None:
    for place, message in ((tmp_path, "not a regular file"), (tmp_path / "no" / "file", "cannot write results to")):
        with pytest.raises(InputError, match=message):
            load(place)
    with ResultsFile(path, "count"), pytest.raises(InputError, match="another run of masume is writing to"):
        load(path)
    assert load(path) == {}


def test_a_full_disk_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write_part(descriptor: int, content: bytes) -> int:
        if len(written) == 1:
            raise OSError(28, "No space left on device")
        written.append(content[:5])
        return real_write(descriptor, content[:5])

    written: list[bytes] = []
    real_write = os.write
    monkeypatch.setattr(os, "write", write_part)
    with ResultsFile(path, "count") as file, pytest.raises(InputError, match="no space left on device"):
        file.append(record_of(1))
    monkeypatch.undo()
    assert path.read_bytes() == b'{"id"'
    assert load(path) == {}
    assert path.read_bytes() == b""


def test_boards_are_taken_from_the_list_when_they_are_needed() -> None:
    taken: list[int] = []

    def endless() -> Iterator[BoardEntry]:
        while True:
            taken.append(1)
            yield from boards(TINY)

    for jobs in (1, 2):
        taken.clear()
        with Batch(COUNT, jobs) as runs:
            results = runs.results(endless(), in_order=False)
            assert [json.loads(next(results)[1].record)["count"] for _ in range(5)] == [4] * 5
        assert len(taken) <= 5 + 4 * jobs
