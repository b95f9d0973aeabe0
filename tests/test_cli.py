"""The command line: what it prints, where, and its exit statuses."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import masume
from command import COMMAND, error_lines, output, run_command, run_process
from effort import example_names
from masume import examples
from masume.core.genre import Genre
from masume.core.square import SquareGrid
from masume.formats.facts import dialects
from registry import all_genres

EXAMPLES = example_names()


@pytest.mark.parametrize("name", EXAMPLES)
def test_solve_prints_the_answer_from_every_source(name: str, tmp_path: Path) -> None:
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    text = masume.write(board, "text")
    (tmp_path / "board.txt").write_text(text, encoding="utf-8")
    for source in (name, masume.write(board, "pzpr"), str(tmp_path / "board.txt"), "-", masume.write(board, "json")):
        result = run_command("solve", source, text=text.encode())
        assert result.returncode == 0, result.stderr
        assert output(result).startswith(masume.render(answer))
        assert "the solution is unique" in output(result)
        assert error_lines(result) == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_solve_prints_json(name: str) -> None:
    data = json.loads(output(run_command("solve", name, "--json")))
    assert data["status"] == "solved"
    assert data["unique"] is True
    assert data["statistics"]["variables"] > 0
    assert (data["formulation"], data["vouched"]) == (None, True)
    assert masume.read(json.dumps(data["board"])) == examples.find(f"{name}.answer")


@pytest.mark.parametrize("name", EXAMPLES)
def test_check_names_the_broken_rules(name: str) -> None:
    assert run_command("check", f"{name}.answer").returncode == 0
    result = run_command("check", name)
    assert result.returncode == 1
    broken = masume.check(examples.find(name))
    assert [line.split()[0] for line in output(result).splitlines()[1:]] == [rule for rule, _ in broken]
    data = json.loads(output(run_command("check", name, "--json")))
    assert [entry["rule"] for entry in data["broken"]] == [rule for rule, _ in broken]
    assert run_command("check", name, "--unfinished").returncode == 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_convert_and_show(name: str, tmp_path: Path) -> None:
    board = examples.find(f"{name}.answer")
    for form in ("text", "json", "pzpr"):
        assert masume.read(output(run_command("convert", f"{name}.answer", "--to", form))) == masume.read(
            masume.write(board, form)
        )
    assert run_command("convert", name, "-o", str(tmp_path / "out.txt")).stdout == b""
    assert masume.load(tmp_path / "out.txt") == examples.find(name)
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert output(run_command("show", f"{name}.answer")) == masume.render(board) + "\n"
    assert output(run_command("show", f"{name}.answer", "--ascii")) == masume.render(board, ascii_only=True) + "\n"
    assert (
        output(run_command("show", f"{name}.answer", "--coordinates")) == masume.render(board, coordinates=True) + "\n"
    )
    assert output(run_command("solve", name, "--coordinates")).startswith(masume.render(board, coordinates=True) + "\n")
    assert output(run_process("show", name, PYTHONIOENCODING="ascii")).isascii()


def test_convert_rotates_and_mirrors(tmp_path: Path) -> None:
    boards = [examples.find(f"{name}.answer") for name in EXAMPLES]
    for name, board in zip(EXAMPLES, boards, strict=True):
        for symmetry in ("rot90", "horizontal"):
            printed = output(run_command("convert", f"{name}.answer", "--transform", symmetry))
            assert masume.read(printed) == masume.transform(board, symmetry)
    listed = run_command("convert", *(f"{name}.answer" for name in EXAMPLES), "--to", "json", "--transform", "diagonal")
    converted = [masume.read(line) for line in output(listed).splitlines()]
    assert converted == [masume.transform(board, "diagonal") for board in boards]


def test_boards_with_several_solutions() -> None:
    board = "template/2/1/1"
    result = run_command("solve", board)
    assert result.returncode == 0
    assert re.search(r"NOT unique, another one differs at r1c1, r1c2", output(result))
    assert output(run_command("solve", board, "--all", "5")).count("┌") == 2
    assert len(json.loads(output(run_command("solve", board, "--all", "5", "--json")))["boards"]) == 2
    assert output(run_command("count", board)).strip() == "2"
    assert output(run_command("count", "template/4/4/")).strip() == "more than 1000"
    assert output(run_command("count", "template/2/2/", "--limit", "16")).strip() == "16"
    assert output(run_command("count", "template/2/2/", "--limit", "15")).strip() == "more than 15"
    assert "█" not in output(run_command("solve", board, "--common"))
    assert "█" in output(run_command("solve", "template/2/1/2", "--common"))


def test_boards_without_a_solution() -> None:
    for arguments in (["solve"], ["solve", "--common"], ["count"], ["solve", "--all", "3"]):
        assert run_command(*arguments, "template/2/2/9").returncode == 1
    assert json.loads(output(run_command("solve", "template/2/2/9", "--json")))["status"] == "unsolvable"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["solve", "nosuch"],
        ["solve", "nosuch/5/5/a"],
        ["solve", "template/2/2/~"],
        ["solve", "x" * 5000],
        ["solve", "/"],
        ["hint", "."],
        ["solve", "-"],
        ["solve", EXAMPLES[0], "--engine", "nosuch"],
        ["solve", EXAMPLES[0], "--time-limit", "-1"],
        ["solve", EXAMPLES[0], "--time-limit", "nan"],
        ["solve", EXAMPLES[0], "--all", "0"],
        ["solve", EXAMPLES[0], "--all", "2", "--common"],
        ["convert", EXAMPLES[0], "--to", "nosuch"],
        ["convert", EXAMPLES[0], "-o", "/nonexistent/file"],
        ["solve", EXAMPLES[0], "--formulation", "nosuch"],
        ["solve", EXAMPLES[0], "--formulation", "nosuch.lp"],
        ["solve", EXAMPLES[0], "--engine", "lazy", "--formulation", "tuned"],
        ["solve", EXAMPLES[0], "--conflict", "--common"],
        ["solve", EXAMPLES[0], "--size", "5x5"],
        ["solve", "p(1).", "--genre", "template", "--size", "2x2"],
        ["solve", "p(1)."],
        ["solve", "p(1).", "--size", "2"],
        ["solve", "p(1).", "-c", "n"],
        ["check", EXAMPLES[0], "--formulation", "tuned", "--unfinished"],
        ["convert", EXAMPLES[0], "--to", "text", "--dialect", "masume"],
        ["convert", EXAMPLES[0], "--to", "facts", "--dialect", "nosuch"],
        ["rules"],
        ["rules", "nosuch"],
        ["bench", "ablation", "nosuch"],
        ["bench", "ablation", "template"],
        ["bench", "ablation", "template", "--board", EXAMPLES[0]],
        ["genres", "nosuch"],
        ["nosuch"],
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_bad_input_gets_a_message_and_status_2(arguments: list[str]) -> None:
    result = run_command(*arguments, text=b"\xff\xfe\x00")
    assert result.returncode == 2
    assert result.stdout == b""
    assert b"Traceback" not in result.stderr
    assert result.stderr.decode().strip()


# A formulation without rules: every cell is shaded or clear.
CHOICE_ONLY = "{ mark(shade,P,shaded); mark(shade,P,clear) } = 1 :- cell(P)."


def test_formulations_from_the_command_line(tmp_path: Path) -> None:
    mine, board = tmp_path / "mine.lp", "template/1/1/1"
    mine.write_text(CHOICE_ONLY + " :- mark(shade,(1,1),clear).", encoding="utf-8")
    result = run_command("solve", board, "--formulation", str(mine), "--to", "facts", "--statistics")
    assert result.returncode == 0
    assert output(result) == "mark(shade,(1,1),shaded)\n"
    assert result.stderr.decode().splitlines()[1] == "This is the result of mine.lp; masume does not vouch for it."
    assert "  atoms " in result.stderr.decode()
    for arguments in (["solve", "--common"], ["count"]):
        result = run_command(*arguments, board, "--formulation", str(mine))
        assert result.returncode == 0
        assert error_lines(result) == ["masume: this is the result of mine.lp; masume does not vouch for it"]
    mine.write_text(CHOICE_ONLY, encoding="utf-8")
    for arguments in (["solve", "--all", "2"], ["count"]):
        result = run_command(*arguments, board, "--formulation", str(mine))
        assert result.returncode == 1
        assert "T1b" in output(result) + result.stderr.decode()
    data = json.loads(output(run_command("solve", board, "--formulation", "tuned", "--json")))
    assert (data["status"], data["unique"], data["vouched"]) == ("solved", True, True)
    assert run_command("solve", board, "--formulation", "tuned", "--common").returncode == 0
    assert run_command("check", board, "--formulation", "tuned").returncode == 1
    conflict = run_command("solve", "template/1/1/9", "--conflict")
    assert conflict.returncode == 1
    assert "T1b at r1c1: Around a number no fewer cells" in output(conflict)
    data = json.loads(output(run_command("solve", "template/1/1/9", "--conflict", "--json")))
    assert data == {"status": "unsolvable", "conflict": [{"rule": "T1b", "place": "r1c1"}]}


@pytest.mark.parametrize("name", [name for name in EXAMPLES if dialects(examples.find(name).genre)])
def test_facts_from_the_command_line(name: str, tmp_path: Path) -> None:
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    file = tmp_path / "board.lp"
    assert run_command("convert", name, "--to", "facts", "-o", str(file)).returncode == 0
    heading, *facts = file.read_text(encoding="utf-8").splitlines()
    assert heading.startswith(f"% masume facts: {board.genre.name} ")
    assert masume.load(file).clues == board.clues
    bare = "\n".join(line for line in facts if not line.startswith("#const"))
    size = f"{board.grid.rows}x{board.grid.columns}" if isinstance(board.grid, SquareGrid) else ""
    arguments = ["--genre", board.genre.name, "--size", size, "--from", heading.split()[-1]]
    assert (
        output(run_command("solve", "-", *arguments, "--to", "facts", text=bare.encode()))
        == masume.write(answer, "answer") + "\n"
    )


def test_rules_are_shown_side_by_side_and_the_page_is_up_to_date() -> None:
    shown = output(run_command("rules", "template", "--width", "90"))
    assert "T1a  Around a number no more cells are shaded than it says." in shown
    assert "violates(t1a,P) :-" in shown
    page = Path(__file__).parent.parent / "docs" / "rules.md"
    assert output(run_process("rules", "--markdown")) == page.read_text(encoding="utf-8"), "run `make docs`"
    tables = re.findall(r"<table>.*?</table>", page.read_text(encoding="utf-8"), re.DOTALL)
    assert tables
    assert not [table for table in tables if "\n\n" in table]  # an empty line would end it


@pytest.mark.parametrize("genre", all_genres(), ids=lambda genre: genre.name)
def test_only_rules_without_checks_are_called_permissions(genre: Genre) -> None:
    shown = output(run_command("rules", genre.name, "--width", "200"))
    notes = re.findall(r"^(\w+)  .*\n\n\(a permission or a definition: nothing to state\)$", shown, re.MULTILINE)
    assert set(notes) <= {rule.id for rule in genre.all_rules if not rule.checks}
    assert shown.count("(a permission") == len(notes)
    assert all(f"{rule.id}  {rule.sentence}" in shown for rule in genre.all_rules)


def test_ablation_prints_a_row_for_each_rule() -> None:
    result = run_command("bench", "ablation", "template", "--board", "template/2/2/2", "--limit", "10")
    assert [line.split()[0] for line in output(result).splitlines()] == [
        "Template,",
        "left",
        "nothing",
        "T1a",
        "T1b",
    ]
    assert [line.split("  ")[-1] for line in output(result).splitlines()[2:]] == ["6", "10 or more", "10 or more"]
    rows = run_command("bench", "ablation", "template", "--board", "template/2/2/2", "--json")
    assert [json.loads(line)["answers"] for line in output(rows).splitlines()] == [6, 11, 11]


def test_genres_lists_and_describes() -> None:
    listed = output(run_command("genres"))
    for name in masume.genres.names():
        genre = masume.genres.find(name)
        if genre.package.startswith("masume."):
            assert all(each in listed for each in (*genre.names, masume.genres.describe(genre)))
            described = output(run_command("genres", name))
            assert all(rule.sentence in described for rule in genre.all_rules)
            assert all(each in described for each in (genre.title, *genre.names[1:], masume.genres.describe(genre)[1:]))
            for option in genre.options:
                default = option.values.format(option.default)
                assert f"{option.name} ({option.values.expected}; default: {default}): {option.sentence}" in described
            assert re.search("Formats: answer, (essence, )?facts, json, pzpr", described)
            shown = [example for example in examples.names() if examples.find(example).genre is genre]
            assert f"Examples: {', '.join(shown)}" in described
    assert "lazy" in output(run_command("genres", "--engines"))


@pytest.mark.parametrize("genre", all_genres(), ids=lambda genre: genre.name)
def test_genres_shows_layers_and_a_board_to_fill_in(genre: Genre) -> None:
    described = output(run_command("genres", genre.name))
    template = described.partition("A board to fill in")[2].partition("\n")[2].partition("\nFormats:")[0]
    board = masume.read(template)
    assert board.genre is genre
    assert not any(board.marks.values())
    for layer in genre.clue_layers:
        assert f"  clues {layer.name}: {board.alphabet(layer).expected}\n" in described
        assert all(clue == "?" for clue in board.clues[layer.name].values())  # rooms without a number
    for layer in genre.mark_layers:
        assert f"  marks {layer.name}: {board.alphabet(layer).expected}\n" in described
    assert run_command("solve", "-", text=template.encode()).returncode in (0, 1)


ENDLESS = ["count", "template/20/20/", "--limit", "1000000000"]
HUGE = ["solve", "template/1000/1000/" + "z" * 50_000]


@pytest.mark.parametrize("arguments", [ENDLESS, HUGE], ids=["searching", "building"])
def test_the_time_limit_ends_the_work(arguments: list[str]) -> None:
    assert run_process(*arguments, "--time-limit", "0.3").returncode == 3


@pytest.mark.parametrize("arguments", [ENDLESS, HUGE], ids=["searching", "building"])
def test_ctrl_c_ends_work_that_prints_its_progress(arguments: list[str]) -> None:
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert re.match("masume: (counting|solving) … [0-9]+ s", process.stderr.readline().decode())
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode == 130
    assert errors.decode().splitlines()[-1] == "masume: interrupted"
    assert b"Traceback" not in errors


def test_a_plain_solve_imports_nothing_heavy() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "masume", "solve", EXAMPLES[0]]
    result = subprocess.run(command, capture_output=True, check=True)
    imported = {line.split("|")[-1].strip().split(".")[0] for line in result.stderr.decode().splitlines()}
    assert "masume" in imported
    assert imported.isdisjoint({"numpy", "rich", "ortools", "pandas", "clingo", "starlette", "asyncio", "http"})


def test_colour_is_for_terminals_that_want_it() -> None:
    assert b"\x1b[" in run_on_terminal(["show", EXAMPLES[0]])
    assert b"\x1b[" not in run_on_terminal(["show", EXAMPLES[0]], NO_COLOR="1")
    assert b"\x1b[" not in run_on_terminal(["show", EXAMPLES[0]], TERM="dumb")
    assert b"\x1b[" not in run_command("show", EXAMPLES[0]).stdout


def run_on_terminal(arguments: list[str], **environment: str) -> bytes:
    """Return everything a command prints on a terminal."""
    reader, terminal = pty.openpty()
    clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**clean, "TERM": "xterm", **environment},
    ):
        os.close(terminal)
        printed = b""
        try:
            while chunk := os.read(reader, 4096):
                printed += chunk
        except OSError:  # on Linux, the other side is closed
            pass
    os.close(reader)
    return printed


def test_a_plain_solve_imports_no_other_command() -> None:
    url = masume.write(examples.find(EXAMPLES[0]), "pzpr")
    code = (
        "import atexit, sys; from masume.__main__ import main; "
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr)); main()"
    )
    process = subprocess.run([sys.executable, "-c", code, "solve", url], capture_output=True, check=True)
    imported = set(process.stderr.decode().split())
    assert {"masume.cli.commands", "masume.formats.pzpr"} <= imported
    unwanted = ("bench_speed", "explain", "genre_page", "research", "show")
    assert imported.isdisjoint({f"masume.cli.{module}" for module in unwanted} | {"json", "tempfile"})


def test_benchmarks_collect_garbage_as_often_as_any_program() -> None:
    def threshold(code: str, *arguments: str) -> str:
        code = f"import atexit, gc, sys; atexit.register(lambda: print(gc.get_threshold(), file=sys.stderr)); {code}"
        process = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, check=True)
        return process.stderr.decode()

    command, usual = "from masume.__main__ import main; main()", threshold("import masume")
    assert threshold(command, "bench", "speed", "--help") == usual
    assert threshold(command, "genres") != usual


def test_commands_are_listed_and_suggested_before_they_are_imported() -> None:
    listed = run_process("--help").stdout.decode()
    assert all(f"\n  {command} " in listed for command in ("bench", "explain", "hint", "rules", "show", "solve"))
    for wrong, right in (("shwo", "show"), ("expalin", "explain"), ("slove", "solve")):
        process = run_process(wrong)
        assert process.returncode == 2
        assert f"'{right}'" in process.stderr.decode()
