"""What the command line says about arguments that cannot be used: one sentence, and exit status 2."""

import errno
import os
from pathlib import Path

import pytest

from command import error_lines, run_command
from masume import examples, formats

EXAMPLE = examples.names()[0]
LONG = "9" * 5000
LONG_QUOTED = f"'{'9' * 39}…'"


def sentence(*arguments: str) -> str:
    """Run a command that must refuse its input, and return the sentence."""
    result = run_command(*arguments)
    assert result.returncode == 2
    assert not result.stdout
    return error_lines(result)[-1].removeprefix("masume: ").removeprefix("Error: ")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the tests in a folder with one file and odd links."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret.txt").touch()
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "circle").symlink_to("other")
    (tmp_path / "other").symlink_to("circle")


@pytest.mark.parametrize("command", ["solve", "check", "count", "convert", "hint"])
@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("", "BOARD is empty: expected a URL, a file, - for standard input, or the name of an example"),
        (" ", "BOARD is empty: expected a URL, a file, - for standard input, or the name of an example"),
        ("dangling", "cannot read 'dangling': it is a symbolic link to a file that does not exist"),
        ("circle", "cannot read 'circle': its symbolic links lead in a circle"),
        ("boards/one.txt", "cannot read 'boards/one.txt': there is no such file"),
        ("one.txt", "cannot read 'one.txt': there is no such file"),
        ("one (1).txt", "cannot read 'one (1).txt': there is no such file"),
        ("/nonexistent", "cannot read '/nonexistent': there is no such file"),
        ("boards/one", f"no file or example is called 'boards/one': expected a name such as {EXAMPLE}"),
        ("template/one", f"no file or example is called 'template/one': expected a name such as {EXAMPLE}"),
        ("qqq", f"no file or example is called 'qqq': expected a name such as {EXAMPLE}"),
        (LONG, f"no file or example is called {LONG_QUOTED}: expected a name such as {EXAMPLE}"),
    ],
)
def test_the_board_cannot_be_found(command: str, board: str, expected: str) -> None:
    assert sentence(command, board) == expected


def test_a_folder_is_not_a_board() -> None:
    assert sentence("hint", "folder") == "cannot read 'folder': it is a folder, expected a file"


def test_an_empty_name_does_not_stand_for_the_current_folder() -> None:
    assert "BOARD is empty" in sentence("show", "")


def test_a_file_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: str) -> None:  # tests may run as root, who may read every file
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr(Path, "open", refuse)
    assert sentence("solve", "secret.txt") == "cannot read 'secret.txt': permission denied"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--time-limit", "abc"], "'--time-limit': expected a number of seconds, 0 or more, not 'abc'"),
        (["--time-limit", "nan"], "'--time-limit': expected a number of seconds, 0 or more, not 'nan'"),
        (["--time-limit", "inf"], "'--time-limit': expected a number of seconds, 0 or more, not 'inf'"),
        (["--time-limit", "-1"], "'--time-limit': expected a number of seconds, 0 or more, not '-1'"),
        (["--time-limit", LONG], f"'--time-limit': expected a number of seconds, 0 or more, not {LONG_QUOTED}"),
        (["--all", "abc"], "'--all': expected a whole number of 1 or more, not 'abc'"),
        (["--all", "1.5"], "'--all': expected a whole number of 1 or more, not '1.5'"),
        (["--all", "0"], "'--all': expected a whole number of 1 or more, not '0'"),
        (["--all", LONG], f"'--all': expected a number of at most 18 digits, not {LONG_QUOTED}"),
        (["--size", "5"], "'--size': expected ROWSxCOLUMNS such as 10x12, not '5'"),
        (["--size", f"{LONG}x1"], f"'--size': expected ROWSxCOLUMNS such as 10x12, not {LONG_QUOTED}"),
        (["-c", "n=x"], "'-c': expected NAME=NUMBER such as n=7, not 'n=x'"),
        (["--to", "jsno"], "'--to': 'jsno' is not known: did you mean json?"),
        (["--to", "qqq"], f"'--to': 'qqq' is not known: expected one of {', '.join(formats.names())}"),
    ],
)
def test_the_value_of_an_option_cannot_be_used(words: list[str], expected: str) -> None:
    assert sentence("solve", EXAMPLE, *words) == f"Invalid value for {expected}"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["count", EXAMPLE, "--limit", "0"], "expected a whole number of 1 or more, not '0'"),
        (["convert", EXAMPLE, "--transform", "rto90"], "'rto90' is not known: did you mean rot90?"),
        (["show", EXAMPLE, "--cell-size", "x"], "expected 1 to 1000 pixels, not 'x'"),
        (["show", EXAMPLE, "--theme", "pink"], "'pink' is not known: expected one of light, dark, print"),
        (["bench", "speed", "--time-limit", "0"], "expected a number of seconds above 0, not '0'"),
        (["bench", "papers", "--jobs", "65"], "expected a whole number from 1 to 64, not '65'"),
    ],
)
def test_the_value_of_an_option_of_another_command_cannot_be_used(words: list[str], expected: str) -> None:
    assert sentence(*words) == f"Invalid value for '{words[-2]}': {expected}"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["sovle"], "No such command 'sovle'. Did you mean 'solve'?"),
        (["convert", EXAMPLE, "--dialetc", "x"], "No such option '--dialetc'. Did you mean '--dialect'?"),
        (["solve", EXAMPLE, "--engine", "natvie"], "unknown engine 'natvie': did you mean native?"),
        (["solve", EXAMPLE, "--formulation", "tuend"], "did you mean tuned?"),
        (["solve", EXAMPLE[:-1]], f"did you mean {EXAMPLE}"),
        (["solve", f"{EXAMPLE.upper()}"], f"did you mean {EXAMPLE}"),
    ],
)
def test_misspelt_names_are_suggested(words: list[str], expected: str) -> None:
    assert expected in sentence(*words)


@pytest.mark.parametrize("words", [[f"--{LONG}"], [LONG], ["solve", f"--{LONG}"], ["hint", "x", f"y\n\x1b{LONG}"]])
def test_odd_arguments_are_shortened(words: list[str]) -> None:
    text = sentence(*words)
    assert len(text) < 250
    assert text.isprintable()
    assert text.count("'") == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([EXAMPLE, "--genre", "template"], f"--genre, --size, -c and --from are for facts: '{EXAMPLE}' is neither"),
        (
            ["template/2/2/", "--genre", "template"],
            "a genre (--genre) can be given for facts, Essence and game ids only",
        ),
        (["template/2/2/", "--size", "2x2"], "a size (--size), constants (-c) or a dialect (--from)"),
        (["p(1).", "--genre", "tempalte"], "unknown genre 'tempalte'"),
        (["p(1)."], "facts: genre: facts do not contain it: expected --genre"),
    ],
)
def test_options_for_facts(words: list[str], expected: str) -> None:
    assert sentence("solve", *words).startswith(expected)
