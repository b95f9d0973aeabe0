"""The command `show`: pictures and booklets from the command line."""

import json
import os
import pty
import shlex
import signal
import subprocess
import time
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

import masume
from command import COMMAND, error_lines, output, run_command
from masume import examples
from masume.core.grid import find_place
from test_pictures import assert_well_formed

NAMES = [name for name in examples.names() if name.endswith("-small")]
FIRST = NAMES[0]


def write_list(tmp_path: Path, names: list[str]) -> Path:
    path = tmp_path / "boards.jsonl"
    lines = (json.dumps({"id": name, "url": masume.write(examples.find(name), "pzpr")}) for name in names)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def page_texts(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(content)).pages]


@pytest.mark.parametrize("name", NAMES)
def test_the_file_name_chooses_the_format(name: str, tmp_path: Path) -> None:
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    for kind in ("svg", "png", "pdf"):
        file = tmp_path / f"board.{kind}"
        assert run_command("show", name, "-o", str(file)).returncode == 0
        drawn = masume.render(board, kind)
        assert file.read_bytes() == (drawn if isinstance(drawn, bytes) else drawn.encode())
    options = ["--solution", "--theme", "dark", "--coordinates", "--cell-size", "20"]
    done = run_command("show", name, "--to", "svg", *options)
    assert output(done) == masume.render(answer, "svg", theme="dark", marks="solution", coordinates=True, cell=20)
    common = run_command("show", name, "--to", "svg", "--common")
    assert_well_formed(output(common), answer)
    assert output(run_command("show", name, "--to", "svg", "-o", "-")) == masume.render(board, "svg")
    assert output(run_command("show", name, "--solution")) == masume.render(answer) + "\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.pdf", "board.png", "board.svg"]


def test_several_boards_become_files_in_a_folder(tmp_path: Path) -> None:
    file, folder = write_list(tmp_path, NAMES), tmp_path / "new" / "folder"
    done = run_command("show", str(file), FIRST, "template/2/2/1", "template/2/2/1", "--to", "svg", "-o", str(folder))
    assert (done.returncode, done.stdout, error_lines(done)) == (0, b"", [])
    files = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    others = [f"{FIRST}.svg", "template-2-2-1.svg", "template-2-2-1-2.svg"]
    assert set(files) == {f"boards-{name}.svg" for name in NAMES} | set(others)
    assert files[f"{FIRST}.svg"] == masume.render(examples.find(FIRST), "svg")
    assert run_command("show", FIRST, "--to", "png", "-o", str(folder)).returncode == 0
    assert (folder / f"{FIRST}.png").exists()


def test_boards_that_cannot_be_drawn_are_listed_and_the_others_are_drawn(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    boards = [FIRST, "nosuch", "template/2/2/~", "template/2/2/9"]
    done = run_command("show", *boards, "--to", "svg", "-o", str(folder))
    assert done.returncode == 2
    assert sorted(path.name for path in folder.iterdir()) == sorted([f"{FIRST}.svg", "template-2-2-9.svg"])
    lines = done.stderr.decode().splitlines()
    assert lines[0].startswith("masume: not shown: nosuch: no file or example is called 'nosuch'")
    assert lines[1].startswith("masume: not shown: template/2/2/~: pzpr: body, character 1: expected ")
    assert len(lines) == 2
    solved = run_command(
        "show", FIRST, "template/2/2/9", "template/2/1/1", "--solution", "--to", "pdf", "-o", f"{tmp_path}/a.pdf"
    )
    assert solved.returncode == 1
    assert solved.stderr.decode().splitlines() == [
        "masume: not shown: template/2/2/9: no solution",
        "masume: template/2/1/1: Solved: the solution is NOT unique",
    ]
    assert len(page_texts((tmp_path / "a.pdf").read_bytes())) == 2
    late = run_command(
        "show", FIRST, "template/1000/1000/", "--solution", "--time-limit", "0", "--to", "svg", "-o", str(folder)
    )
    assert late.returncode == 3
    assert "out of time" in late.stderr.decode()


def test_a_picture_that_is_too_large_is_reported(tmp_path: Path) -> None:
    boards = [FIRST, "template/1000/1/"]
    done = run_command("show", *boards, "--to", "png", "--cell-size", "50", "-o", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith(b"masume: not shown: template/1000/1/: png: the picture would be too large")
    assert [path.name for path in tmp_path.iterdir()] == [f"{FIRST}.png"]


def test_one_bad_source_does_not_affect_the_others(tmp_path: Path) -> None:
    image, empty, folder = tmp_path / "image", tmp_path / "empty", tmp_path / "folder"
    image.write_bytes(b"\x89PNG\xff")
    empty.mkdir()
    (folder / f"{NAMES[1]}.svg").mkdir(parents=True)
    long = tmp_path / "long.jsonl"
    long.write_text(json.dumps({"id": "ぬ" * 300, "url": masume.write(examples.find(FIRST), "pzpr")}), encoding="utf-8")
    done = run_command("show", str(image), str(empty), *NAMES[:3], str(long), "--to", "svg", "-o", str(folder))
    assert done.returncode == 2
    lines = done.stderr.decode().splitlines()
    assert [line.split(": ")[2] for line in lines] == ["image", "empty", NAMES[1]]
    files = sorted(path.name for path in folder.iterdir() if path.is_file())
    assert files[:2] == sorted([f"{FIRST}.svg", f"{NAMES[2]}.svg"])
    assert len(files) == 3


def test_pipes_links_and_permissions_are_preserved(tmp_path: Path) -> None:
    pipe, link, target = tmp_path / "pipe.svg", tmp_path / "link.svg", tmp_path / "target.svg"
    os.mkfifo(pipe)
    with subprocess.Popen([*COMMAND, "show", FIRST, "-o", str(pipe)]):
        drawn = pipe.read_bytes()
    assert drawn.decode() == masume.render(examples.find(FIRST), "svg")
    assert pipe.is_fifo()
    target.write_text("old", encoding="utf-8")
    target.chmod(0o600)
    link.symlink_to(target)
    assert run_command("show", FIRST, "-o", str(link)).returncode == 0
    assert link.is_symlink()
    assert target.read_bytes() == drawn
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("words", "streams"),
    [
        (["-o", "x" * 300 + ".svg"], ""),
        (["--to", "svg"], "> /dev/full"),
        (["--to", "png"], "> /dev/full"),
        ([], "> /dev/full"),
    ],
    ids=["long", "svg", "png", "terminal"],
)
def test_write_errors_are_reported_in_one_line(words: list[str], streams: str, tmp_path: Path) -> None:
    line = f"{shlex.join([*COMMAND, 'show', FIRST, *words])} {streams}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(b"masume: ")


@pytest.mark.parametrize("streams", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_are_not_an_error(streams: str, tmp_path: Path) -> None:
    for words in (["--to", "svg"], []):
        line = f"{shlex.join([*COMMAND, 'show', FIRST, *words])} {streams}"
        assert subprocess.run(["sh", "-c", line], capture_output=True, cwd=tmp_path).returncode == 0
    empty = subprocess.run(["sh", "-c", f"{shlex.join([*COMMAND, 'show', '-'])} <&-"], capture_output=True)
    assert (empty.returncode, empty.stderr.count(b"\n")) == (2, 1)


def test_nothing_is_written_if_no_board_can_be_drawn(tmp_path: Path) -> None:
    for kind in ("svg", "png", "pdf"):
        assert run_command("show", "nosuch", "-o", str(tmp_path / f"a.{kind}")).returncode == 2
        assert run_command("show", "nosuch", "-", "--to", kind, "-o", str(tmp_path / "b"), text=b"?").returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_booklet_from_the_command_line(tmp_path: Path) -> None:
    file, book = write_list(tmp_path, NAMES), tmp_path / "book.pdf"
    words = ["--booklet", "--title", "Eight boards", "--per-page", "2x3", "--paper", "letter", "-o", str(book)]
    done = run_command("show", str(file), "template/2/2/9", *words)
    assert done.returncode == 1
    assert done.stderr.decode() == "masume: no answer: template/2/2/9: no solution\n"
    texts = page_texts(book.read_bytes())
    assert texts[0].startswith("Eight boards")
    assert any("9. Template" in page for page in texts)
    answers = [page for page in texts if page.startswith("Answers")]
    assert answers[-1].index("8. ") < answers[-1].index("9. ") < answers[-1].index("This board has no solution.")
    assert float(PdfReader(book).pages[0].mediabox.height) == 792


def test_errors_are_highlighted(tmp_path: Path) -> None:
    board = masume.Board(
        masume.genres.find("template"),
        masume.read("template/2/2/0").grid,
        {"numbers": {0: 0}},
        marks={"shade": {1: "shaded"}},
    )
    text = masume.write(board, "json").encode()
    plain, highlighted = (
        output(run_command("show", "-", "--to", "svg", *words, text=text)) for words in ([], ["--errors"])
    )
    assert "stroke-dasharray" not in plain
    assert "stroke-dasharray" in highlighted
    broken = [place for _, places in masume.check(board, finished=False) for place in places]
    assert output(run_command("show", "-", "--errors", text=text)) == masume.render(board, errors=broken) + "\n"


def test_hints_and_reasons_are_given_by_place_names() -> None:
    board = examples.find(FIRST)
    hints, reasons = ([find_place(board.grid, name) for name in names] for names in (["r1c1"], ["r1c1", "r2c2+r2c3"]))
    words = [FIRST, "--hints", "r1c1", "--reasons", "r1c1, r2c2+r2c3"]
    assert output(run_command("show", *words)) == masume.render(board, hints=hints, reasons=reasons) + "\n"
    assert output(run_command("show", *words, "--to", "svg")) == masume.render(
        board, "svg", hints=hints, reasons=reasons
    )


@pytest.mark.parametrize(
    "words",
    [
        [],
        [FIRST, "--to", "oil"],
        [FIRST, "-o", "picture"],
        [FIRST, "-o", "picture.gif"],
        [FIRST, "-o", "/nonexistent/a.svg"],
        [FIRST, FIRST, "--to", "svg"],
        [FIRST, FIRST, "-o", "a.svg"],
        [FIRST, FIRST, "--to", "svg", "-o", "/dev/null/folder"],
        [FIRST, "--theme", "pink"],
        [FIRST, "--cell-size", "0"],
        [FIRST, "--per-page", "0x3"],
        [FIRST, "--per-page", "three"],
        [FIRST, "--per-page", "11x1"],
        [FIRST, "--paper", "b5"],
        [FIRST, "--solution", "--common"],
        [FIRST, "--solution", "--booklet", "-o", "a.pdf"],
        [FIRST, "--booklet", "--to", "svg"],
        [FIRST, "--title", "x"],
        [FIRST, "--errors", "--to", "pdf"],
        [FIRST, "--reasons", "r1c1", "--to", "pdf"],
        [FIRST, "--reasons", "here"],
        [FIRST, "--hints", "r99c1"],
        [FIRST, "--theme", "dark"],
        [FIRST, "--to", "terminal", "-o", "a.txt"],
        [FIRST, "--common", "--booklet", "--to", "pdf"],
        [FIRST, "--to", "svg", "--per-page", "2x3"],
        [FIRST, "--to", "svg", "--paper", "letter"],
        [FIRST, "--to", "svg", "--ascii"],
        [FIRST, "--to", "pdf", "--cell-size", "20"],
        [FIRST, "--genre", "template"],
        ["/", "--to", "svg", "-o", "a"],
    ],
    ids=lambda words: " ".join(words)[:50],
)
def test_bad_options_are_explained_with_status_2(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_command("show", *words)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    assert done.stderr.strip()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_ctrl_c_stops_the_command_and_leaves_no_partial_file(tmp_path: Path) -> None:
    file = write_list(tmp_path, examples.names() * 200)
    words = ["show", str(file), "--booklet", "-o", str(tmp_path / "book.pdf")]
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert errors.decode().splitlines()[-1] == "masume: interrupted"
    assert [path.name for path in tmp_path.iterdir()] == ["boards.jsonl"]


def test_a_progress_bar_is_shown_for_a_booklet(tmp_path: Path) -> None:
    file = write_list(tmp_path, NAMES)
    main, child = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "show", str(file), "--booklet", "-o", str(tmp_path / "book.pdf")], stderr=child
    ) as process:
        process.wait(timeout=600)
    os.close(child)
    text = os.read(main, 1_000_000).decode()
    os.close(main)
    assert f"{2 * len(NAMES)}/{2 * len(NAMES)}" in text
    assert text.endswith("\r\x1b[K")


def test_pictures_are_not_written_to_a_terminal() -> None:
    main, child = pty.openpty()
    done = subprocess.run([*COMMAND, "show", FIRST, "--to", "png"], stdout=child, stderr=subprocess.PIPE)
    os.close(child)
    os.close(main)
    assert done.returncode == 2
    assert done.stderr == b"masume: a terminal cannot show this picture: expected -o FILE\n"
    assert run_command("show", FIRST, "--to", "png").stdout.startswith(b"\x89PNG")
