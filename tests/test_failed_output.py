"""Output that fails: a reader that has gone ends masume by SIGPIPE, as other Unix tools; a full disk with status 2."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import click
import pytest

from command import COMMAND
from effort import example_names, sample
from masume import examples
from masume.cli.program import main
from processes import environment, wait_until

BOARD = min(example_names(), key=lambda name: len(examples.find(name).grid.cells))
GENRE = examples.find(BOARD).genre.name
ENDLESS = ["count", "template/20/20/", "--limit", "1000000000"]
SMALL_BENCH = ["--genre", GENRE, "--boards", "1", "--cells", "25"]
PRINTING = [
    ["--help"],
    ["--version"],
    ["solve", "--help"],
    ["solve", BOARD],
    ["solve", BOARD, "--json"],
    ["solve", BOARD, "--engine", "asp"],
    ["solve", BOARD, BOARD],
    ["solve", BOARD, BOARD, "--json", "--jobs", "2"],
    ["solve", "template/1/1/9", "--conflict"],
    ["check", BOARD],
    ["count", BOARD],
    ["convert", BOARD],
    ["convert", BOARD, "-o", "/dev/stdout"],
    ["generate", GENRE, "--size", "3x3", "--seed", "1"],
    ["genres"],
    ["genres", GENRE],
    ["rules", GENRE],
    ["show", BOARD],
    ["show", BOARD, "--to", "svg"],
    ["show", BOARD, "--booklet"],
    ["explain", BOARD],
    ["explain", BOARD, "--to", "html"],
    ["explain", BOARD, "--to", "json"],
    ["hint", BOARD],
    ["minimise", BOARD],
    ["rate", BOARD],
    ["review", BOARD],
    ["review", BOARD, "--json"],
    ["review", BOARD, "--to", "html"],
    ["web", "--port", "0", "--no-open"],
    ["bench", "--help"],
    ["bench", "ablation", GENRE],
    ["bench", "speed", *SMALL_BENCH],
    ["bench", "explain", *SMALL_BENCH],
    ["bench", "papers", "--help"],
    ["bench", "rate", *SMALL_BENCH],
    ["bench", "generate", "--genre", GENRE, "--size", "3x3", "--budget", "0.01", "--rounds", "1", "--by", "reasons"],
]
FAILING = [["--nosuch"], ["nosuch"], [], ["solve"], ["solve", "nosuch"], ["solve", BOARD, "--time-limit", "-1"]]

# Runs masume with an explanation that never ends and that prints its progress at once.
ENDLESS_EXPLANATION = """
import itertools, sys, threading
import masume, masume.explaining.explanation
from masume.__main__ import main

def print_line():
    print("a line about progress", file=sys.stderr, flush=True)

def explain_for_ever(board, **limits):
    for number, step in enumerate(itertools.cycle(steps)):
        if number == 3:  # from now on at any moment, also while a file is being written
            threading.Thread(target=print_line).start()
        yield step

steps = list(masume.explain(masume.examples.find(sys.argv[2])))
masume.explaining.explanation.explain = explain_for_ever
main()
"""
# Calls a command as a function, as a Python program does, and reports on standard error that it is still alive.
AS_A_FUNCTION = """
import sys
from masume.cli.program import main

try:
    main()
finally:
    print("alive", file=sys.stderr)
"""


@pytest.fixture(autouse=True)
def shipped_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let benchmarks take the shipped boards: a corpus may have none that is small enough."""
    monkeypatch.delenv("MASUME_CORPUS", raising=False)


def run_without_reader(*command: str, closed: str = "stdout", **variables: str) -> tuple[int, bytes]:
    """Run a command whose output has no reader; return its status and what it printed on the other stream."""
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=writer if "stdout" in closed else subprocess.PIPE,
        stderr=writer if "stderr" in closed else subprocess.PIPE,
        env={**environment(), **variables},
    )
    os.close(writer)
    return process.returncode, (process.stdout or b"") + without_progress(process.stderr or b"")


def without_progress(errors: bytes) -> bytes:
    """Leave out lines about progress, which appear if the machine is busy."""
    return b"".join(line for line in errors.splitlines(keepends=True) if " … ".encode() not in line)


def test_every_command_is_tried() -> None:
    context = click.Context(main)
    bench = main.get_command(context, "bench")
    assert isinstance(bench, click.Group)
    assert {words[0] for words in PRINTING if not words[0].startswith("-")} == set(main.list_commands(context))
    assert {words[1] for words in PRINTING if words[0] == "bench"} == {"--help", *bench.list_commands(context)}


@pytest.mark.parametrize("arguments", sample(PRINTING, 8), ids=" ".join)
def test_a_reader_that_has_gone_ends_the_command_by_sigpipe(arguments: list[str]) -> None:
    assert run_without_reader(*COMMAND, *arguments) == (-signal.SIGPIPE, b"")


@pytest.mark.parametrize("closed", ["stderr", "stdout stderr"])
@pytest.mark.parametrize("arguments", sample(FAILING, 3), ids=" ".join)
def test_error_messages_without_a_reader(arguments: list[str], closed: str) -> None:
    assert run_without_reader(*COMMAND, *arguments, closed=closed) == (-signal.SIGPIPE, b"")


def test_nothing_happens_while_nothing_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    assert run_without_reader(*COMMAND, "convert", BOARD, "-o", str(file)) == (0, b"")
    assert file.read_bytes()


def test_a_reader_that_takes_one_line() -> None:
    with subprocess.Popen(
        [*COMMAND, "show", "template/200/200/"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert without_progress(process.stderr.read()) == b""
    assert process.returncode == -signal.SIGPIPE


def test_lines_about_progress_without_a_reader() -> None:
    assert run_without_reader(*COMMAND, *ENDLESS, closed="stderr") == (-signal.SIGPIPE, b"")


def test_no_half_written_file_is_left(tmp_path: Path) -> None:
    arguments = ["explain", BOARD, "--to", "svg", "-o", str(tmp_path / "steps")]
    command = [sys.executable, "-c", ENDLESS_EXPLANATION, *arguments]
    assert run_without_reader(*command, closed="stderr") == (-signal.SIGPIPE, b"")
    files = list((tmp_path / "steps").iterdir())
    assert files
    assert all(file.suffix == ".svg" and file.read_text(encoding="utf-8").endswith("</svg>\n") for file in files)


def test_no_child_is_left_running() -> None:
    mark = uuid4().hex
    assert run_without_reader(*COMMAND, "bench", "ablation", GENRE, MASUME_TEST=mark)[0] == -signal.SIGPIPE
    assert wait_until(lambda: not processes_with(mark), seconds=60)


def processes_with(mark: str) -> list[Path]:
    """Return the running processes that have a text in their environment."""

    def has_mark(folder: Path) -> bool:
        try:
            return mark.encode() in (folder / "environ").read_bytes()
        except OSError:  # it has ended, or belongs to someone else
            return False

    return [folder for folder in Path("/proc").glob("[0-9]*") if has_mark(folder)]


@pytest.mark.parametrize("arguments", [["--help"], ["solve", BOARD], ["genres"]], ids=" ".join)
def test_a_python_program_that_calls_a_command_is_not_killed(arguments: list[str]) -> None:
    status, printed = run_without_reader(sys.executable, "-c", AS_A_FUNCTION, *arguments)
    assert status > 0
    assert printed == b"alive\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["solve", "--help"], ["solve", BOARD]], ids=" ".join)
def test_a_full_disk(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run([*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE)
    assert (process.returncode, without_progress(process.stderr)) == (2, b"masume: output: no space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("arguments", FAILING, ids=" ".join)
def test_error_messages_on_a_full_disk(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=full)
    assert process.returncode == 2
