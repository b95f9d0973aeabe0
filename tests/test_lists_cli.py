"""Lists of boards on the command line."""

import json
import os
import random
import re
import signal
import subprocess
from collections.abc import Sequence
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import masume
from command import COMMAND, error_lines, interrupt_after, output, run_command, run_process
from masume import examples
from masume.batch.tasks import TASKS
from masume.cli.program import main
from processes import is_running, running_children, wait_until

NAMES = examples.names()[:3]
URLS = [masume.write(examples.find(name), "pzpr").strip() for name in NAMES]
UNIQUE, SEVERAL, NONE, BAD = "template/2/1/2", "template/2/1/1", "template/2/2/9", "template/2/2/~"
SLOW = "template/20/20/"  # to count
SECONDS = re.compile(r"\d+\.\d+ s\b")


def write_list(path: Path, *lines: str) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    """A list with boards of every kind."""
    return write_list(tmp_path / "boards.txt", "# mine", UNIQUE, f'{{"id": 7, "url": "{SEVERAL}"}}', "", NONE, BAD)


def lines(result: subprocess.CompletedProcess[bytes]) -> list[str]:
    return SECONDS.sub("… s", output(result)).splitlines()


def messages(result: subprocess.CompletedProcess[bytes]) -> list[str]:
    return [SECONDS.sub("… s", line).removeprefix("masume: ") for line in error_lines(result)]


def without_time(text: str) -> dict[str, Any]:
    """Return a record without what differs from run to run."""
    return {key: value for key, value in json.loads(text).items() if key not in ("seconds", "statistics")}


def by_key(text: str) -> dict[Any, dict[str, Any]]:
    """Return the records of a file, by what identifies their boards; none may occur twice."""
    records = [without_time(line) for line in text.splitlines()]
    found = {(record["id"], record.get("digest"), record.get("occurrence")): record for record in records}
    assert len(found) == len(records)
    return found


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]], ids=["1 job", "2 jobs"])
def test_one_line_for_each_board_and_a_summary(mixed: str, jobs: list[str]) -> None:
    result = run_command("solve", mixed, *jobs)
    assert lines(result) == [
        "boards-2: Solved: the solution is unique (… s).",
        "7: Solved: the solution is NOT unique (… s).",
        "boards-5: No solution (… s).",
    ]
    bad, summary = messages(result)
    assert bad.startswith("boards.txt, line 6: pzpr: body, character 1: ")
    assert summary == "4 boards: 2 solved (1 unique, 1 several), 1 none, 1 unreadable in … s"
    assert result.returncode == 2
    records = [json.loads(line) for line in lines(run_command("solve", mixed, "--json", *jobs))]
    assert [record["id"] for record in records] == ["boards-2", 7, "boards-5", "boards-6"]
    assert ["digest" in record for record in records] == [True, False, True, True]
    assert [record["status"] for record in records] == ["solved", "solved", "unsolvable", "unreadable"]
    assert (records[3]["file"], records[3]["line"]) == ("boards.txt", 6)


def test_results_of_other_boards_stay(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    for name, board in (("a.txt", UNIQUE), ("b.txt", SEVERAL)):
        path = write_list(tmp_path / name, board, board)
        assert run_command("count", path, "-o", str(results)).returncode == 0
    ids = [json.loads(line)["id"] for line in results.read_text(encoding="utf-8").splitlines()]
    assert ids == ["a-1", "a-2", "b-1", "b-2"]


def test_a_dash_stands_for_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = write_list(tmp_path / "boards.txt", UNIQUE, SEVERAL)
    for words in (["solve"], ["count"], ["convert", "--to", "pzpr"], ["explain", "--to", "json"]):
        printed = lines(run_command(*words, path, *(["--json"] if words[0] in ("solve", "count") else [])))
        assert [without_time(line) if line.startswith("{") else line for line in printed] == [
            without_time(line) if line.startswith("{") else line for line in lines(run_command(*words, path, "-o", "-"))
        ]
    assert output(run_command("convert", UNIQUE, "-o", "-")) == output(run_command("convert", UNIQUE))
    assert not Path("-").exists()


def test_a_lone_surrogate_spoils_only_its_board(tmp_path: Path) -> None:
    path = write_list(tmp_path / "boards.txt", json.dumps("\ud800/1/1/"), UNIQUE)
    result = run_command("solve", path, "--json")
    assert [json.loads(line)["status"] for line in lines(result)] == ["unreadable", "solved"]
    assert result.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "expected", "summary", "status"),
    [
        (["count"], ["1 solution.", "2 solutions.", "No solution."], "2 counted (1 unique, 1 several), 1 none", 1),
        (
            ["count", "--limit", "1"],
            ["1 solution.", "More than 1", "No solution."],
            "2 counted (1 unique, 1 several)",
            1,
        ),
        (["check"], ["Broken: T1b at r1c1.", "Broken: T1", "Broken: T1"], "3 broken", 1),
        (["check", "--unfinished"], ["Right: no rule is broken.", "Right: ", "Broken: T1"], "2 right, 1 broken", 1),
        (
            ["solve", "--all", "1"],
            ["Solved: ", "Stopped at 1 solution: there are more (", "No solution"],
            "2 solved",
            1,
        ),
        (["solve", "--all", "2"], ["Solved: ", "Found all 2 solutions (", "No solution"], "2 solved", 1),
        (["solve", "--common"], ["Solved: common marks found.", "Solved: ", "No solution."], "2 solved, 1 none", 1),
        (["solve", "--time-limit", "0"], ["Out of time, no solution found"] * 3, "3 late", 3),
        (["count", "--time-limit", "0"], ["Out of time: at least 0 solutions."] * 3, "3 late", 3),
        (
            ["explain"],
            ["Solved in 1 step.", "The puzzle has several", "No solution."],
            "1 solved, 1 several, 1 none",
            1,
        ),
        (["explain", "--steps", "1"], ["Solved in 1 step.", "", "No solution."], "1 solved, ", 1),
        (["solve", "--formulation", "nosuch"], [], "3 refused", 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_every_command_takes_lists(
    arguments: list[str], expected: list[str], summary: str, status: int, tmp_path: Path
) -> None:
    path = write_list(tmp_path / "boards.txt", UNIQUE, SEVERAL, NONE)
    result = run_command(*arguments, path)
    starts = [f"boards-{number}: {text}" for number, text in enumerate(expected, 1)]
    assert [line[: len(start)] for line, start in zip(lines(result), starts, strict=True)] == starts
    assert messages(result)[-1].startswith(f"3 boards: {summary}")
    assert result.returncode == status


@pytest.mark.parametrize(
    ("unique", "arguments", "line"),
    [
        (None, [], "Solved; out of time before it was known whether the solution is unique"),
        (False, ["--all", "5"], "Out of time after 2 solutions: there may be more"),
    ],
)
def test_solved_boards_can_be_out_of_time(
    unique: bool | None, arguments: list[str], line: str, mixed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = masume.solve(masume.read(SEVERAL)).boards[: 2 if unique is False else 1]
    late = masume.Outcome(masume.Status.SOLVED, unique, masume.SearchEnd.TIMEOUT, boards[0], boards=boards)
    monkeypatch.setattr(masume, "solve", lambda board, **options: late)
    results = str(tmp_path / "results.jsonl")
    for options in ([], ["-o", results], ["-o", results, "--resume"]):
        result = run_command("solve", UNIQUE, SEVERAL, *arguments, *options)
        assert messages(result)[-1].startswith("2 boards: 2 solved (2 unfinished) in … s")
        assert result.returncode == 3
    assert lines(run_command("solve", mixed, *arguments))[0] == f"boards-2: {line} (… s)."


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--json"],
        ["solve", "--json", "--all", "3"],
        ["solve", "--json", "--common"],
        ["check", "--json"],
        ["count", "--json"],
        ["explain", "--to", "json"],
    ],
    ids=" ".join,
)
def test_a_record_holds_what_the_command_prints_for_one_board(arguments: list[str]) -> None:
    records = [without_time(line) for line in lines(run_command(*arguments, *URLS, SEVERAL))]
    for record, board in zip(records, [*URLS, SEVERAL], strict=True):
        single = without_time(output(run_command(*arguments, board)))
        assert record | single == record
        assert set(record) - set(single) <= {"id", "digest", "command", "status"}
        assert record["id"] == board.removeprefix("https://puzz.link/p?")[:57] + "..." * (len(record["id"]) == 60)


@pytest.mark.parametrize("command", TASKS)
def test_the_options_of_a_task_are_those_of_its_command(command: str) -> None:
    names = {parameter.name for parameter in main.get_command(None, command).params}  # type: ignore[arg-type,union-attr]
    assert {name for name in signature(TASKS[command]).parameters if name != "board"} <= names


def test_boards_come_from_arguments_files_folders_and_standard_input(tmp_path: Path, mixed: str) -> None:
    assert [line.split(": ")[0] for line in lines(run_command("solve", UNIQUE, mixed, NAMES[0]))] == [
        UNIQUE,
        "boards-2",
        "7",
        "boards-5",
        NAMES[0],
    ]
    (tmp_path / "single.txt").write_text(masume.write(examples.find(NAMES[0])), encoding="utf-8")
    result = run_command("count", str(tmp_path), "nosuch")
    assert [line.split(": ")[0] for line in lines(result)] == ["boards-2", "7", "boards-5", "single"]
    assert messages(result)[1].startswith("nosuch: no file or example is called 'nosuch'")
    result = run_command("solve", "-", text=f"{UNIQUE}\r\n{BAD}\r\n".encode())
    assert lines(result) == ["board-1: Solved: the solution is unique (… s)."]
    assert messages(result)[0].startswith("standard input, line 2: pzpr: ")


def test_a_single_board_is_no_list(tmp_path: Path) -> None:
    """Only what is a list, or an option for lists, makes a list of one board."""
    path = write_list(tmp_path / "one.txt", UNIQUE)
    assert "┌" in output(run_command("solve", path))
    assert messages(run_command("solve", path)) == []
    for arguments in (["--jobs", "1"], ["--jobs", "2"], [UNIQUE]):
        assert lines(run_command("solve", path, *arguments))[0] == "one: Solved: the solution is unique (… s)."
    path = write_list(tmp_path / "one.jsonl", UNIQUE)
    assert lines(run_command("solve", path)) == ["one-1: Solved: the solution is unique (… s)."]


def test_solutions_of_a_list_can_be_checked(mixed: str) -> None:
    solutions = run_command("solve", mixed, "--json").stdout
    result = run_command("check", "-", text=b"".join(solutions.splitlines(keepends=True)[:2]))
    assert lines(result) == ["boards-2: Right: no rule is broken.", "7: Right: no rule is broken."]


def test_convert(mixed: str, tmp_path: Path) -> None:
    url = "https://puzz.link/p?{}".format
    result = run_command("convert", mixed, "--to", "pzpr")
    assert lines(result) == [masume.write(masume.read(url(board)), "pzpr") for board in (UNIQUE, SEVERAL, NONE)]
    assert messages(result)[-1] == "4 boards: 3 converted, 1 unreadable in … s"
    saved = tmp_path / "out.txt"
    assert run_command("convert", mixed, "--to", "pzpr", "-o", str(saved)).stdout == b""
    assert saved.read_bytes() == result.stdout
    records = [json.loads(line) for line in lines(run_command("convert", mixed, "--json"))]
    assert [record.get("format") for record in records] == ["text", "text", "text", None]
    assert [masume.read(record["text"]) for record in records[:3]] == [*map(masume.read, (UNIQUE, SEVERAL, NONE))]
    (single,) = lines(run_command("convert", UNIQUE, "--json"))
    assert json.loads(single)["text"] == masume.write(masume.read(UNIQUE)).rstrip("\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "--conflict"], "--conflict is not for lists of boards: use it on one board"),
        (["solve", "--to", "pzpr"], "--to is not for lists of boards: --json prints the solutions, and"),
        (["solve", "--statistics"], "--statistics is not for lists of boards: --json prints them"),
        (["solve", "--ascii"], "--ascii is not for lists of boards: `masume show` draws"),
        (["solve", "--all", "2", "--common"], "--all and --common exclude each other"),
        (["solve", "--resume"], "--resume needs a file of results: expected -o FILE"),
        (["solve", "--engine", "nosuch"], "unknown engine 'nosuch'"),
        (["check", "--unfinished", "--formulation", "tuned"], "--unfinished and --formulation exclude each other"),
        (
            ["convert"],
            "a board takes several lines in the format text: expected --to json, pzpr, pzprv3-url, sgt, or --json",
        ),
        (
            ["convert", "--to", "pzpr", "-o", "x", "--resume"],
            "--resume needs a file of results: expected -o FILE and --",
        ),
        (["explain", "--to", "svg", "-o", "x"], "expected --to json"),
        (["explain", "-o", "x.html"], "expected --to json"),
        (["explain", "--to", "json", "--brief"], "--brief is not for lists of boards: use --to json"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_options_that_do_not_fit_a_list_are_refused(arguments: list[str], message: str, mixed: str) -> None:
    result = run_command(*arguments, mixed)
    assert (result.returncode, result.stdout) == (2, b"")
    assert message in error_lines(result)[-1]


def test_results_are_appended_and_resumed(mixed: str, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    arguments = ["solve", mixed, "-o", str(path)]
    first = run_command(*arguments)
    assert (first.returncode, first.stdout) == (2, b"")
    content = path.read_bytes()
    assert [json.loads(line)["id"] for line in content.splitlines()] == ["boards-2", 7, "boards-5", "boards-6"]
    again = run_command(*arguments)
    assert again.returncode == 2
    assert re.search("has a result for .* already: add --resume", messages(again)[0])
    resumed = run_command(*arguments, "--resume")
    assert path.read_bytes() == content
    assert resumed.returncode == 2
    assert messages(resumed) == [f"{messages(first)[-1]}; 4 of them had a result before"]
    longer = Path(mixed).read_text(encoding="utf-8").replace(NONE, SEVERAL)  # a new board in line 5
    Path(mixed).write_text(f"{longer}{UNIQUE}\n", encoding="utf-8")
    resumed = run_command(*arguments, "--resume")
    assert path.read_bytes().startswith(content)
    added = [json.loads(line) for line in path.read_bytes()[len(content) :].splitlines()]
    assert [(record["id"], record["unique"]) for record in added] == [("boards-5", False), ("boards-7", True)]
    other = run_command("count", mixed, "-o", str(path), "--resume")
    assert other.returncode == 2
    assert "holds results of `masume solve`" in messages(other)[0]


def test_files_with_boards_cannot_hold_their_results(tmp_path: Path) -> None:
    """Otherwise a resumed run would take the results for boards."""
    path = write_list(tmp_path / "boards.jsonl", json.dumps({"id": 1, "url": UNIQUE}))
    content, link = Path(path).read_bytes(), tmp_path / "link.jsonl"
    link.symlink_to(path)
    results, elsewhere = tmp_path / "results.jsonl", tmp_path / "folder" / "results.jsonl"
    elsewhere.parent.mkdir()
    for sources, file in (([path], path), ([UNIQUE, path], link), ([str(tmp_path)], results), ([str(link)], path)):
        result = run_command("solve", *sources, "-o", str(file), "--resume")
        assert (result.returncode, Path(path).read_bytes()) == (2, content)
        assert "it is one of the files that the boards are read from" in messages(result)[0]
    assert not results.exists()
    assert run_command("solve", "", path, "-o", str(elsewhere)).returncode == 2
    assert count_lines(elsewhere) == 2
    assert run_command("solve", str(tmp_path), "-o", str(elsewhere), "--resume").returncode == 0


def test_ids_that_occur_twice_are_reported_and_both_boards_are_handled(tmp_path: Path) -> None:
    entries = [json.dumps({"id": "a", "url": url}) for url in (UNIQUE, SEVERAL, UNIQUE)]
    path, results = write_list(tmp_path / "boards.jsonl", *entries), tmp_path / "results.jsonl"
    result = run_command("solve", path)
    assert len(lines(result)) == 3
    note = "2 boards have ids that occurred before, such as 'a' in boards.jsonl, line 2"
    assert messages(result) == [note, "3 boards: 3 solved (2 unique, 1 several) in … s"]
    run_command("solve", path, "-o", str(results))
    whole = results.read_text(encoding="utf-8").splitlines(keepends=True)
    assert [json.loads(line).get("occurrence") for line in whole] == [None, 2, 3]
    for kept in ([1], [0, 2], [2]):  # boards may finish in any order
        results.write_text("".join(whole[number] for number in kept), encoding="utf-8")
        run_command("solve", path, "-o", str(results), "--resume")
        resumed = results.read_text(encoding="utf-8")
        assert by_key(resumed) == by_key("".join(whole))


def test_files_of_the_same_name_may_come_in_any_order(tmp_path: Path) -> None:
    """Boards without ids are known by their content, too."""
    paths = []
    for number, board in enumerate((UNIQUE, SEVERAL)):
        folder = tmp_path / str(number)
        folder.mkdir()
        paths.append(write_list(folder / "boards.txt", board, UNIQUE))
    results = tmp_path / "results.jsonl"
    run_command("count", paths[0], "-o", str(results))
    for ordered in (paths, paths[::-1]):
        result = run_command("count", *ordered, "-o", str(results), "--resume")
        assert messages(result)[0].startswith("2 boards have ids that occurred before, such as 'boards-1' in ")
    records = by_key(results.read_text(encoding="utf-8"))
    assert len(records) == 4
    assert {key[0] for key in records} == {"boards-1", "boards-2"}


def tiny_boards(tmp_path: Path, number: int) -> str:
    """Write a list of boards that take a few milliseconds each; some have ids, and some ids occur twice."""
    board = [f"template/3/3/{index % 9}" for index in range(number)]
    boards = [json.dumps({"id": index // 2, "url": url}) if index % 3 else url for index, url in enumerate(board)]
    return write_list(tmp_path / "boards.txt", *boards)


@pytest.mark.thorough
def test_a_run_that_is_killed_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    number, random_numbers = 300, random.Random(21)
    boards, killed = tiny_boards(tmp_path, number), tmp_path / "killed.jsonl"
    arguments = ["count", boards, "--jobs", "2", "-o"]
    undisturbed = tmp_path / "undisturbed.jsonl"
    assert run_process(*arguments, str(undisturbed)).returncode in (0, 1)
    statuses = [
        run_and_kill(killed, number * part // 3 + random_numbers.randrange(number // 4), *arguments, str(killed))
        for part in range(3)
    ]
    assert -signal.SIGKILL in statuses  # a very slow test may come too late for some of them
    assert run_process(*arguments, str(killed), "--resume").returncode in (0, 1)
    assert count_lines(killed) == number
    assert by_key(killed.read_text(encoding="utf-8")) == by_key(undisturbed.read_text(encoding="utf-8"))


def run_and_kill(path: Path, number: int, *arguments: str) -> int:
    """Resume a run, kill it when its file of results has more than this number of lines, and return its status."""
    with subprocess.Popen([*COMMAND, *arguments, "--resume"], stderr=subprocess.DEVNULL) as process:
        assert wait_until(lambda: count_lines(path) > number or not is_running(process.pid))
        children = running_children(process.pid)
        process.kill()
    assert wait_until(lambda: not any(map(is_running, children)))
    return process.returncode


def count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """With two processes, boards that finish after a slow one are not lost."""
    path, results = write_list(tmp_path / "boards.txt", SLOW, *[UNIQUE] * 4), tmp_path / "results.jsonl"
    arguments = ["count", path, "--limit", "1000000000"]
    stopped = interrupt_after(rb"4/5, .* boards/s, about .* left", *arguments, "--jobs", "2", "-o", str(results))
    assert stopped.returncode == 130
    assert stopped.stderr.rstrip().endswith(b"masume: interrupted")
    assert b"masume: 4 boards: 4 counted (4 unique) in " in stopped.stderr
    assert {record["id"] for record in by_key(results.read_text()).values()} == {f"boards-{n}" for n in (2, 3, 4, 5)}
    path = write_list(tmp_path / "boards.txt", UNIQUE, UNIQUE, SLOW)
    stopped = interrupt_after(rb"2/3, ", *arguments)
    assert stopped.returncode == 130
    assert lines(stopped) == [f"boards-{n}: 1 solution." for n in (1, 2)]


def test_the_progress_bar_leaves_lines_whole(tmp_path: Path) -> None:
    """On a terminal, the bar is erased before a line is printed."""
    path = write_list(tmp_path / "boards.txt", *[UNIQUE] * 20)
    reader, writer = os.openpty()
    with subprocess.Popen([*COMMAND, "count", path], stdout=writer, stderr=writer) as process:
        os.close(writer)
        shown = b"".join(read_terminal(reader))
    os.close(reader)
    assert process.returncode == 0
    visible = re.sub(rb"\r[^\r\n]*\x1b\[K", b"", shown).decode().replace("\r", "").splitlines()
    assert visible[:20] == [f"boards-{n}: 1 solution." for n in range(1, 21)]
    for done in range(1, 20):  # it comes back at once
        assert b"boards-%d: 1 solution.\r\n\rmasume: [" % done in shown
        assert b"] %d/20, " % done in shown


def read_terminal(reader: int) -> Sequence[bytes]:
    chunks = []
    try:
        while chunk := os.read(reader, 4096):
            chunks.append(chunk)
    except OSError:  # raised at the end, on Linux
        pass
    return chunks


def test_json_lines_suit_any_encoding(tmp_path: Path) -> None:
    path = write_list(tmp_path / "boards.jsonl", json.dumps({"id": "ぬ", "url": UNIQUE}))
    result = run_process("count", path, "--json", PYTHONIOENCODING="ascii")
    assert json.loads(result.stdout.decode("ascii"))["id"] == "ぬ"


def test_results_of_a_formulation_that_masume_does_not_vouch_for(tmp_path: Path) -> None:
    mine = tmp_path / "mine.lp"
    mine.write_text("mark(shade, C, shaded) :- cell(C).", encoding="utf-8")
    path = write_list(tmp_path / "boards.jsonl", UNIQUE, UNIQUE)
    for command in (["solve"], ["count"]):
        result = run_command(*command, path, "--formulation", str(mine))
        assert messages(result).count("results of mine.lp; masume does not vouch for it") == 1
