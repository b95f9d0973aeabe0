"""Named pipes and standard input: waiting for a board ends at the time limit, and counts against it."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import masume
from command import COMMAND, error_lines, output, run_command, run_process
from effort import example_names
from masume import examples
from masume.cli import options

NAME = min(example_names(), key=lambda name: len(examples.find(name).grid.cells))


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Return a named pipe, from which nobody reads and to which nobody writes yet."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


@pytest.fixture
def silent() -> Iterator[int]:
    """Return the reading end of a pipe to which nothing is written."""
    reader, writer = os.pipe()
    yield reader
    os.close(writer)
    os.close(reader)


def write_later(pipe: Path, text: str) -> threading.Thread:
    """Write a text to a named pipe as soon as someone reads from it."""
    thread = threading.Thread(target=pipe.write_text, args=(text,))
    thread.start()
    return thread


@pytest.mark.parametrize("command", ["solve", "count", "explain", "show"])
def test_out_of_time_while_reading_a_named_pipe(command: str, pipe: Path) -> None:
    result = run_command(command, str(pipe), "--time-limit", "0.1")
    assert result.returncode == 3
    assert error_lines(result) == [f"masume: out of time while reading '{pipe}'"]
    os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))  # lets the thread end that still waits


@pytest.mark.parametrize("command", ["solve", "count", "explain", "show"])
def test_out_of_time_while_reading_standard_input(command: str, silent: int) -> None:
    process = subprocess.run([*COMMAND, command, "-", "--time-limit", "0.1"], stdin=silent, capture_output=True)
    assert process.returncode == 3
    assert error_lines(process) == ["masume: out of time while reading standard input"]


def test_a_pipe_that_delivers_only_a_part(pipe: Path) -> None:
    both_ends = os.open(pipe, os.O_RDWR)  # unlike opening one end, this does not wait
    os.write(both_ends, b"templ")
    result = run_process("solve", str(pipe), "--time-limit", "0.1")
    os.close(both_ends)
    assert (result.returncode, result.stdout) == (3, b"")
    assert error_lines(result) == [f"masume: out of time while reading '{pipe}'"]


@pytest.mark.parametrize("arguments", [[], ["--time-limit", "600"]], ids=["no limit", "limit"])
def test_a_pipe_is_as_good_as_a_file(arguments: list[str], pipe: Path) -> None:
    text = masume.write(examples.find(NAME), "text")
    for command in ("solve", "show"):
        thread = write_later(pipe, text)
        result = run_command(command, str(pipe), *arguments)
        thread.join()
        assert result.returncode == 0
        assert output(result).split("\n")[:-2] == output(run_command(command, NAME)).split("\n")[:-2]


def test_the_work_gets_the_rest_of_the_time(pipe: Path) -> None:
    received: list[float] = []

    @options.board
    def command(board: masume.Board, time_limit: float) -> None:
        received.append(time_limit)

    thread = write_later(pipe, masume.write(examples.find(NAME), "text"))
    choices = {"genre": None, "size": None, "constants": (), "facts_dialect": None}
    command(source=str(pipe), time_limit=600.0, **choices)
    thread.join()
    assert 0 < received[0] < 600
    command(source=NAME, time_limit=600.0, **choices)
    assert received[1] == 600


def test_one_pipe_of_many_boards_may_be_late(pipe: Path) -> None:
    result = run_command("show", str(pipe), NAME, "--time-limit", "0.1")
    assert result.returncode == 3
    assert masume.render(examples.find(NAME)) in output(result)
    assert error_lines(result) == [f"masume: not shown: pipe: out of time while reading '{pipe}'"]
    os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))


def test_ctrl_c_ends_waiting_without_a_time_limit(pipe: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "solve", str(pipe)],
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # even if tests run in the background
    )
    with pipe.open("wb"):  # waits until masume has opened the pipe
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"masume: interrupted\n")


def test_load_waits_for_a_pipe(pipe: Path) -> None:
    board = examples.find(NAME)
    thread = write_later(pipe, masume.write(board, "text"))
    assert masume.load(pipe) == board
    thread.join()
