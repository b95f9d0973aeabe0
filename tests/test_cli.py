"""The command line as its users meet it: what it prints, where, and with which exit status."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import masume
from masume import examples

COMMAND = [sys.executable, "-m", "masume"]
EXAMPLES = examples.names()


def run(*words: str, text: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *words], input=text, capture_output=True, env={**os.environ, **environment})


def said(done: subprocess.CompletedProcess[bytes]) -> str:
    return done.stdout.decode()


@pytest.mark.parametrize("name", EXAMPLES)
def test_solve_prints_the_answer_from_every_source(name: str, tmp_path: Path) -> None:
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    text = masume.write(board, "text")
    (tmp_path / "board.txt").write_text(text, encoding="utf-8")
    for source in (name, masume.write(board, "pzpr"), str(tmp_path / "board.txt"), "-", masume.write(board, "json")):
        done = run("solve", source, text=text.encode())
        assert done.returncode == 0, done.stderr
        assert said(done).startswith(masume.render(answer))
        assert "the solution is unique" in said(done)
        assert done.stderr == b""


@pytest.mark.parametrize("name", EXAMPLES)
def test_json_is_for_machines(name: str) -> None:
    told = json.loads(said(run("solve", name, "--json")))
    assert told["status"] == "solved"
    assert told["unique"] is True
    assert told["statistics"]["variables"] > 0
    assert masume.read(json.dumps(told["board"])) == examples.find(f"{name}.answer")


@pytest.mark.parametrize("name", EXAMPLES)
def test_check_names_the_broken_rules(name: str) -> None:
    assert run("check", f"{name}.answer").returncode == 0
    done = run("check", name)
    assert done.returncode == 1
    broken = masume.check(examples.find(name))
    assert [line.split()[0] for line in said(done).splitlines()] == [rule for rule, _ in broken]
    told = json.loads(said(run("check", name, "--json")))
    assert [entry["rule"] for entry in told["broken"]] == [rule for rule, _ in broken]
    assert run("check", name, "--unfinished").returncode == 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_convert_and_show(name: str, tmp_path: Path) -> None:
    board = examples.find(f"{name}.answer")
    for form in ("text", "json", "pzpr"):
        assert masume.read(said(run("convert", f"{name}.answer", "--to", form))) == masume.read(
            masume.write(board, form)
        )
    assert run("convert", name, "-o", str(tmp_path / "out.txt")).stdout == b""
    assert masume.load(tmp_path / "out.txt") == examples.find(name)
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert said(run("show", f"{name}.answer")) == masume.render(board) + "\n"
    assert said(run("show", f"{name}.answer", "--ascii")) == masume.render(board, ascii_only=True) + "\n"
    assert said(run("show", f"{name}.answer", "--coordinates")) == masume.render(board, coordinates=True) + "\n"
    assert said(run("solve", name, "--coordinates")).startswith(masume.render(board, coordinates=True) + "\n")
    assert said(run("show", name, PYTHONIOENCODING="ascii")).isascii()


def test_boards_with_several_solutions() -> None:
    board = "template/2/1/1"
    done = run("solve", board)
    assert done.returncode == 0
    assert re.search(r"NOT unique, another one differs at r1c1, r1c2", said(done))
    assert said(run("solve", board, "--all", "5")).count("┌") == 2
    assert len(json.loads(said(run("solve", board, "--all", "5", "--json")))["boards"]) == 2
    assert said(run("count", board)).strip() == "2"
    assert said(run("count", "template/4/4/")).strip() == "1000 or more"
    assert said(run("count", "template/2/2/", "--limit", "16")).strip() == "16"
    assert said(run("count", "template/2/2/", "--limit", "15")).strip() == "15 or more"
    assert "█" not in said(run("solve", board, "--common"))
    assert "█" in said(run("solve", "template/2/1/2", "--common"))


def test_boards_without_a_solution() -> None:
    for words in (["solve"], ["solve", "--common"], ["count"], ["solve", "--all", "3"]):
        assert run(*words, "template/2/2/9").returncode == 1
    assert json.loads(said(run("solve", "template/2/2/9", "--json")))["status"] == "unsolvable"


@pytest.mark.parametrize(
    "words",
    [
        ["solve"],
        ["solve", "nosuch"],
        ["solve", "nosuch/5/5/a"],
        ["solve", "template/2/2/~"],
        ["solve", "x" * 5000],
        ["solve", "/"],
        ["solve", "."],
        ["solve", "-"],
        ["solve", EXAMPLES[0], "--engine", "nosuch"],
        ["solve", EXAMPLES[0], "--time-limit", "-1"],
        ["solve", EXAMPLES[0], "--time-limit", "nan"],
        ["solve", EXAMPLES[0], "--all", "0"],
        ["solve", EXAMPLES[0], "--all", "2", "--common"],
        ["convert", EXAMPLES[0], "--to", "nosuch"],
        ["convert", EXAMPLES[0], "-o", "/nonexistent/file"],
        ["genres", "nosuch"],
        ["nosuch"],
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_bad_input_gets_a_sentence_and_status_2(words: list[str]) -> None:
    done = run(*words, text=b"\xff\xfe\x00")
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    assert done.stderr.decode().strip()


def test_genres_lists_and_describes() -> None:
    listed = said(run("genres"))
    for name in masume.genres.names():
        genre = masume.genres.find(name)
        if genre.home.startswith("masume."):
            assert all(each in listed for each in (*genre.names, masume.genres.about(genre)))
            described = said(run("genres", name))
            assert all(rule.sentence in described for rule in genre.all_rules)
            assert all(each in described for each in (genre.title, *genre.names[1:], masume.genres.about(genre)[1:]))
            assert all(option.sentence in described for option in genre.options)
            assert "Formats: answer, facts, json, pzpr" in described
            shown = [example for example in EXAMPLES if examples.find(example).genre is genre]
            assert f"Examples: {', '.join(shown)}" in described
    assert "lazy" in said(run("genres", "--engines"))


ENDLESS = ["count", "template/20/20/", "--limit", "1000000000"]
HUGE = ["solve", "template/1000/1000/" + "z" * 50_000]


@pytest.mark.parametrize("words", [ENDLESS, HUGE], ids=["searching", "building"])
def test_the_time_limit_ends_the_work(words: list[str]) -> None:
    begin = time.monotonic()
    done = run(*words, "--time-limit", "0.3")
    assert done.returncode == 3
    assert time.monotonic() - begin < 3  # start-up and a busy machine included


@pytest.mark.parametrize("words", [ENDLESS, HUGE], ids=["searching", "building"])
def test_ctrl_c_ends_the_work_and_a_line_shows_that_it_goes_on(words: list[str]) -> None:
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        if words is ENDLESS:
            assert process.stderr.readline().startswith(b"masume: counting")
        else:
            time.sleep(1)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=10)
        print(f"stopped after {time.monotonic() - begin:.3f} s")
    assert process.returncode == 130
    assert complaint.decode().splitlines()[-1] == "masume: interrupted"
    assert b"Traceback" not in complaint


def test_a_plain_solve_imports_nothing_heavy() -> None:
    timed = [sys.executable, "-X", "importtime", "-m", "masume", "solve", EXAMPLES[0]]
    done = subprocess.run(timed, capture_output=True, check=True)
    imported = {line.split("|")[-1].strip().split(".")[0] for line in done.stderr.decode().splitlines()}
    assert "masume" in imported
    assert imported.isdisjoint({"numpy", "rich", "ortools", "pandas", "clingo", "starlette", "asyncio", "http"})


def test_colour_is_for_terminals_that_want_it() -> None:
    assert b"\x1b[" in on_a_terminal(["show", EXAMPLES[0]])
    assert b"\x1b[" not in on_a_terminal(["show", EXAMPLES[0]], NO_COLOR="1")
    assert b"\x1b[" not in on_a_terminal(["show", EXAMPLES[0]], TERM="dumb")
    assert b"\x1b[" not in run("show", EXAMPLES[0]).stdout


def on_a_terminal(words: list[str], **environment: str) -> bytes:
    """Everything a command prints when it runs on a terminal."""
    ours, theirs = pty.openpty()
    clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    with subprocess.Popen(
        [*COMMAND, *words], stdin=theirs, stdout=theirs, stderr=theirs, env={**clean, "TERM": "xterm", **environment}
    ):
        os.close(theirs)
        printed = b""
        try:
            while chunk := os.read(ours, 4096):
                printed += chunk
        except OSError:  # Linux says so when the other side is closed
            pass
    os.close(ours)
    return printed
