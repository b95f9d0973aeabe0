"""New boards on the command line: formats, files that can be resumed, booklets, and what is refused."""

import json
import re
import signal
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest
from pypdf import PdfReader

import masume
from command import COMMAND, error_lines, interrupt_after, output, run_command, run_process
from masume import examples
from processes import is_running, running_children, wait_until
from registry import TEMPLATE

LOOP, TINY = "loopy", ["loopy", "--size", "3x3"]
SECONDS = re.compile(r"\d+\.\d+ s\b")
FOREVER = ["--count", "1000000", "--seed", "7"]


def sentence(*arguments: str, status: int = 2) -> str:
    """Run the command, which must fail, and return the last line that it prints on standard error."""
    result = run_command("generate", *arguments)
    assert result.returncode == status, result
    return error_lines(result)[-1].removeprefix("masume: ").removeprefix("Error: ")


def generate(*arguments: str) -> str:
    result = run_command("generate", *arguments)
    assert result.returncode == 0, result
    return output(result)


def test_urls_one_per_line_and_a_summary() -> None:
    result = run_command("generate", *TINY, "--count", "3", "--seed", "7")
    expected = masume.generate_many(LOOP, "3x3", count=3, seed=7)
    assert output(result).splitlines() == [masume.write(board, "pzpr").strip() for board in expected]
    (summary,) = error_lines(result)
    assert re.fullmatch(
        r"masume: 3 boards in \d+\.\d s, \d+ tries? rejected; seed 7|.* tries rejected; seed 7", summary
    )


def test_a_seed_that_was_drawn_is_shown_and_repeats_the_run() -> None:
    result = run_command("generate", *TINY)
    match = re.fullmatch(r"masume: the seed is (\d+)", error_lines(result)[0])
    assert match is not None
    assert generate(*TINY, "--seed", match[1]) == output(result)
    assert error_lines(result)[-1].endswith(f"; seed {match[1]}")


@pytest.mark.parametrize("name", ["json", "sgt", "text", "pzprv3"])
def test_formats(name: str, tmp_path: Path) -> None:
    board = masume.generate(LOOP, "3x3", seed=7)
    expected = masume.write(board, name).rstrip("\n") + "\n"
    assert generate(*TINY, "--seed", "7", "--to", name) == expected
    assert generate(*TINY, "--seed", "7", "--to", name, "-o", str(tmp_path / "board.txt")) == ""
    assert (tmp_path / "board.txt").read_text() == expected


def test_records_are_a_list_of_boards(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    wishes = [LOOP, "--size", "5x5", "--level", "easy", "--count", "4", "--seed", "7"]
    assert generate(*wishes, "-o", str(path)) == ""
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(record["number"], record["seed"], record["verified"]) for record in records] == [
        (number, 7, False) for number in range(1, 5)
    ]
    assert {record["board"]["info"]["difficulty"] for record in records} == {"easy"}
    assert records[0]["request"]["level"] == "easy"
    boards = list(masume.generate_many(LOOP, "5x5", count=4, seed=7, level="easy"))
    assert [masume.read(json.dumps(record["board"])) for record in records] == boards
    name = boards[0].genre.name
    solved = SECONDS.sub("…", output(run_command("solve", str(path)))).splitlines()
    assert solved == [f"{name}-7-{number}: Solved: the solution is unique (…)." for number in range(1, 5)]
    assert generate(*wishes, "--json") == path.read_text()


def test_the_same_file_for_any_number_of_jobs_and_after_any_end(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    arguments = [*TINY, "--count", "9", "--seed", "7", "-o"]
    generate(*arguments, str(whole))
    generate(*arguments, str(path), "--jobs", "2")
    assert path.read_bytes() == whole.read_bytes()
    lines = whole.read_bytes().splitlines(keepends=True)
    for start in (b"", b"".join(lines[:4]), b"".join(lines[:4]) + lines[4][:60], b"".join(lines[:8]) + lines[8][:-1]):
        path.write_bytes(start)
        result = run_command(
            "generate", *TINY, "--count", "9", "-o", str(path), "--resume", *["--seed", "7"][: 2 * (not start)]
        )
        assert result.returncode == 0
        assert path.read_bytes() == whole.read_bytes()
    assert re.search("^masume: 0 boards in .*, 9 were there before; seed 7$", error_lines(result)[-1])


def test_a_run_that_is_killed_can_be_resumed(tmp_path: Path) -> None:
    """A half-written line, as `kill -9` can leave it, is in the test above."""
    path, whole = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    with subprocess.Popen(
        [*COMMAND, "generate", *TINY, *FOREVER, "--jobs", "2", "-o", str(path)], stderr=subprocess.DEVNULL
    ) as process:
        assert wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= 20)
        children = running_children(process.pid)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert wait_until(lambda: not any(map(is_running, children)))
    count = str(path.read_bytes().count(b"\n") + 5)
    generate(*TINY, "--count", count, "-o", str(path), "--resume")
    generate(*TINY, "--count", count, "--seed", "7", "-o", str(whole))
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("name", ["boards.jsonl", "boards.txt"])
def test_ctrl_c_leaves_whole_lines(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    stopped = interrupt_after(
        rb"boards/s, .* left.*rejected", "generate", *TINY, *FOREVER, "--jobs", "2", "-o", str(path)
    )
    assert stopped.returncode == 130
    assert stopped.stderr.rstrip().endswith(b"masume: interrupted")
    assert re.search(rb"masume: [\d,]+ boards? in .*; seed 7", stopped.stderr)
    assert path.read_bytes().endswith(b"\n")
    boards = [board for _, board in masume.load_all(path)]
    assert boards == list(masume.generate_many(LOOP, "3x3", count=len(boards), seed=7))


def test_the_time_limit_keeps_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    result = run_command("generate", *TINY, *FOREVER, "--time-limit", "0.3", "-o", str(path))
    assert result.returncode == 3
    count = len(path.read_text().splitlines())
    assert error_lines(result)[-1] == f"masume: out of time: {count} of 1,000,000 boards are there"
    assert sentence(*TINY, "--time-limit", "0", status=3) == "out of time: 0 of 1 boards are there"


def test_boards_that_do_not_exist() -> None:
    result = run_command("generate", LOOP, "--size", "2x3", "--count", "1000", "--seed", "1")
    count = len(output(result).splitlines())
    assert result.returncode == 1
    assert error_lines(result)[-1].startswith(f"masume: only {count} different boards of this kind were found: ")


def test_boards_like_another() -> None:
    name = next(name for name in examples.names() if examples.find(name).genre is masume.genres.find(LOOP))
    like, board = examples.find(name), masume.read(generate("--like", name, "--seed", "7", "--to", "json"))
    assert (board.genre, board.grid) == (like.genre, like.grid)
    assert masume.rate(board).name == masume.rate(like).name == board.info["difficulty"]


def test_verified_boards() -> None:
    result = run_command("generate", *TINY, "--seed", "7", "--verify", "--json")
    assert json.loads(output(result))["verified"] is True
    assert "verified by a second engine" in error_lines(result)[-1]


def test_options_of_the_genre() -> None:
    board = masume.read(generate(LOOP, "--size", "4x5", "--option", "visit_all=yes", "--seed", "7"))
    assert board.options["visit_all"] == "yes"
    assert board == masume.generate(LOOP, "4x5", options={"visit_all": "yes"}, seed=7)


def test_the_usual_sizes_and_the_styles_are_listed() -> None:
    for page in (generate("--list"), generate("--list", LOOP), output(run_command("genres", LOOP))):
        assert "Sizes: small (" in page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected the name of a genre, --like BOARD, --booklet MENU or --list"),
        (["lopy"], "unknown genre 'lopy': did you mean loopy"),
        ([LOOP, "--size", "0x0"], "expected 1 to 1000 rows, not 0"),
        ([LOOP, "--size", "big"], "unknown size 'big': expected one of small, medium, large, or rows and columns"),
        ([LOOP, "--level", "esay"], "unknown level 'esay': did you mean easy?"),
        ([LOOP, "--symmetry", "rto2"], "'rto2' is not known: did you mean rot2?"),
        ([LOOP, "--size", "5x6", "--symmetry", "rot4"], "5 rows and 6 columns, does not have the symmetry rot4"),
        ([LOOP, "--option", "visit_all"], "--option expects NAME=VALUE"),
        ([LOOP, "--option", "visit=yes"], "has no option 'visit'"),
        ([LOOP, "--option", "visit_all=maybe"], "option visit_all: "),
        ([LOOP, "--style", "baroque", "-o", "x.jsonl"], "has no style 'baroque'"),
        ([LOOP, "--density", "7"], "expected a number from 0 to 2, not '7'"),
        ([LOOP, "--count", "0"], "expected a whole number from 1 to 1000000, not '0'"),
        ([LOOP, "--seed", "x"], "expected a whole number of 0 or more, not 'x'"),
        ([LOOP, "--count", "2", "--to", "text"], "a board takes several lines in the format text: expected --to json,"),
        ([LOOP, "--json", "--to", "pzpr"], "--to is for boards in one format: it excludes --json"),
        ([LOOP, "--json", "-o", "x.txt"], "--json writes records: expected -o FILE.jsonl"),
        ([LOOP, "-o", "x.pdf"], "boards are not written as pdf: save them in a file and use masume show"),
        ([LOOP, "--resume"], "--resume needs a file of records: expected -o FILE.jsonl"),
        (["--like", "slither/5/5/~"], "pzpr: body, character 1: expected "),
        (["--like", f"{TEMPLATE}/2/1/1"], "the board has several solutions"),
        (["--like", examples.names()[0], "--size", "5x5"], "--size cannot be used with --like: the board has its own"),
        ([LOOP, "--like", examples.names()[0]], "GENRE cannot be used with --like: the board has its own"),
        ([LOOP, "--booklet", "x.toml"], "GENRE cannot be used with --booklet: the menu has the kinds of boards"),
        (["--booklet", "x.toml"], "a booklet is a PDF: expected -o FILE.pdf"),
        (["--booklet", "x.toml", "-o", "x.txt"], "a booklet is a PDF: expected -o FILE.pdf"),
        ([*TINY, "-o", "nowhere/x.txt"], "cannot write 'nowhere/x.txt': no such file or directory"),
        ([*TINY, "-o", "nowhere/x.jsonl"], "cannot write results to 'nowhere/x.jsonl': no such file or directory"),
        (["--booklet", "x.toml", "-o", "x.pdf"], "cannot read 'x.toml': there is no such file"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in sentence(*arguments)
    assert not list(tmp_path.iterdir())


def test_files_of_other_boards_are_not_resumed(tmp_path: Path) -> None:
    path = str(tmp_path / "boards.jsonl")
    generate(*TINY, "--seed", "7", "-o", path)
    content = Path(path).read_bytes()
    assert sentence(*TINY, "-o", path) == f"'{path}' holds boards already: add --resume, or choose another file"
    for arguments, difference in (
        ([*TINY, "--seed", "8"], "(seed: 7, not 8)"),
        ([*TINY, "--verify"], "(verified: no, not yes)"),
        ([*TINY, "--level", "easy"], "(level: none, not 'easy')"),
        ([LOOP, "--size", "3x4"], "(grid: kind square, rows 3, cols 3, not kind square, rows 3, cols 4)"),
    ):
        message = sentence(*arguments, "-o", path, "--resume")
        assert message.endswith(
            f"holds boards of another request {difference}: expected the same options, or another file"
        )
    Path(path).write_bytes(content + content)
    assert sentence(*TINY, "-o", path, "--resume").endswith("line 2 should hold the board with the number 2")
    Path(path).write_text(f"{TEMPLATE}/2/1/2\n")
    assert sentence(*TINY, "-o", path, "--resume").endswith("line 1 is not a result of masume")


# Booklets

MENU = """
title = "Two kinds"
author = "A. Setter"
seed = 7
size = "5x5"

[[puzzles]]
genre = "loopy"
levels = ["easy", "medium"]
count = 3

[[puzzles]]
genre = "template"
count = 2
size = "3x3"
"""


def write_menu(folder: Path, text: str = MENU) -> str:
    path = folder / "menu.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def page_texts(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(content)).pages]


def test_a_booklet_from_nothing(tmp_path: Path) -> None:
    menu, book = write_menu(tmp_path), tmp_path / "book.pdf"
    result = run_command("generate", "--booklet", menu, "-o", str(book))
    assert (result.returncode, result.stdout) == (0, b"")
    assert re.fullmatch(r"masume: 5 boards in .* s; seed 7", error_lines(result)[-1])
    title, *pages = page_texts(book.read_bytes())
    loop = masume.genres.find(LOOP)
    assert re.match(rf"Two kinds\s+by A. Setter\s+5 boards: 3 {loop.title}, 2 ", title)
    assert all(rule.sentence.split()[0] in title for rule in loop.rules(loop.complete_options({})))
    boards, answers = "\n".join(pages).split("Answers")
    captions = [loop.title, "1. easy", "2. easy", "3. medium", "4.", "5."]
    assert all(caption in boards for caption in captions)
    assert all(f"{number}. " in answers for number in range(1, 6))
    again = tmp_path / "again.pdf"
    assert run_command("generate", "--booklet", menu, "-o", str(again), "--jobs", "2").returncode == 0
    assert again.read_bytes() == book.read_bytes()
    assert run_command("generate", "--booklet", menu, "-o", str(again), "--seed", "8").returncode == 0
    assert again.read_bytes() != book.read_bytes()


def test_a_booklet_without_some_boards(tmp_path: Path) -> None:
    menu = (
        MENU.replace('"5x5"', '"2x3"').replace('levels = ["easy", "medium"]\n', "").replace("count = 3", "count = 90")
    )
    book = tmp_path / "book.pdf"
    words = ["--booklet", write_menu(tmp_path, menu), "-o", str(book)]
    message = sentence(*words, status=1)
    assert re.match(
        r"\d+ boards missing, the first because only \d+ different boards of this kind were found: ", message
    )
    assert len(page_texts(book.read_bytes())) > 3
    book.unlink()
    assert sentence(*words, "--time-limit", "0", status=3) == "out of time: 0 of 92 boards are there"
    assert not book.exists()


def test_a_menu_in_python(tmp_path: Path) -> None:
    menu = masume.load_menu(write_menu(tmp_path))
    boards = list(menu.boards())
    assert [board.info.get("difficulty") for board in boards] == ["easy", "easy", "medium", None, None]
    assert list(menu.with_seed(8).boards()) != boards
    assert len(set(map(masume.canonical_form, boards))) == 5
    with pytest.raises(masume.InputError, match='expected errors="raise" or errors="yield"'):
        menu.boards(errors=cast(Any, "ignore"))


def test_a_board_of_a_menu_that_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(request: Any, *arguments: Any, **options: Any) -> masume.Board:
        if request.level is not None:
            raise masume.NoBoardError("no board was found")
        return masume.read(f"{TEMPLATE}/1/2/1")

    monkeypatch.setattr("masume.generating.series.make_numbered_board", fail)
    menu = masume.load_menu(write_menu(tmp_path))
    kinds = [type(each).__name__ for each in menu.boards(errors="yield")]
    assert kinds == ["NoBoardError"] * 3 + ["Board", "NoBoardError"]
    with pytest.raises(masume.NoBoardError, match=r"^no board was found$"):
        list(menu.boards())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Two kinds"', 'titel = "x"', "menu.toml': unknown key 'titel': did you mean title?"),
        ('title = "Two kinds"', "title = 7", "menu.toml': title: expected a text, not 7"),
        ('"Two kinds"', '"Two', r"menu.toml' is no menu in TOML: .* \(at line 2, column 13\)"),
        ("seed = 7", "seed = 1.5", "menu.toml': seed: expected a whole number or a text, not 1.5"),
        ("seed = 7", 'per_page = "2x"', "menu.toml': per_page: expected columns and rows such as \"2x3\", not '2x'"),
        ("seed = 7", 'per_page = "0x1"', "menu.toml': per_page: expected 1 to 10 columns and rows"),
        ("seed = 7", 'paper = "a5"', "menu.toml': unknown paper 'a5': expected one of a4, letter"),
        ("[[puzzles]]", "[[puzzels]]", "menu.toml': unknown key 'puzzels': did you mean puzzles?"),
        ('"5x5"', '"5x0"', "menu.toml', line 7: expected 1 to 1000 columns, not 0"),
        ("count = 3", 'style = "x"', "menu.toml', line 7: .* has no style 'x': "),
        ("count = 3", "cuont = 3", "menu.toml', line 7: unknown key 'cuont': did you mean count?"),
        ("count = 2", "count = 0", "menu.toml', line 12: count: expected a whole number from 1 to 1000, not 0"),
        ("count = 2", 'symmetry = "rto2"', "menu.toml', line 12: unknown symmetry 'rto2': did you mean rot2?"),
        ("count = 2", 'symmetry = ["rot2"]', r"menu.toml', line 12: symmetry: expected a text, not \['rot2'\]"),
        ("count = 2", "density = 9", "menu.toml', line 12: expected a density of clues per cell from 0 to 2, not 9"),
        ("count = 2", "options = 9", "menu.toml', line 12: options: expected a table of options, not 9"),
        ("count = 2", "levels = 3", "menu.toml', line 12: levels: expected a list of levels, not 3"),
        ("count = 2", "level = 7", "menu.toml', line 12: unknown level 7: expected one of "),
        ("count = 3", "level = 3", "menu.toml', line 7: levels: expected either level or levels, not both"),
        ('genre = "template"', "", "menu.toml', line 12: genre: expected the name of a genre"),
        ('genre = "template"', "genre = 3", "menu.toml', line 12: genre: expected the name of a genre, not 3"),
        (MENU, "", "menu.toml': puzzles: expected at least one entry that begins with "),
        (MENU, "puzzles = 3", "menu.toml': puzzles: expected at least one entry that begins with "),
    ],
)
def test_a_menu_that_makes_no_sense(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = write_menu(tmp_path, MENU.replace(old, new))
    assert MENU.count(old) >= 1
    shown = sentence("--booklet", path, "-o", str(tmp_path / "book.pdf"))
    assert re.search(message, shown), shown
    assert not (tmp_path / "book.pdf").exists()


def test_a_booklet_that_cannot_be_saved_is_not_begun(tmp_path: Path) -> None:
    path = str(tmp_path / "nowhere" / "book.pdf")
    result = run_command("generate", "--booklet", write_menu(tmp_path), "-o", path)
    assert (result.returncode, error_lines(result)) == (
        2,
        [f"masume: cannot write '{path}': no such file or directory"],
    )


def test_menus_in_the_documentation_make_sense(tmp_path: Path) -> None:
    docs = Path(__file__).parent.parent / "docs"
    shipped = masume.load_menu(docs / "menu.toml")
    assert [len(entry) for entry in shipped.entries] == [6] * 8
    blocks = re.findall(
        r"^```toml\n(.*?)^```", (docs / "generating.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert blocks
    assert [len(masume.load_menu(write_menu(tmp_path, block)).orders) for block in blocks] == [9]


@pytest.mark.thorough
def test_the_booklet_of_the_documentation(tmp_path: Path) -> None:
    book = tmp_path / "book.pdf"
    menu = str(Path(__file__).parent.parent / "docs" / "menu.toml")
    assert run_process("generate", "--booklet", menu, "-o", str(book), "--jobs", "2").returncode == 0
    assert "48. " in page_texts(book.read_bytes())[-1]


def test_a_booklet_for_standard_output(tmp_path: Path) -> None:
    menu = write_menu(tmp_path, 'seed = 1\n[[puzzles]]\ngenre = "loopy"\nsize = "3x3"\n')
    done = run_process("generate", "--booklet", menu, "-o", "-")
    assert done.returncode == 0
    assert done.stdout.startswith(b"%PDF")
