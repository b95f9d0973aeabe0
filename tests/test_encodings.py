"""Output in encodings other than UTF-8: what they lack is replaced by look-alikes, and JSON is never damaged."""

import codecs
import json
import os
import subprocess
from pathlib import Path

import pytest

import masume
from command import COMMAND, error_lines, output, run_command, run_process
from effort import example_names, sample
from masume import examples
from masume.cli import look_alikes
from masume.drawing.terminal.glyphs import FillStyle, LineStyle
from registry import all_genres

C_LOCALE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
ALL_ENCODINGS = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "C": C_LOCALE,
    "ascii": {"PYTHONIOENCODING": "ascii"},
}
ENCODINGS = {name: ALL_ENCODINGS[name] for name in sample(list(ALL_ENCODINGS), 1)}
NAME = min(example_names(), key=lambda name: len(examples.find(name).grid.cells))
GENRE = examples.find(NAME).genre.name
codecs.register_error(look_alikes.HANDLER, look_alikes.replace)
INFO = {"title": "“数独” – Été 𝒳…", "author": "Çaylı"}
SMALL_BENCH = ["--genre", GENRE, "--boards", "1", "--cells", "25", "--format", "json"]


@pytest.fixture(autouse=True)
def shipped_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let benchmarks take the shipped boards: a corpus may have none that is small enough."""
    monkeypatch.delenv("MASUME_CORPUS", raising=False)


def run_with(variables: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a command in a new process with these environment variables."""
    return run_process(*arguments, text=b"", **variables)


@pytest.fixture
def board(tmp_path: Path) -> str:
    """Return the path of a board that has a title in several scripts."""
    plain = examples.find(NAME)
    titled = masume.Board(plain.genre, plain.grid, plain.clues, plain.given, options=plain.options, info=INFO)
    path = tmp_path / "board.json"
    path.write_text(masume.write(titled, "json"), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("variables", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.parametrize(
    "words",
    [
        "solve BOARD --to text",
        "convert BOARD",
        "convert BOARD --to pzprv3",
        f"genres {GENRE}",
        f"rules {GENRE} --width 90",
    ],
)
def test_text_is_printed_with_look_alikes(words: str, variables: dict[str, str], board: str) -> None:
    arguments = [board if word == "BOARD" else word for word in words.split()]
    encoding = variables.get("PYTHONIOENCODING", "ascii")
    result = run_with(variables, *arguments)
    assert result.returncode == 0
    assert result.stdout == output(run_command(*arguments)).encode(encoding, look_alikes.HANDLER)


@pytest.mark.parametrize("variables", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.parametrize("words", ["show BOARD BOARD", "explain BOARD", "hint BOARD --seconds 5"])
def test_pictures_are_drawn_in_ascii(words: str, variables: dict[str, str], board: str) -> None:
    arguments = [board if word == "BOARD" else word for word in words.split()]
    encoding = variables.get("PYTHONIOENCODING", "ascii")
    result = run_with(variables, *arguments)
    assert result.returncode == 0
    assert result.stdout == output(run_command(*arguments, "--ascii")).encode(encoding, look_alikes.HANDLER)


@pytest.mark.parametrize("variables", ENCODINGS.values(), ids=ENCODINGS)
def test_json_is_not_damaged(variables: dict[str, str], board: str) -> None:
    for arguments in (["solve", board, "--json"], ["explain", board, "--to", "json", "--steps", "1"]):
        data = json.loads(run_with(variables, *arguments).stdout.decode("ascii"))
        assert data["board"]["info"] == INFO
    for arguments in (["convert", board, "--to", "json"], ["solve", board, "--to", "json"]):
        data = json.loads(run_with(variables, *arguments).stdout.decode("ascii"))
        assert data["info"] == INFO
    hint = run_with(variables, "hint", board, "--json")
    assert json.loads(hint.stdout.decode("ascii"))["status"] == "step"


def test_json_is_left_alone_where_it_can_be_printed(board: str) -> None:
    for arguments in (["solve", board, "--json"], ["convert", board, "--to", "json"]):
        assert "“数独” – Été 𝒳…" in output(run_process(*arguments, PYTHONIOENCODING="utf-8"))


@pytest.mark.parametrize("kind", ["speed", "explain"])
def test_json_of_benchmarks(kind: str) -> None:
    printed = run_process("bench", kind, *SMALL_BENCH, PYTHONIOENCODING="ascii").stdout
    assert json.loads(printed.decode("ascii"))


@pytest.mark.parametrize("variables", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "数独"],
        ["solve", NAME, "--engine", "数独"],
        ["solve", NAME, "--time-limit", "数独"],
        ["--数独"],
        ["数独"],
        ["convert", NAME, "-o", "/nonexistent/数独"],
        ["show", "数独", NAME],
    ],
    ids=" ".join,
)
def test_error_messages_that_quote_the_input(arguments: list[str], variables: dict[str, str]) -> None:
    result = run_with(variables, *arguments)
    assert result.returncode == 2
    assert result.stderr.isascii()
    assert result.stderr.strip()
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("variables", [*ENCODINGS.values(), {}], ids=[*ENCODINGS, "default"])
def test_file_names_that_are_not_text(variables: dict[str, str], board: str, tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.json")
    Path(path).write_bytes(Path(board).read_bytes())
    for arguments in (["solve", path], ["show", path, path], ["convert", path, "-o", f"{path}.txt"]):
        assert run_with(variables, *arguments).returncode == 0
    for arguments in (["solve", f"{path}/missing"], ["convert", path, "-o", f"{path}/missing"]):
        result = run_with(variables, *arguments)
        assert result.returncode == 2
        assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("variables", [C_LOCALE, {}], ids=["C", "default"])
def test_names_of_pictures_that_the_file_system_cannot_carry(variables: dict[str, str], tmp_path: Path) -> None:
    url = masume.write(examples.find(NAME), "pzpr")
    lines = [json.dumps({"id": name, "url": url}) for name in ("数独", "a数")]
    (tmp_path / "list.jsonl").write_text("\n".join(lines), encoding="utf-8")
    result = run_with(variables, "show", str(tmp_path / "list.jsonl"), "--to", "svg", "-o", str(tmp_path / "out"))
    assert (result.returncode, error_lines(result)) == (0, [])
    assert len(list((tmp_path / "out").iterdir())) == 2


def test_the_error_handler_that_the_user_chose_stays(board: str) -> None:
    printed = run_process("convert", board, PYTHONIOENCODING="ascii:backslashreplace").stdout
    assert rb"\u6570\u72ec" in printed


def test_closed_streams_in_any_locale(board: str) -> None:
    script = '"$@" > /dev/null 2>&- && "$@" >&-'
    command = ["sh", "-c", script, "sh", *COMMAND, "convert", board]
    assert subprocess.run(command, env={**os.environ, **C_LOCALE}).returncode == 0


def look_alike(text: str) -> str:
    return text.encode("ascii", look_alikes.HANDLER).decode("ascii")


def test_pictures_look_as_with_ascii() -> None:
    for style in FillStyle:
        assert look_alike(style.character(ascii_only=False)) == style.character(ascii_only=True)
    lines = {LineStyle.WALL: "━┃", LineStyle.LATTICE: "─│", LineStyle.GIVEN: "═║"}
    for line, characters in lines.items():
        assert look_alike(characters) == "".join(line.value[1:3])
    assert look_alike("┌┬┐├┼┤└┴┘╔╬╗╋") == "+" * 13


def test_symbols_look_as_with_ascii() -> None:
    symbols = [
        (part.sign, part.plain)
        for genre in all_genres()
        for part in masume.genres.load_part(genre, "look", "LOOK").parts
        if hasattr(part, "plain")
    ]
    assert symbols
    assert [look_alike(sign) for sign, _ in symbols] == [plain for _, plain in symbols]


def test_text_looks_alike() -> None:
    assert (
        look_alike("a … b – c — d ’e‘ “f” g·h × ≥ ≤ → Été Çaylı")
        == "a ... b - c - d 'e' \"f\" g.h x >= <= -> Ete Cayli"
    )
    assert look_alike("数独 \ud800 \ufffd") == "?? ? ?"


def test_every_command_prints_through_one_function() -> None:
    folder = Path(masume.__file__).parent / "cli"
    users = [path.name for path in folder.glob("*.py") if "click.echo(" in path.read_text(encoding="utf-8")]
    assert users == ["base.py"], "use print_text: click.echo writes UTF-8 to streams whose encoding is ASCII"
    assert run_command("genres").returncode == 0
